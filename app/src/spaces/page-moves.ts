import { findInTree, subpages, type TreePage } from './tree.ts';

/** Position of a page: its parent, and its index among the siblings without the page itself. */
export interface PagePosition {
  readonly into: string | null;
  readonly at: number;
}

/** Place at which a dragged page is dropped. */
export interface Drop {
  readonly id: string;
  readonly where: 'before' | 'inside' | 'after';
}

/** Returns the position for a drop; undefined for a page that would come under itself. */
export function positionAt(pages: readonly TreePage[], moved: string, { id, where }: Drop): PagePosition | undefined {
  const target = findInTree(pages, id);
  if (target === undefined || id === moved || target.above.some((page) => page.id === moved)) return undefined;
  if (where === 'inside') return { into: id, at: subpages(target.page).filter((page) => page.id !== moved).length };
  const siblings = target.siblings.filter((page) => page.id !== moved);
  const index = siblings.findIndex((page) => page.id === id);
  return { into: target.above.at(-1)?.id ?? null, at: where === 'before' ? index : index + 1 };
}

/**
 * Returns the position for a key: up and down among the siblings, right under the sibling before, left after the parent.
 * Returns undefined for other keys, and where the page cannot move further.
 */
export function moveByKey(pages: readonly TreePage[], id: string, key: string): PagePosition | undefined {
  const found = findInTree(pages, id);
  if (found === undefined) return undefined;
  const { above, siblings } = found;
  const index = siblings.findIndex((page) => page.id === id);
  const parent = above.at(-1);
  switch (key) {
    case 'ArrowUp':
      return index === 0 ? undefined : { into: parent?.id ?? null, at: index - 1 };
    case 'ArrowDown':
      return index === siblings.length - 1 ? undefined : { into: parent?.id ?? null, at: index + 1 };
    case 'ArrowRight': {
      const before = siblings[index - 1];
      return before === undefined || before.type === 'link' || before.type === 'computed'
        ? undefined
        : { into: before.id, at: subpages(before).length };
    }
    case 'ArrowLeft': {
      if (parent === undefined) return undefined;
      const upper = findInTree(pages, parent.id)!;
      return {
        into: upper.above.at(-1)?.id ?? null,
        at: upper.siblings.findIndex((page) => page.id === parent.id) + 1,
      };
    }
    default:
      return undefined;
  }
}

/** Returns the tree after a move; the same tree where the page or its new parent does not exist. */
export function movePage<Page extends TreePage>(
  pages: readonly Page[],
  id: string,
  { into, at }: PagePosition,
): readonly Page[] {
  const moved = findInTree(pages, id)?.page;
  if (moved === undefined || (into !== null && findInTree(pages, into) === undefined)) return pages;
  const rebuild = (siblings: readonly Page[], parent: string | null): readonly Page[] => {
    const rest = siblings
      .filter((page) => page.id !== id)
      .map((page) => ('pages' in page ? { ...page, pages: rebuild(subpages(page), page.id) } : page));
    return parent === into ? [...rest.slice(0, at), moved, ...rest.slice(at)] : rest;
  };
  return rebuild(pages, null);
}
