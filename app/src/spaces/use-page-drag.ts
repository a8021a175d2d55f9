import { useRef, useState } from 'preact/hooks';
import { positionAt, type Drop, type PagePosition } from './page-moves.ts';
import type { TreePage } from './tree.ts';

export interface PageDrag {
  /** Place at which the dragged page would be dropped. */
  readonly drop: Drop | undefined;
  /** Handlers of the element of a page. */
  handlers(page: TreePage & { readonly title: string }): {
    onDragStart(event: DragEvent): void;
    onDragOver(event: DragEvent & { readonly currentTarget: HTMLElement }): void;
    onDragEnd(): void;
    onDrop(event: DragEvent): void;
  };
}

/** Moves pages of a tree by dragging: before, after, or into another one. */
export function usePageDrag(
  pages: readonly TreePage[],
  onMove: ((pageId: string, to: PagePosition) => void) | undefined,
): PageDrag {
  const dragged = useRef<string | undefined>(undefined);
  const [drop, setDrop] = useState<Drop>();
  const end = (): void => {
    dragged.current = undefined;
    setDrop(undefined);
  };
  return {
    drop,
    handlers: (page) => ({
      onDragStart(event) {
        dragged.current = page.id;
        event.dataTransfer?.setData('text/plain', page.title);
        event.stopPropagation();
      },
      onDragOver(event) {
        if (dragged.current === undefined || dragged.current === page.id) return;
        event.preventDefault();
        const { top, height } = event.currentTarget.getBoundingClientRect();
        const part = (event.clientY - top) / height;
        const where = part < 0.3 ? 'before' : part > 0.7 || page.type === 'link' ? 'after' : 'inside';
        if (drop?.id !== page.id || drop.where !== where) setDrop({ id: page.id, where });
      },
      onDragEnd: end,
      onDrop(event) {
        event.preventDefault();
        const to = dragged.current && drop && positionAt(pages, dragged.current, drop);
        if (to) onMove?.(dragged.current!, to);
        end();
      },
    }),
  };
}
