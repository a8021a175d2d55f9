import { useState } from 'preact/hooks';
import {
  cancelGitOperation,
  deleteGitFollow,
  getGitFollow,
  getSpaceGitInfo,
  rotateGitFollowSecret,
  type GitFollow,
  type GitSync,
  type Space,
} from '../api/operations.ts';
import { orNull } from '../api/api-error.ts';
import { useQuery, useReloadWhile } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { pathTo } from '../navigation/paths.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Loaded, Progress } from '../ui/notices.tsx';
import { Time } from '../ui/parts.tsx';
import { Copyable, SecretDialog } from '../ui/secret.tsx';
import { Section } from '../ui/section.tsx';
import { announce, attempt } from '../ui/toasts.tsx';
import { GitDialog, type GitAction } from './git-dialog.tsx';

/** Git repository of a space: its state, and what imports from it, exports to it and follows it. */
export function GitSection({ space }: { readonly space: Space }) {
  const path = { spaceId: space.id };
  const [dialog, setDialog] = useState<GitAction>();
  const maySync = space.permissions.triggerGitSync;
  const info = useQuery(`git ${space.id}`, () => orNull(getSpaceGitInfo({ path })));
  const follow = useQuery(maySync ? `git follow ${space.id}` : undefined, () => orNull(getGitFollow({ path })));
  const [secret, setSecret] = useState<string>();
  useReloadWhile(info, info.data?.state === 'importing' || info.data?.state === 'exporting');
  const started = (followed?: GitFollow): void => {
    if (followed !== undefined) {
      follow.set(followed);
      if (followed.webhook.secret !== undefined) setSecret(followed.webhook.secret);
    }
    info.reload();
  };
  const cancel = (): void => attempt(cancelGitOperation({ path }).then(info.reload));
  return (
    <Section
      title={m.git.title}
      actions={
        maySync && (
          <>
            <Button onClick={() => setDialog('import')}>{m.git.import}</Button>
            <Button onClick={() => setDialog('export')}>{m.git.export}</Button>
            {follow.data === null && <Button onClick={() => setDialog('follow')}>{m.git.follow}</Button>}
          </>
        )
      }
    >
      <Loaded of={info}>
        {(shown) =>
          shown === null ? (
            <p class="soft">{m.git.none}</p>
          ) : (
            <GitState space={space} info={shown} onCancel={maySync ? cancel : undefined} />
          )
        }
      </Loaded>
      {follow.data && (
        <FollowedBranch
          path={path}
          follow={follow.data}
          onEdit={() => setDialog('follow')}
          onChange={follow.set}
          onSecret={setSecret}
        />
      )}
      {dialog !== undefined && (
        <GitDialog
          path={path}
          action={dialog}
          follow={follow.data ?? undefined}
          synced={info.data?.synced}
          onStarted={started}
          onClose={() => setDialog(undefined)}
        />
      )}
      {secret !== undefined && (
        <SecretDialog
          title={m.git.secret}
          text={m.git.secretText}
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </Section>
  );
}

interface GitStateProps {
  readonly space: Space;
  readonly info: GitSync;
  /** Cancels the import or export that runs; absent for people who may not. */
  readonly onCancel: (() => void) | undefined;
}

/** State of the last import or export, with its report. */
function GitState({ space, info, onCancel }: GitStateProps) {
  const { state, synced, lastOperation } = info;
  return (
    <>
      {(state === 'importing' || state === 'exporting') && (
        <>
          <Progress label={m.git.states[state]} />
          {onCancel && (
            <p class="actions">
              <Button icon="close" onClick={onCancel}>
                {m.git.cancel[state]}
              </Button>
            </p>
          )}
        </>
      )}
      <dl class="facts">
        <dt>{m.git.state}</dt>
        <dd>{m.git.states[lastOperation?.outcome === 'cancelled' ? 'cancelled' : state]}</dd>
        {synced && (
          <>
            <dt>{m.git.repository}</dt>
            <dd>
              {synced.url} ({synced.ref}
              {synced.directory !== '' && `, ${synced.directory}`})
            </dd>
            <dt>{m.git.commit}</dt>
            <dd>
              <code>{synced.commit.slice(0, 12)}</code>
            </dd>
          </>
        )}
        {lastOperation && (
          <>
            <dt>{m.git.lastOperation[lastOperation.kind]}</dt>
            <dd>
              <LastOperation space={space} operation={lastOperation} synced={synced} />
            </dd>
          </>
        )}
      </dl>
      {lastOperation && lastOperation.report.length > 0 && <SyncReport operation={lastOperation} />}
    </>
  );
}

type Operation = GitSync['lastOperation'] & {};

interface LastOperationProps {
  readonly space: Space;
  readonly operation: Operation;
  readonly synced: GitSync['synced'];
}

/** Time and outcome of an operation, and its branch unless that is the one of the last success. */
function LastOperation({ space, operation, synced }: LastOperationProps) {
  const { url, ref, startedAt, finishedAt, outcome, error, changeRequest } = operation;
  return (
    <>
      <Time at={finishedAt ?? startedAt} />
      {outcome && outcome !== 'cancelled' && ` · ${m.git.outcomes[outcome]}`}
      {error && ` · ${error}`}
      {changeRequest && (
        <>
          {' · '}
          <a href={pathTo('changeRequest', { spaceId: space.id, changeRequestId: changeRequest.id })}>
            {m.git.conflicts(changeRequest.number)}
          </a>
        </>
      )}
      {(synced?.url !== url || synced.ref !== ref) && ` · ${url} (${ref})`}
    </>
  );
}

/** Remarks of an import or export about the content, each with the files that it concerns. */
function SyncReport({ operation: { kind, outcome, report } }: { readonly operation: Operation }) {
  // An import of a commit that the space has already keeps the remarks about that commit.
  const of = kind === 'import' && outcome === 'nothing' ? 'earlier' : kind;
  return (
    <details>
      <summary>{m.git.report[of](report.length)}</summary>
      <ul class="rows">
        {report.map(({ path: file, line, message, code, paths }, index) => (
          <li key={index}>
            <span class="grow">
              <code>
                {file}
                {line !== undefined && `:${line}`}
              </code>{' '}
              {message} <span class="soft">{code}</span>
              {paths !== undefined && (
                <details class="nested">
                  <summary>{m.imports.files(paths.length)}</summary>
                  {paths.join(', ')}
                </details>
              )}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface FollowedBranchProps {
  readonly path: { readonly spaceId: string };
  readonly follow: GitFollow;
  readonly onEdit: () => void;
  readonly onChange: (follow: GitFollow | null) => void;
  readonly onSecret: (secret: string) => void;
}

/** Branch that the space follows, with its webhook. */
function FollowedBranch({ path, follow, onEdit, onChange, onSecret }: FollowedBranchProps) {
  const [dialog, setDialog] = useState<'stop' | 'rotate'>();
  const close = (): void => setDialog(undefined);
  const stop = async (): Promise<void> => {
    await deleteGitFollow({ path });
    announce(m.git.stopped);
    onChange(null);
  };
  const rotate = async (): Promise<void> => {
    const changed = await rotateGitFollowSecret({ path });
    onChange(changed);
    onSecret(changed.webhook.secret!);
  };
  return (
    <>
      <h3>{m.git.followed}</h3>
      <FollowFacts follow={follow} />
      <p class="soft">{m.git.webhookText}</p>
      <Copyable text={follow.webhook.url} />
      <p class="actions">
        <Button icon="edit" onClick={onEdit}>
          {follow.paused ? m.git.resume : m.git.changeFollowed}
        </Button>
        <Button icon="redo" onClick={() => setDialog('rotate')}>
          {m.git.rotate}
        </Button>
        <Button kind="danger" onClick={() => setDialog('stop')}>
          {m.git.stop}
        </Button>
      </p>
      {dialog === 'stop' && (
        <ConfirmDialog
          title={m.git.stop}
          submit={m.git.stopNow}
          text={m.git.stopText}
          onConfirm={stop}
          onClose={close}
        />
      )}
      {dialog === 'rotate' && (
        <ConfirmDialog
          title={m.git.rotate}
          submit={m.git.rotateNow}
          text={m.git.rotateText}
          onConfirm={rotate}
          onClose={close}
        />
      )}
    </>
  );
}

const FollowFacts = ({
  follow: { url, ref, interval, checkedAt, failure, paused },
}: Pick<FollowedBranchProps, 'follow'>) => (
  <dl class="facts">
    <dt>{m.git.repository}</dt>
    <dd>
      {url} ({ref})
    </dd>
    <dt>{m.git.checks}</dt>
    <dd>
      {interval === null ? m.git.webhookOnly : m.git.everyMinutes(Math.round(interval / 60))}
      {checkedAt && (
        <>
          {' · '}
          {m.git.checked} <Time at={checkedAt} />
        </>
      )}
    </dd>
    {paused && (
      <>
        <dt>{m.git.paused}</dt>
        <dd>{paused.message}</dd>
      </>
    )}
    {failure && (
      <>
        <dt>{m.git.failing}</dt>
        <dd>
          {failure.error} · <Time at={failure.since} />
        </dd>
      </>
    )}
  </dl>
);
