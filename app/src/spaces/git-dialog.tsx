import { useState } from 'preact/hooks';
import {
  exportToGitRepository,
  followGitBranch,
  importGitRepository,
  type GitFollow,
  type GitSync,
} from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { m } from '../messages/messages.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { Checkbox, TextField } from '../ui/fields.tsx';
import { announce } from '../ui/toasts.tsx';
import { fullRef, shortRef } from './branch-names.ts';

/** Operation of a dialog about a repository. */
export type GitAction = 'import' | 'export' | 'follow';

const SECONDS_PER_MINUTE = 60;
const DEFAULT_MINUTES = '5';

export interface GitDialogProps {
  readonly path: { readonly spaceId: string };
  readonly action: GitAction;
  /** Branch that the space follows. */
  readonly follow: GitFollow | undefined;
  /** Repository and branch of the last import or export. */
  readonly synced: GitSync['synced'] | undefined;
  /** Called when the operation has started; with the followed branch if there is a new one. */
  readonly onStarted: (follow?: GitFollow) => void;
  readonly onClose: () => void;
}

/** Dialog that imports a branch of a repository, exports to one, or follows one. */
export function GitDialog({ path, action: kind, follow, synced, onStarted, onClose }: GitDialogProps) {
  const [url, setUrl] = useState(follow?.url ?? synced?.url ?? '');
  const [branch, setBranch] = useState(shortRef(follow?.ref ?? synced?.ref ?? 'main'));
  const [directory, setDirectory] = useState(follow?.repoProjectDirectory ?? synced?.directory ?? '');
  const [commitMessage, setCommitMessage] = useState('');
  const [force, setForce] = useState(false);
  const [minutes, setMinutes] = useState(
    follow === undefined
      ? DEFAULT_MINUTES
      : follow.interval === null
        ? ''
        : String(follow.interval / SECONDS_PER_MINUTE),
  );
  const action = useAction(async () => {
    const repository = { url, ref: fullRef(branch), ...(directory !== '' && { repoProjectDirectory: directory }) };
    if (kind === 'follow') {
      const interval = minutes === '' ? null : Math.round(Number(minutes) * SECONDS_PER_MINUTE);
      onStarted(await followGitBranch({ path, body: { ...repository, interval } }));
    } else {
      const body = { ...repository, ...(force && { force }) };
      if (kind === 'import') await importGitRepository({ path, body });
      else await exportToGitRepository({ path, body: { ...body, ...(commitMessage !== '' && { commitMessage }) } });
      onStarted();
    }
    announce(m.git.started[kind]);
  }, onClose);
  return (
    <FormDialog title={m.git.dialogs[kind]} submit={m.git.submits[kind]} action={action} onClose={onClose}>
      <p>{m.git.texts[kind]}</p>
      <TextField
        label={m.create.address}
        hint={m.git.addressHint}
        value={url}
        onInput={setUrl}
        required
        autofocus
        placeholder="https://"
      />
      <TextField label={m.create.branch} value={branch} onInput={setBranch} required />
      <TextField label={m.git.directory} hint={m.git.directoryHint} value={directory} onInput={setDirectory} />
      {kind === 'export' && <TextField label={m.git.commitMessage} value={commitMessage} onInput={setCommitMessage} />}
      {kind !== 'follow' && <Checkbox label={m.git.force[kind]} checked={force} onChange={setForce} />}
      {kind === 'follow' && (
        <TextField
          label={m.git.interval}
          hint={m.git.intervalHint}
          type="number"
          min={1}
          value={minutes}
          onInput={setMinutes}
        />
      )}
    </FormDialog>
  );
}
