import type { CommentPageSnapshot } from '../../domain/comments/comment.ts';
import { findTargetPages } from '../../domain/comments/target-pages.ts';
import type { Hash } from '../../domain/content/objects/content-object.ts';
import { Invalid, NotFound } from '../../domain/kernel/errors.ts';
import type { Id, PageId } from '../../domain/kernel/id.ts';
import { read } from '../content/reading.ts';
import type { CommentLocation, Context } from './comment-location.ts';

export interface CommentTargetInput {
  readonly page?: Id;
  /** The key of a block of the page. */
  readonly node?: string;
}

/**
 * Finds the page or block that a new comment is on; none for a comment on the whole content.
 * @throws NotFound for a page or a block that the content does not have, Invalid for a block without a page
 */
export async function findTarget(
  context: Context,
  { head }: CommentLocation,
  { page: pageId, node }: CommentTargetInput,
): Promise<{ pageId: PageId; page: CommentPageSnapshot } | undefined> {
  if (pageId === undefined) {
    if (node !== undefined)
      throw Invalid.field('page', 'is required with node and must name the page that contains the node');
    return undefined;
  }
  const found = (await read(context.content, findTargetPages(head.content, [pageId]))).get(pageId);
  if (found === undefined) throw new NotFound('page', pageId);
  const { page, path } = found;
  const { title, emoji, icon, createdAt, updatedAt, document } = page;
  return {
    pageId,
    page: {
      title,
      createdAt,
      updatedAt,
      path,
      ...(emoji !== undefined && { emoji }),
      ...(icon !== undefined && { icon }),
      ...(document !== undefined && { document }),
      ...(node !== undefined && { node: await findNode(context, document, node) }),
    },
  };
}

async function findNode(
  { pageBlocks, scope }: Context,
  document: Hash | undefined,
  key: string,
): Promise<NonNullable<CommentPageSnapshot['node']>> {
  const preview = document === undefined ? undefined : (await pageBlocks.of(document, scope.organizationId)).get(key);
  if (preview === undefined) throw new NotFound('node', key);
  return { id: key, preview };
}
