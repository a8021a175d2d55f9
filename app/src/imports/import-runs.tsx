import { useState } from 'preact/hooks';
import {
  cancelImportRun,
  getImportRun,
  getOrganizationById,
  listImportRuns,
  type ImportRun,
  type Space,
} from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { useList, useQuery, useReloadWhile } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, FormDialog } from '../ui/dialog.tsx';
import { Choices } from '../ui/fields.tsx';
import { Loaded, Progress } from '../ui/notices.tsx';
import { Badge, Time } from '../ui/parts.tsx';
import { ListRows, Rows, RowText } from '../ui/rows.tsx';
import { Section } from '../ui/section.tsx';
import { announce, attempt } from '../ui/toasts.tsx';
import { ImportSourceField, isRunning, NO_SOURCE, startImport } from './import-source.tsx';

/** Imports into a space with their progress and reports, and a button for a new one. */
export function ImportRuns({ space }: { readonly space: Space }) {
  const path = { organizationId: space.organization };
  const [isStarting, setStarting] = useState(false);
  const [reported, setReported] = useState<ImportRun>();
  const runs = useList(`imports ${space.id}`, (next) =>
    listImportRuns({ path, query: { space: space.id, limit: 10, ...(next && { page: next }) } }),
  );
  useReloadWhile(runs, runs.data?.some(isRunning) === true);
  const cancel = ({ id }: ImportRun): void =>
    attempt(cancelImportRun({ path: { ...path, importRunId: id } }).then(runs.reload));
  return (
    <Section title={m.imports.title} actions={<Button onClick={() => setStarting(true)}>{m.imports.start}</Button>}>
      <ListRows of={runs} empty={m.imports.none} keyOf={({ id }) => id}>
        {(run) => (
          <>
            <RowText title={nameOf(run)}>
              <Badge>{m.imports.statuses[run.status]}</Badge> <Time at={run.createdAt} />
              {run.counts && ` · ${m.imports.counts(run.counts.imported + run.counts.changed, run.counts.lost)}`}
              {run.reason && ` · ${run.reason}`}
            </RowText>
            {isRunning(run) ? (
              <>
                <Progress
                  label={m.create.importing(run.progress.done, run.progress.total)}
                  done={run.progress.done}
                  total={run.progress.total}
                />
                <Button icon="close" label={m.imports.cancel} onClick={() => cancel(run)} />
              </>
            ) : (
              run.status === 'completed' && <Button onClick={() => setReported(run)}>{m.imports.report}</Button>
            )}
          </>
        )}
      </ListRows>
      {isStarting && <StartImport space={space} onStarted={runs.reload} onClose={() => setStarting(false)} />}
      {reported !== undefined && <Report of={reported} path={path} onClose={() => setReported(undefined)} />}
    </Section>
  );
}

const nameOf = ({ source }: ImportRun): string =>
  source.type === 'file' ? m.imports.files(source.files.length) : source.url;

interface StartImportProps {
  readonly space: Space;
  readonly onStarted: () => void;
  readonly onClose: () => void;
}

function StartImport({ space, onStarted, onClose }: StartImportProps) {
  const [source, setSource] = useState(NO_SOURCE);
  const organization = useQuery(`organization ${space.organization}`, () =>
    getOrganizationById({ path: { organizationId: space.organization } }),
  );
  const mayUpload = organization.data?.permissions.createContent === true;
  const action = useAction(async () => {
    await startImport(space.organization, source, { space: space.id });
    announce(m.imports.started);
    onStarted();
  }, onClose);
  return (
    <FormDialog title={m.imports.start} submit={m.imports.import} action={action} onClose={onClose}>
      <p>{m.imports.text}</p>
      <Choices
        legend={m.imports.from}
        value={source.kind}
        onChange={(kind) => setSource({ ...source, kind })}
        options={[
          { value: 'website', label: m.create.website, hint: m.create.websiteHint },
          ...(mayUpload ? [{ value: 'file' as const, label: m.create.file, hint: m.create.fileHint }] : []),
        ]}
      />
      <ImportSourceField source={source} onChange={setSource} />
    </FormDialog>
  );
}

interface ReportProps {
  readonly of: ImportRun;
  readonly path: { readonly organizationId: string };
  readonly onClose: () => void;
}

/** Outcome of each item of an import. */
function Report({ of: { id }, path, onClose }: ReportProps) {
  const run = useQuery(`import ${id}`, () => getImportRun({ path: { ...path, importRunId: id } }));
  return (
    <Dialog title={m.imports.report} onClose={onClose}>
      <Loaded of={run}>
        {({ report = [] }) =>
          report.length === 0 ? (
            <p class="soft">{m.imports.noReport}</p>
          ) : (
            <Rows items={report} keyOf={({ item, outcome, reason }) => `${item} ${outcome} ${reason ?? ''}`}>
              {({ item, outcome, reason }) => (
                <RowText title={item}>
                  <Badge>{m.imports.outcomes[outcome]}</Badge> {reason}
                </RowText>
              )}
            </Rows>
          )
        }
      </Loaded>
    </Dialog>
  );
}
