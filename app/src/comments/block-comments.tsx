import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useQuery } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { loadPage } from '../spaces/content-place.ts';
import type { CommentPlace } from './comment-place.ts';

/** Block of a page that a comment is about. */
export interface CommentedBlock {
  readonly node: string;
  readonly preview: string;
}

interface BlockNode {
  readonly key: string;
  readonly type: string;
}

export interface BlockCommentsProps {
  readonly place: CommentPlace;
  readonly pageId: string;
  /** Text that changes when the page may have changed. */
  readonly version: string | undefined;
  /** Begins a comment on a block; the blocks have no buttons when omitted. */
  readonly onComment?: ((block: CommentedBlock) => void) | undefined;
  readonly children: ComponentChildren;
}

/**
 * Adds a button to each block of a rendered page that begins a comment on it. The buttons appear where the rendered
 * blocks are those of the document, one for one; elsewhere comments are about the page.
 */
export function BlockComments({ place, pageId, version, onComment, children }: BlockCommentsProps) {
  const element = useRef<HTMLDivElement>(null);
  const key = `blocks ${place.spaceId} ${place.changeRequest ?? ''} ${version ?? ''} ${pageId}`;
  const { data: page } = useQuery(onComment && key, () => loadPage(place, pageId, 'document'));
  const nodes =
    page?.type === 'document' && page.document ? (page.document['nodes'] as readonly BlockNode[]) : undefined;
  useEffect(() => {
    const content = element.current?.querySelector('.s-content');
    if (!content || nodes === undefined || onComment === undefined) return;
    const blocks = [...content.children].filter((block): block is HTMLElement => block instanceof HTMLElement);
    if (blocks.length !== nodes.length) return;
    const added = blocks.map((block, index) => {
      const preview = (block.textContent ?? '').trim().slice(0, 80);
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'block-comment';
      button.setAttribute('aria-label', m.comments.commentOn(preview || nodes[index]!.type));
      button.textContent = '💬';
      button.addEventListener('click', () => onComment({ node: nodes[index]!.key, preview }));
      block.classList.add('has-comment-button');
      // Lists consist of items only.
      const item = block.matches('ul, ol') ? block.firstElementChild : null;
      (item ?? block).append(button);
      return { block, button };
    });
    return () =>
      added.forEach(({ block, button }) => {
        block.classList.remove('has-comment-button');
        button.remove();
      });
  }, [nodes, onComment]);
  return (
    <div ref={element} class="commentable">
      {children}
    </div>
  );
}
