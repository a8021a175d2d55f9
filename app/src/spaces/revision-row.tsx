import { Fragment } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import {
  getRevisionSemanticChanges,
  type RevisionSummary,
  type SemanticChange,
  type SemanticChanges,
  type Space,
} from '../api/operations.ts';
import { useQuery } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { pathTo } from '../navigation/paths.ts';
import { Badge, Time } from '../ui/parts.tsx';
import { RowText } from '../ui/rows.tsx';

/** Returns the text that somebody wrote about a revision, or the kind of one that is more than edits. */
function titleOf({ type, mergedFrom, git }: RevisionSummary): string | undefined {
  if (mergedFrom !== undefined) return m.history.merged(mergedFrom.subject || m.requests.untitled(mergedFrom.number));
  const message = git?.message.split('\n')[0];
  return message || (type === 'edits' ? undefined : m.history.types[type]);
}

/** Most changes that the row of a revision names. */
const MAX_NAMED = 3;

/** Revision with who made it, when, and what changed; the changes are loaded once the row is in sight. */
export function RevisionRow({ space, revision }: { readonly space: Space; readonly revision: RevisionSummary }) {
  const row = useRef<HTMLSpanElement>(null);
  const path = { spaceId: space.id, revisionId: revision.id };
  const { data } = useQuery(useIsSeen(row) ? `row of ${revision.id}` : undefined, (signal) =>
    getRevisionSemanticChanges({ path, query: { limit: MAX_NAMED, metadata: 'false' } }, { signal }),
  );
  const title = titleOf(revision);
  const changes = data !== undefined && data.changes.length > 0 && <ChangesText of={data} />;
  return (
    <>
      <RowText
        elementRef={row}
        title={
          title ?? (changes || (revision.parents.length === 0 ? m.history.beginning : m.history.types[revision.type]))
        }
        href={pathTo('revision', path)}
      >
        {revision.createdBy?.displayName ?? m.history.system} · <Time at={revision.createdAt} />
        {title !== undefined && changes && <> · {changes}</>}
      </RowText>
      {revision.id === space.revision && <Badge kind="open">{m.history.current}</Badge>}
    </>
  );
}

/** Tells whether an element has been in sight. */
function useIsSeen(element: { readonly current: Element | null }): boolean {
  const [isSeen, setSeen] = useState(false);
  useLayoutEffect(() => {
    if (element.current === null) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return isSeen;
}

/** Changes of a revision in one line: the kinds, with the names of what has changed. */
function ChangesText({ of: { changes, more = 0 } }: { readonly of: SemanticChanges }) {
  const kinds = new Map<SemanticChange['type'], readonly string[]>();
  for (const change of changes) kinds.set(change.type, [...(kinds.get(change.type) ?? []), ...namesOf(change)]);
  return (
    <>
      {[...kinds].map(([type, names], index) => (
        <Fragment key={type}>
          {index > 0 && '; '}
          {m.changes.types[type]}:{' '}
          {names.map((name, at) => (
            <Fragment key={at}>
              {at > 0 && ', '}
              <bdi>{name || m.common.untitled}</bdi>
            </Fragment>
          ))}
        </Fragment>
      ))}
      {more > 0 && `; ${m.history.moreChanges(more)}`}
    </>
  );
}

/** Returns the names of what a change is about. */
function namesOf(change: SemanticChange): readonly string[] {
  if ('page' in change) return [change.page.title];
  if ('file' in change) return [change.file.name];
  return 'variables' in change ? Object.keys(change.variables) : [change.reusableContent.title];
}
