import { getInstanceStatus, type InstanceBackup, type InstanceStatus } from '../api/operations.ts';
import { useQuery } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { pathTo } from '../navigation/paths.ts';
import { Button } from '../ui/button.tsx';
import { Loaded } from '../ui/notices.tsx';
import { Time } from '../ui/parts.tsx';
import { Rows, RowText } from '../ui/rows.tsx';
import { Section } from '../ui/section.tsx';
import { sizeOf } from '../ui/size.ts';
import { InstanceFrame } from './instance-frame.tsx';

const STATUSES = ['waiting', 'scheduled', 'running', 'cancelling', 'failed'] as const;
/** State of the instance: problems, jobs, storage, deleted data and backups. */
export function InstanceStatusScreen() {
  const status = useQuery('instance status', () => getInstanceStatus({}));
  return (
    <InstanceFrame part="instanceStatus" actions={<Button onClick={status.reload}>{m.instance.reload}</Button>}>
      <Loaded of={status}>
        {({ problems, jobs, storage, garbageCollection, backups }) => (
          <>
            <Problems problems={problems} />
            <Section title={m.instance.partNames.instanceJobs}>
              <dl class="facts">
                {STATUSES.map((name) => (
                  <>
                    <dt>
                      <a href={pathTo('instanceJobs', {}, { status: name })}>{m.instance.statuses[name]}</a>
                    </dt>
                    <dd>{jobs[name]}</dd>
                  </>
                ))}
              </dl>
            </Section>
            <Storage storage={storage} />
            <Section title={m.instance.backups}>
              {backups === undefined ? (
                <p class="soft">{m.instance.noBackups}</p>
              ) : (
                <dl class="facts">
                  {backups.next !== undefined && (
                    <>
                      <dt>{m.instance.nextBackup}</dt>
                      <dd>
                        <Time at={backups.next} />
                      </dd>
                    </>
                  )}
                  <Backup label={m.instance.lastBackup} backup={backups.last} />
                  <Backup label={m.instance.completeBackup} backup={backups.complete} />
                </dl>
              )}
            </Section>
            <Section title={m.instance.garbage}>
              {garbageCollection.finishedAt === undefined ? (
                <p class="soft">{m.instance.neverCollected}</p>
              ) : (
                <p>
                  <Time at={garbageCollection.finishedAt} />:{' '}
                  {m.instance.collected(garbageCollection.deletedObjects, garbageCollection.deletedFiles)},{' '}
                  {m.instance.condemned(garbageCollection.condemnedObjects, garbageCollection.condemnedFiles)}.
                </p>
              )}
            </Section>
          </>
        )}
      </Loaded>
    </InstanceFrame>
  );
}

const Problems = ({ problems }: { readonly problems: readonly string[] }) =>
  problems.length === 0 ? (
    <p class="notice">{m.instance.noProblems}</p>
  ) : (
    <div class="notice danger">
      <p>
        <strong>{m.instance.problems}</strong>
      </p>
      <ul>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </div>
  );

const Storage = ({ storage }: { readonly storage: InstanceStatus['storage'] }) => (
  <>
    <Section title={m.instance.storage}>
      <dl class="facts">
        <dt>{m.instance.files}</dt>
        <dd>{sizeOf(storage.files)}</dd>
        {storage.database !== undefined && (
          <>
            <dt>{m.instance.database}</dt>
            <dd>{sizeOf(storage.database)}</dd>
          </>
        )}
      </dl>
    </Section>
    <Section title={m.instance.largest}>
      {storage.organizations.length === 0 ? (
        <p class="soft">{m.instance.noFiles}</p>
      ) : (
        <Rows items={storage.organizations} keyOf={({ id }) => id}>
          {({ id, title, bytes }) => (
            <RowText title={title || m.common.untitled} href={pathTo('instanceOrganization', { organizationId: id })}>
              {sizeOf(bytes)}
            </RowText>
          )}
        </Rows>
      )}
    </Section>
  </>
);

const Backup = ({ label, backup }: { readonly label: string; readonly backup: InstanceBackup | undefined }) =>
  backup === undefined ? null : (
    <>
      <dt>{label}</dt>
      <dd>
        <Time at={backup.startedAt} /> {backup.bytes !== undefined && sizeOf(backup.bytes)} {backup.error}
      </dd>
    </>
  );
