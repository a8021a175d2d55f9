import {
  resolveChangeRequestConflict,
  updateChangeRequest,
  type ChangeRequest,
  type Conflict,
  type Space,
} from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import type { ListPage, QueryState } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { editHref } from '../spaces/content-place.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Empty, ErrorNotice, Loaded } from '../ui/notices.tsx';
import { Badge } from '../ui/parts.tsx';
import { announce } from '../ui/toasts.tsx';

export interface ConflictsProps {
  readonly space: Space;
  readonly request: ChangeRequest;
  readonly conflicts: QueryState<ListPage<Conflict>>;
  readonly onResolved: () => void;
  readonly mayEdit: boolean;
}

/** Open conflicts of a change request, each with the original, the value of the space and that of the change request. */
export function Conflicts({ space, request, conflicts, onResolved, mayEdit }: ConflictsProps) {
  const path = { spaceId: space.id, changeRequestId: request.id };
  const update = useAction(async () => {
    const { result, conflicts: found } = await updateChangeRequest({ path });
    announce(result === 'conflicts' ? m.requests.updatedWithConflicts(found?.length ?? 0) : m.requests.updated);
    onResolved();
  });
  return (
    <section aria-label={m.requests.tabs.conflicts}>
      <Loaded of={conflicts}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={request.outdated ? m.conflicts.unknown : m.conflicts.none}>
              {request.outdated && mayEdit && (
                <Button icon="redo" busy={update.isRunning} onClick={() => void update.run()}>
                  {m.requests.update}
                </Button>
              )}
              <ErrorNotice error={update.error} />
            </Empty>
          ) : (
            <>
              <p class="soft">{m.conflicts.count(items.length)}</p>
              {items.map((conflict) => (
                <ConflictView
                  key={`${conflict.kind} ${conflict.subject.id} ${conflict.field ?? ''}`}
                  space={space}
                  request={request}
                  conflict={conflict}
                  mayEdit={mayEdit}
                  onResolved={onResolved}
                />
              ))}
            </>
          )
        }
      </Loaded>
    </section>
  );
}

const shown = (value: unknown): string =>
  value === null || value === undefined
    ? m.conflicts.nothing
    : typeof value === 'string'
      ? value
      : JSON.stringify(value, null, 2);

function ConflictView({
  space,
  request,
  conflict,
  mayEdit,
  onResolved,
}: {
  readonly space: Space;
  readonly request: ChangeRequest;
  readonly conflict: Conflict;
  readonly mayEdit: boolean;
  readonly onResolved: () => void;
}) {
  const { kind, subject, field, path: title } = conflict;
  const resolve = useAction(async (take: 'ours' | 'theirs' | 'base' | 'both') => {
    await resolveChangeRequestConflict({
      path: { spaceId: space.id, changeRequestId: request.id, conflictId: subject.id },
      body: {
        take,
        kind,
        subject: subject.kind,
        ...(field !== undefined && { field }),
        ...(kind === 'content' && { scope: 'lines' as const }),
      },
    });
    announce(m.conflicts.resolved);
    onResolved();
  });
  const hasBoth = kind === 'content' || kind === 'orphan' || kind === 'slug';
  const sides = [
    { take: 'base', label: m.conflicts.base, value: conflict.base },
    { take: 'ours', label: m.conflicts.ours, value: conflict.ours },
    { take: 'theirs', label: m.conflicts.theirs, value: conflict.theirs },
  ] as const;
  return (
    <article class="change" aria-label={title}>
      <header>
        <h2 dir="auto">{title}</h2>
        <Badge kind="conflict">{m.conflicts.kinds[kind]}</Badge>
        {field && <span class="soft">{field}</span>}
      </header>
      <div class="sides three">
        {sides.map(({ take, label, value }) => (
          <figure key={take}>
            <figcaption>{label}</figcaption>
            <pre tabIndex={0}>{shown(value)}</pre>
            {mayEdit && (
              <Button busy={resolve.isRunning} onClick={() => void resolve.run(take)}>
                {m.conflicts.take[take]}
              </Button>
            )}
          </figure>
        ))}
      </div>
      <ErrorNotice error={resolve.error} />
      {mayEdit && (
        <p class="actions">
          {hasBoth && (
            <Button busy={resolve.isRunning} onClick={() => void resolve.run('both')}>
              {m.conflicts.take.both}
            </Button>
          )}
          {kind === 'content' && subject.kind === 'page' && (
            <LinkButton icon="edit" href={editHref({ spaceId: space.id, changeRequest: request.id }, subject.id)}>
              {m.conflicts.byHand}
            </LinkButton>
          )}
        </p>
      )}
    </article>
  );
}
