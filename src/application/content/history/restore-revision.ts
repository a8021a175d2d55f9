import { readContent } from '../../../domain/content/content.ts';
import { Conflict, NotFound } from '../../../domain/kernel/errors.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import type { Revision } from '../../../domain/content/revision.ts';
import { requireMatch } from '../../change-requests/require-match.ts';
import type { InRevision } from '../content-location.ts';
import { read as readContentOf } from '../reading.ts';
import { command } from '../../kernel/use-case.ts';
import { inSpace } from '../../kernel/scope.ts';
import { advancePrimary } from '../store-edit.ts';
import { newRevision } from '../new-revision.ts';

export interface RestoreResult {
  /** Current revision of the primary content. */
  readonly revision: Id;
  readonly result: 'rollback' | 'unchanged';
}

/**
 * Restores the content of a revision as a new revision of the primary content, in the same time whatever its size.
 *
 * The revision may belong to the primary content or to a change request of the space. Makes no new revision when the
 * content is already current. Fails with `Conflict` when the space accepts change requests only, or when the revision
 * contains unresolved conflicts.
 */
export const restoreRevision = command<InRevision & { readonly ifMatch?: Id }>()({
  name: 'restoreRevision',
  requires: 'space:merge',
  scope: inSpace,
  needs: ['content', 'ids'],

  async prepare({ read, content }, { spaceId, revisionId }): Promise<Revision> {
    const revision = await read.revisions.find(spaceId, revisionId);
    if (revision === undefined) throw new NotFound('revision');
    const { conflicts } = await readContentOf(content, readContent(revision.content));
    if (conflicts !== null) throw new Conflict('the revision contains unresolved conflicts and cannot be restored');
    return revision;
  },

  async run(context, { spaceId, ifMatch }, restored): Promise<RestoreResult> {
    const { work, scope } = context;
    const space = await work.spaces.get({ id: spaceId, organizationId: scope.organizationId, deletedAt: null });
    space.requireLive();
    const [head] = await work.branches.lock(spaceId, spaceId);
    requireMatch(ifMatch, head!, 'space');
    if (head!.content === restored.content) return { revision: head!.revisionId, result: 'unchanged' };

    const revision = newRevision(context, {
      spaceId,
      parents: [head!.revisionId, restored.id],
      content: restored.content,
      type: 'rollback',
    });
    await advancePrimary(context, head!, revision);
    space.recordContentRestored({ revision: revision.id, from: restored.id });
    await work.spaces.save(space);
    return { revision: revision.id, result: 'rollback' };
  },
});
