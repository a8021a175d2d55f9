import { EMPTY_CONTENT, encodeContent } from '../../domain/content/content.ts';
import type { Id, SpaceId } from '../../domain/kernel/id.ts';
import type { Head } from '../../ports/content/branches.ts';
import { applyEdit } from '../content/edit-branch.ts';
import type { PlannedChange } from '../content/plan-changes.ts';
import { overlayObjects } from '../content/projections/build-projections.ts';
import { advancePrimary } from '../content/store-edit.ts';
import type { CommandContext } from '../kernel/use-case.ts';
import { newRevision } from '../content/new-revision.ts';

/** Applies changes to an empty space that the same unit of work has created, as one revision. */
export async function fillNewSpace(
  context: CommandContext<{ organization: Id }, 'ids' | 'content' | 'slugify' | 'blocks'>,
  spaceId: SpaceId,
  head: Head,
  changes: readonly PlannedChange[],
): Promise<Head> {
  const { work, ids, now, scope, content, slugify, blocks } = context;
  const store = overlayObjects(content, [encodeContent(EMPTY_CONTENT)]);
  const edit = await applyEdit({ content: store, ids, now, scope, slugify, blocks }, head, changes, undefined);
  const revision = newRevision(context, { spaceId, parents: [head.revisionId], content: edit.contentHash });
  await advancePrimary({ work, content: store }, head, revision, edit.objects);
  return { revisionId: revision.id, content: edit.contentHash };
}
