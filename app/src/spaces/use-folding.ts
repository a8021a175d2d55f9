import { useMemo, useState } from 'preact/hooks';
import { findInTree, type TreePage } from './tree.ts';

/** Number of top-level pages below which everything is unfolded at first. */
const FEW_PAGES = 12;

export interface Folding {
  /** True if the subpages of a page are shown. */
  isOpen(page: TreePage): boolean;
  fold(id: string, isOpen: boolean): void;
  /** Tells whether a page is in the tree, and not in a part that is folded. */
  isShown(id: string | undefined): id is string;
}

/** Folds and unfolds the pages of a tree; those above the current page are unfolded at first. */
export function useFolding(pages: readonly TreePage[], current: string | undefined): Folding {
  const [folded, setFolded] = useState<ReadonlyMap<string, boolean>>(new Map());
  const above = useMemo(
    () => new Set(current === undefined ? [] : (findInTree(pages, current)?.above ?? []).map(({ id }) => id)),
    [pages, current],
  );
  const isOpen = ({ id }: TreePage): boolean =>
    folded.get(id) ?? (above.has(id) || id === current || pages.length < FEW_PAGES);
  return {
    isOpen,
    fold: (id, isOpen) => setFolded(new Map(folded).set(id, isOpen)),
    isShown: (id): id is string => id !== undefined && findInTree(pages, id)?.above.every(isOpen) === true,
  };
}
