import { cancelInstanceJob, listInstanceJobs, retryInstanceJob, type InstanceJob } from '../api/operations.ts';
import { useList } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { query, setQuery } from '../navigation/router.ts';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/fields.tsx';
import { Badge, Time } from '../ui/parts.tsx';
import { ListRows, RowText } from '../ui/rows.tsx';
import { announce, attempt } from '../ui/toasts.tsx';
import { InstanceFrame } from './instance-frame.tsx';

const STATUSES = ['waiting', 'scheduled', 'running', 'failed', 'cancelling'] as const;

/** Jobs of the instance: those that wait, run, or have failed. */
export function InstanceJobsScreen() {
  const status = STATUSES.find((one) => one === query.value.get('status'));
  const jobs = useList(`jobs ${status}`, (page) =>
    listInstanceJobs({ query: { limit: 50, ...(status && { status }), ...(page && { page }) } }),
  );
  const write = (work: Promise<unknown>): void =>
    attempt(
      work.then(() => {
        announce(m.common.saved);
        jobs.reload();
      }),
    );
  return (
    <InstanceFrame part="instanceJobs" actions={<Button onClick={jobs.reload}>{m.instance.reload}</Button>}>
      <div class="filters">
        <Select
          label={m.requests.status}
          value={status ?? ''}
          onChange={(value) => setQuery({ status: value || null })}
          options={[
            { value: '', label: m.instance.anyStatus },
            ...STATUSES.map((value) => ({ value, label: m.instance.statuses[value] })),
          ]}
        />
      </div>
      <ListRows of={jobs} empty={m.instance.noJobs} keyOf={({ id }) => id}>
        {(job: InstanceJob) => (
          <>
            <RowText title={job.kind}>
              {m.instance.attempts(job.attempts, job.maxAttempts)} · <Time at={job.dueAt} />
              {job.error !== undefined && ` · ${job.error}`}
            </RowText>
            <Badge kind={job.status === 'failed' ? 'failed' : job.status === 'running' ? 'open' : ''}>
              {m.instance.statuses[job.status]}
            </Badge>
            {job.status === 'failed' && (
              <Button onClick={() => write(retryInstanceJob({ path: { jobId: job.id } }))}>
                {m.instance.retry(job.kind)}
              </Button>
            )}
            {(job.status === 'waiting' || job.status === 'scheduled' || job.status === 'running') && (
              <Button onClick={() => write(cancelInstanceJob({ path: { jobId: job.id } }))}>
                {m.instance.cancel(job.kind)}
              </Button>
            )}
          </>
        )}
      </ListRows>
    </InstanceFrame>
  );
}
