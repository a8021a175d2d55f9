import type { ComponentChildren, TargetedDragEvent } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { m } from '../messages/messages.ts';
import { Icon } from './icon.tsx';

/** Place beside another item of the list. */
export interface Neighbor<Item> {
  readonly where: 'before' | 'after';
  readonly item: Item;
}

export interface SortableProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly titleOf: (item: Item) => string;
  /** Moves an item; absent where the order cannot be changed. */
  readonly onMove?: ((item: Item, to: Neighbor<Item>) => void) | undefined;
  readonly children: (item: Item) => ComponentChildren;
}

/** List whose order is changed by dragging, or with the arrow keys on the handle of an item. */
export function Sortable<Item>(props: SortableProps<Item>) {
  const { label, items, keyOf, titleOf, onMove, children } = props;
  const list = useRef<HTMLUListElement>(null);
  const hint = useId();
  const dragging = useDragging(props);
  const { activeElement } = document;
  useLayoutEffect(() => {
    // An element that is moved in the document loses the focus.
    if (list.current?.contains(activeElement)) (activeElement as HTMLElement).focus();
  }, [items]);
  const onKey = (event: KeyboardEvent, item: Item, index: number): void => {
    const up = event.key === 'ArrowUp';
    if (!up && event.key !== 'ArrowDown') return;
    event.preventDefault();
    event.stopPropagation();
    const neighbor = items[index + (up ? -1 : 1)];
    if (neighbor === undefined) return;
    onMove?.(item, { where: up ? 'before' : 'after', item: neighbor });
  };
  return (
    <>
      <ul class="rows sortable" aria-label={label} ref={list}>
        {items.map((item, index) => (
          <li key={keyOf(item)} draggable={onMove !== undefined} {...dragging(item)}>
            {onMove && (
              <button
                type="button"
                class="handle"
                aria-label={m.common.move(titleOf(item))}
                aria-describedby={hint}
                onKeyDown={(event) => onKey(event, item, index)}
              >
                <Icon name="drag" />
              </button>
            )}
            {children(item)}
          </li>
        ))}
      </ul>
      {onMove && (
        <span class="sr-only" id={hint}>
          {m.common.moveHint}
        </span>
      )}
    </>
  );
}

/** Returns the properties by which the row of an item can be dragged, and another one dropped beside it. */
function useDragging<Item>({ items, keyOf, titleOf, onMove }: SortableProps<Item>) {
  const dragged = useRef<string | undefined>(undefined);
  const [drop, setDrop] = useState<{ readonly key: string; readonly where: 'before' | 'after' }>();
  const end = (): void => {
    dragged.current = undefined;
    setDrop(undefined);
  };
  return (item: Item) => {
    const key = keyOf(item);
    return {
      class: drop?.key === key ? `drop-${drop.where}` : '',
      onDragStart(event: DragEvent) {
        dragged.current = key;
        event.dataTransfer?.setData('text/plain', titleOf(item));
        event.stopPropagation();
      },
      onDragOver(event: TargetedDragEvent<HTMLLIElement>) {
        if (dragged.current === undefined || dragged.current === key) return;
        event.preventDefault();
        event.stopPropagation();
        const { top, height } = event.currentTarget.getBoundingClientRect();
        const where = event.clientY - top < height / 2 ? 'before' : 'after';
        if (drop?.key !== key || drop.where !== where) setDrop({ key, where });
      },
      onDragEnd: end,
      onDrop(event: DragEvent) {
        const moved = items.find((one) => keyOf(one) === dragged.current);
        if (moved === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        if (drop?.key === key && moved !== item) onMove?.(moved, { where: drop.where, item });
        end();
      },
    };
  };
}
