import { readContent } from '../../../domain/content/content.ts';
import { Conflict, NotFound } from '../../../domain/kernel/errors.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import type { Revision } from '../../../domain/content/revision.ts';
import { requireMatch } from '../../change-requests/require-match.ts';
import type { InRevision } from '../content-place.ts';
import { read as readContentOf } from '../reading.ts';
import { command } from '../../kernel/use-case.ts';
import { projectionsOf } from '../projections/projections-of.ts';

export interface RestoreResult {
  /** Where the space's content stands now. */
  readonly revision: Id;
  readonly result: 'rollback' | 'unchanged';
}

/**
 * Makes the content of a revision of the space (of its primary content or one of its change requests) its present content
 * again, as a new revision on top: a pointer, whatever the size. Who may merge may do this, for it puts content before
 * readers just as a merge does. Content that is the present one already makes no new revision.
 * @throws Conflict in a locked space, and for a revision with conflicts that are still open; PreconditionFailed
 */
export const restoreRevision = command({
  name: 'restoreRevision',
  requires: 'space:merge',
  within: ({ spaceId }: InRevision & { readonly ifMatch?: Id }) => ({ space: spaceId }),

  async prepare({ read, content }, { spaceId, revisionId }): Promise<Revision> {
    const revision = await read.revisions.find(spaceId, revisionId);
    if (revision === undefined) throw new NotFound('revision');
    const { conflicts } = await readContentOf(content, readContent(revision.content));
    if (conflicts !== null) throw new Conflict('the revision contains unresolved conflicts and cannot be restored');
    return revision;
  },

  async run(context, { spaceId, ifMatch }, restored): Promise<RestoreResult> {
    const { work, ids, now, at } = context;
    const space = await work.spaces.get({ id: spaceId, organizationId: at.organizationId, deletedAt: null });
    space.requireLive();
    const [head] = await work.branches.lock(spaceId, spaceId);
    requireMatch(ifMatch, head!, 'space');
    if (head!.content === restored.content) return { revision: head!.revisionId, result: 'unchanged' };

    const revision = {
      id: ids.next(),
      spaceId,
      parents: [head!.revisionId, restored.id],
      content: restored.content,
      type: 'rollback' as const,
      createdAt: now,
      createdBy: at.caller.userId,
    };
    const projections = projectionsOf(context, { before: head!.content, after: restored.content });
    await work.branches.advance({ primary: projections, from: head!.revisionId, revision, objects: [] });
    space.recordContentRestored({ revision: revision.id, from: restored.id });
    await work.spaces.save(space);
    return { revision: revision.id, result: 'rollback' };
  },
});
