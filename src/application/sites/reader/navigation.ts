import type { OutlineEntry, SpaceOutline } from '../../../domain/sites/content/space-outline.ts';
import type { PageOperation } from '../../../ports/content/computed-pages.ts';
import type { NavigationItem } from '../../../ports/sites/site-renderer.ts';
import { emojiText } from './emoji-text.ts';

/** Returns the URL of an entry; undefined for an entry without one. */
export type HrefOf = (entry: OutlineEntry) => string | undefined;

/** Returns the operation of an API that the page of an entry is about; undefined for other pages. */
export type OperationOf = (entry: OutlineEntry) => PageOperation | undefined;

/** Limit on the depth of nested groups. */
const MAX_GROUPS = 40;

/**
 * Table of contents of a space as a page shows it. The children of a page are included only on the path to the current
 * page, so that the cost follows the visible part.
 */
export class Navigation {
  constructor(
    private readonly outline: SpaceOutline,
    private readonly hrefOf: HrefOf,
    private readonly operationOf: OperationOf = () => undefined,
  ) {}

  /**
   * Builds the items with the path to the current page expanded and the page marked; collapsed when there is no current
   * page or it is not listed.
   */
  itemsFor(current?: OutlineEntry): readonly NavigationItem[] {
    let below: { readonly entry: OutlineEntry; readonly item: NavigationItem } | undefined;
    for (let entry = current?.listed ? current : undefined; entry !== undefined; entry = entry.parent) {
      const item = this.#item(entry, this.#items(entry, below));
      if (item === undefined) return this.itemsFor();
      below = { entry, item: entry === current ? { ...item, current: true } : item };
    }
    return this.#items(undefined, below);
  }

  #items(
    of: OutlineEntry | undefined,
    open?: { readonly entry: OutlineEntry; readonly item: NavigationItem },
    level = 0,
  ): readonly NavigationItem[] {
    const items: NavigationItem[] = [];
    for (const entry of this.outline.childrenOf(of)) {
      const item =
        entry === open?.entry
          ? open.item
          : this.#item(
              entry,
              entry.type === 'group' && level < MAX_GROUPS ? this.#items(entry, undefined, level + 1) : [],
            );
      if (item !== undefined) items.push(item);
    }
    return items;
  }

  #item(entry: OutlineEntry, children: readonly NavigationItem[]): NavigationItem | undefined {
    const href = this.#shownHref(entry);
    if (href === null) return undefined;
    const operation = this.operationOf(entry);
    return {
      type: entry.type,
      title: entry.label,
      ...(href !== undefined && { href }),
      ...(entry.emoji !== undefined && { emoji: emojiText(entry.emoji) }),
      ...(entry.icon !== undefined && { icon: entry.icon }),
      ...(operation !== undefined && { operation }),
      ...(children.length === 0 && this.#hasMore(entry) && { hasMoreChildren: true }),
      children,
    };
  }

  /** Returns the URL of an entry, undefined for an entry without one, null for an entry that is not shown. */
  #shownHref(entry: OutlineEntry): string | undefined | null {
    const href = entry.listed ? this.hrefOf(entry) : undefined;
    return !entry.listed || (entry.type === 'link' && href === undefined) ? null : href;
  }

  #hasMore(entry: OutlineEntry): boolean {
    for (const child of this.outline.childrenOf(entry)) if (this.#shownHref(child) !== null) return true;
    return false;
  }
}
