import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Page } from '../api/operations.ts';
import { m } from '../messages/messages.ts';
import { navigate } from '../navigation/router.ts';
import { moveByKey } from './page-moves.ts';
import type { PageTreeProps } from './page-tree.tsx';
import { findInTree, hasSubpages } from './tree.ts';
import type { Folding } from './use-folding.ts';

export interface TreeKeys {
  /** Page that the Tab key leads to. */
  readonly focusable: string | undefined;
  /** Message for screen readers about the last move. */
  readonly announcement: string;
  /** Remembers the page that has the focus. */
  onFocus(id: string): void;
  onKeyDown(event: KeyboardEvent): void;
}

/**
 * Lets the keyboard use a tree of pages: arrows move the focus and fold, Enter opens a page, letters find one, and Alt with
 * an arrow moves one.
 */
export function useTreeKeys(
  tree: RefObject<HTMLElement | null>,
  { pages, current, hrefOf, onMove }: PageTreeProps,
  { isOpen, fold, isShown }: Folding,
): TreeKeys {
  const [focused, setFocused] = useState<string>();
  const [announcement, setAnnouncement] = useState('');
  const rows = (): HTMLElement[] => [...(tree.current?.querySelectorAll<HTMLElement>('[role=treeitem]') ?? [])];
  const focusOn = (row: HTMLElement | undefined): void => {
    if (row === undefined) return;
    setFocused(row.dataset['id']);
    row.focus();
  };
  /** Page that has the focus again when the tree shows its move. */
  const moved = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (moved.current === undefined) return;
    const row = rows().find(({ dataset }) => dataset['id'] === moved.current);
    moved.current = undefined;
    row?.focus();
  }, [pages]);

  const move = ({ id, title }: Page, event: KeyboardEvent): void => {
    if (onMove === undefined) return;
    // Where the page cannot move further, the browser does not leave the screen either.
    if (event.key.startsWith('Arrow')) event.preventDefault();
    const to = moveByKey(pages, id, event.key);
    if (to === undefined) return;
    moved.current = id;
    if (to.into !== null) fold(to.into, true);
    setAnnouncement(m.tree.moved(title));
    onMove(id, to);
  };
  const open = (page: Page): void => {
    const href = hrefOf(page);
    if (href !== undefined) navigate(href);
    else fold(page.id, !isOpen(page));
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[role=treeitem]');
    const found = row && findInTree(pages, row.dataset['id'] ?? '');
    if (!row || !found) return;
    const { page } = found;
    if (event.altKey) return move(page, event);
    if (event.ctrlKey || event.metaKey) return;
    const all = rows();
    const at = all.indexOf(row);
    switch (event.key) {
      case 'ArrowDown':
        focusOn(all[at + 1]);
        break;
      case 'ArrowUp':
        focusOn(all[at - 1]);
        break;
      case 'Home':
        focusOn(all[0]);
        break;
      case 'End':
        focusOn(all.at(-1));
        break;
      case 'ArrowRight':
        if (hasSubpages(page) && !isOpen(page)) fold(page.id, true);
        else if (hasSubpages(page)) focusOn(all[at + 1]);
        break;
      case 'ArrowLeft':
        if (hasSubpages(page) && isOpen(page)) fold(page.id, false);
        else focusOn(all.find(({ dataset }) => dataset['id'] === found.above.at(-1)?.id));
        break;
      case 'Enter':
        open(page);
        break;
      default:
        if (event.key.length !== 1 || event.key === ' ' || event.key === '/') return;
        focusOn(nextWithLetter(all, at, event.key.toLowerCase()));
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    focusable: [focused, current].find(isShown) ?? pages[0]?.id,
    announcement,
    onFocus: setFocused,
    onKeyDown,
  };
}

/** Finds the next row whose title begins with a letter; the search goes on at the first row. */
const nextWithLetter = (rows: readonly HTMLElement[], at: number, letter: string): HTMLElement | undefined =>
  [...rows.slice(at + 1), ...rows.slice(0, at + 1)].find(({ dataset }) =>
    (dataset['title'] ?? '').toLowerCase().startsWith(letter),
  );
