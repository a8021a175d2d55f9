import { EMPTY_CONTENT, encodeContent } from '../../domain/content/content.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { Head } from '../../ports/content/branches.ts';
import { applyEdit } from '../content/edit-branch.ts';
import type { CommandContext } from '../kernel/use-case.ts';
import { projectionsOf, withObjects } from '../projections/projections-of.ts';
import { templateChanges } from './templates.ts';

/**
 * Puts the pages of a template into a space that the same unit of work has just begun, empty: one revision, as when they
 * are added to it afterwards.
 * @throws NotFound for an unknown template
 */
export async function fillFromTemplate(context: CommandContext<{ organization: Id }>, spaceId: Id, { revisionId, content: before }: Head, templateId: string): Promise<Head> {
  const { work, ids, now, at, content, slugify, blocks } = context;
  const changes = await templateChanges(context, templateId);
  const store = withObjects(content, [encodeContent(EMPTY_CONTENT)]);
  const edit = await applyEdit({ content: store, ids, now, at, slugify, blocks }, { revisionId, content: before }, changes, undefined);
  const revision = { id: ids.next(), spaceId, parents: [revisionId], content: edit.contentHash, type: 'edits' as const, createdAt: now, createdBy: at.caller.userId };
  const projections = projectionsOf({ content: store }, { before, after: edit.contentHash, objects: edit.objects });
  await work.branches.advance({ primary: projections, from: revisionId, revision, objects: edit.objects });
  return { revisionId: revision.id, content: edit.contentHash };
}
