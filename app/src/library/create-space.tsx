import { useState } from 'preact/hooks';
import { createSpace, importGitRepository, listTemplates, type ImportRun, type Space } from '../api/operations.ts';
import { ApiError } from '../api/api-error.ts';
import { useAction, type Action } from '../api/use-action.ts';
import { useQuery, type QueryState } from '../api/use-query.ts';
import { followImport, ImportSourceField, NO_SOURCE, startImport } from '../imports/import-source.tsx';
import { m } from '../messages/messages.ts';
import { pathTo } from '../navigation/paths.ts';
import { navigate } from '../navigation/router.ts';
import { fullRef } from '../spaces/branch-names.ts';
import { LinkButton } from '../ui/button.tsx';
import { Dialog, FormDialog } from '../ui/dialog.tsx';
import { Checkbox, Choices, Select, TextField, type ChoicesProps } from '../ui/fields.tsx';
import { ErrorNotice, Progress } from '../ui/notices.tsx';
import { announce } from '../ui/toasts.tsx';

type Source = 'empty' | 'template' | 'website' | 'file' | 'git';
const SOURCES: ChoicesProps<Source>['options'] = [
  { value: 'empty', label: m.create.empty },
  { value: 'template', label: m.create.template },
  { value: 'website', label: m.create.website, hint: m.create.websiteHint },
  { value: 'file', label: m.create.file, hint: m.create.fileHint },
  { value: 'git', label: m.create.git, hint: m.create.gitHint },
];

export interface CreateSpaceProps {
  readonly organizationId: string;
  readonly parent: string | undefined;
  readonly onClose: () => void;
}

/** Dialog that creates a space: empty, from a template, or from a website, files or a Git repository. */
export function CreateSpace({ organizationId, parent, onClose }: CreateSpaceProps) {
  const [source, setSource] = useState<Source>('empty');
  const [title, setTitle] = useState('');
  const [template, setTemplate] = useState('');
  const [url, setUrl] = useState('');
  const [branch, setBranch] = useState('main');
  const [imported, setImported] = useState(NO_SOURCE);
  const [needsReview, setNeedsReview] = useState(false);
  const [created, setCreated] = useState<string>();
  const [run, setRun] = useState<ImportRun>();
  const templates = useQuery(source === 'template' ? 'templates' : undefined, () =>
    listTemplates({ query: { limit: 100 } }),
  );
  const chosen = template || templates.data?.items[0]?.id;

  const create = async (): Promise<Space> => {
    const space = await createSpace({
      path: { organizationId },
      body: {
        title,
        editMode: needsReview && source === 'empty' ? 'locked' : 'live',
        ...(parent && { parent }),
        ...(source === 'template' && chosen && { template: { id: chosen } }),
      },
    });
    setCreated(space.id);
    if (source === 'git') {
      await importGitRepository({ path: { spaceId: space.id }, body: { url, ref: fullRef(branch) } });
    } else if (source === 'website' || source === 'file') {
      const started = await startImport(organizationId, { ...imported, kind: source }, { space: space.id });
      const ended = await followImport(organizationId, started, setRun);
      if (ended.status !== 'completed') throw new ApiError(409, ended.reason ?? m.create.importFailed, undefined);
    }
    return space;
  };
  const action = useAction(
    create,
    ({ id }) => navigate(pathTo('space', { spaceId: id })),
    (space) => announce(m.create.created(space.title)),
  );

  // A space that exists already is offered, rather than created a second time.
  if (created !== undefined && (action.isRunning || action.error !== undefined))
    return <CreatedSpace spaceId={created} action={action} run={run} onClose={onClose} />;

  return (
    <FormDialog title={m.library.newSpace} submit={m.common.create} action={action} onClose={onClose}>
      <TextField label={m.common.title} value={title} onInput={setTitle} required maxLength={50} autofocus />
      <Choices<Source> legend={m.create.startWith} value={source} onChange={setSource} options={SOURCES} />
      {source === 'empty' && <Checkbox label={m.create.needsReview} checked={needsReview} onChange={setNeedsReview} />}
      {source === 'template' && <TemplateField templates={templates} value={chosen ?? ''} onChange={setTemplate} />}
      {source === 'git' && (
        <>
          <TextField label={m.create.address} type="url" value={url} onInput={setUrl} required placeholder="https://" />
          <TextField label={m.create.branch} value={branch} onInput={setBranch} required />
        </>
      )}
      {(source === 'website' || source === 'file') && (
        <ImportSourceField source={{ ...imported, kind: source }} onChange={setImported} />
      )}
    </FormDialog>
  );
}

interface TemplateFieldProps {
  readonly templates: QueryState<Awaited<ReturnType<typeof listTemplates>>>;
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** Choice of a template, with its description. */
const TemplateField = ({ templates, value, onChange }: TemplateFieldProps) => (
  <>
    <Select
      label={m.create.template}
      value={value}
      onChange={onChange}
      options={(templates.data?.items ?? []).map(({ id, title }) => ({ value: id, label: title }))}
      {...(templates.data && { hint: templates.data.items.find(({ id }) => id === value)?.description ?? '' })}
    />
    <ErrorNotice error={templates.error} onRetry={templates.reload} />
  </>
);

interface CreatedSpaceProps {
  readonly spaceId: string;
  /** Action that fills the space. */
  readonly action: Pick<Action<[]>, 'isRunning' | 'error'>;
  /** Run of the import, once it has started. */
  readonly run: ImportRun | undefined;
  readonly onClose: () => void;
}

/** Progress of the import into a new space, or why it failed. */
const CreatedSpace = ({ spaceId, action: { isRunning, error }, run, onClose }: CreatedSpaceProps) => (
  <Dialog title={m.library.newSpace} onClose={onClose}>
    {isRunning && (
      <Progress
        label={run ? m.create.importing(run.progress.done, run.progress.total) : m.create.importStarts}
        {...(run && { done: run.progress.done, total: run.progress.total })}
      />
    )}
    <ErrorNotice error={error} />
    <p>{isRunning ? m.create.mayLeave : m.create.spaceExists}</p>
    <LinkButton href={pathTo('space', { spaceId })}>{m.create.openSpace}</LinkButton>
  </Dialog>
);
