import { EMPTY_CONTENT, encodeContent } from '../../domain/content/content.ts';
import type { Id, SpaceId } from '../../domain/kernel/id.ts';
import type { Head } from '../../ports/content/branches.ts';
import { applyEdit } from '../content/edit-branch.ts';
import type { PlannedChange } from '../content/plan-changes.ts';
import { buildProjections, overlayObjects } from '../content/projections/build-projections.ts';
import type { CommandContext } from '../kernel/use-case.ts';
import { newRevision } from '../content/new-revision.ts';

/** Applies changes to an empty space that the same unit of work has created, as one revision. */
export async function fillNewSpace(
  context: CommandContext<{ organization: Id }, 'ids' | 'content' | 'slugify' | 'blocks'>,
  spaceId: SpaceId,
  { revisionId, content: before }: Head,
  changes: readonly PlannedChange[],
): Promise<Head> {
  const { work, ids, now, scope, content, slugify, blocks } = context;
  const store = overlayObjects(content, [encodeContent(EMPTY_CONTENT)]);
  const edit = await applyEdit(
    { content: store, ids, now, scope, slugify, blocks },
    { revisionId, content: before },
    changes,
    undefined,
  );
  const revision = newRevision(context, { spaceId, parents: [revisionId], content: edit.contentHash });
  const projections = buildProjections({ content: store }, { before, after: edit.contentHash, objects: edit.objects });
  await work.branches.advance({ primary: projections, from: revisionId, revision, objects: edit.objects });
  return { revisionId: revision.id, content: edit.contentHash };
}
