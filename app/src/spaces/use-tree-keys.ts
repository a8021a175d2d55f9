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
    const { key } = event;
    const all = rows();
    const isFolding =
      hasSubpages(page) && ((key === 'ArrowRight' && !isOpen(page)) || (key === 'ArrowLeft' && isOpen(page)));
    if (key === 'Enter') open(page);
    else if (isFolding) fold(page.id, !isOpen(page));
    else if (MOVES[key]) focusOn(MOVES[key](all, all.indexOf(row), found));
    else if (isLetter(key)) focusOn(nextWithLetter(all, all.indexOf(row), key.toLowerCase()));
    else return;
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

type Rows = readonly HTMLElement[];
type FocusMove = (rows: Rows, at: number, place: { page: Page; above: readonly Page[] }) => HTMLElement | undefined;

/** Rows that keys move the focus to from the row at an index. */
const MOVES: Readonly<Record<string, FocusMove>> = {
  ArrowDown: (rows, at) => rows[at + 1],
  ArrowUp: (rows, at) => rows[at - 1],
  Home: (rows) => rows[0],
  End: (rows) => rows.at(-1),
  ArrowRight: (rows, at, { page }) => (hasSubpages(page) ? rows[at + 1] : undefined),
  ArrowLeft: (rows, _, { above }) => rows.find(({ dataset }) => dataset['id'] === above.at(-1)?.id),
};

const isLetter = (key: string): boolean => key.length === 1 && key !== ' ' && key !== '/';

/** Finds the next row whose title begins with a letter; the search goes on at the first row. */
const nextWithLetter = (rows: Rows, at: number, letter: string): HTMLElement | undefined =>
  [...rows.slice(at + 1), ...rows.slice(0, at + 1)].find(({ dataset }) =>
    (dataset['title'] ?? '').toLowerCase().startsWith(letter),
  );
