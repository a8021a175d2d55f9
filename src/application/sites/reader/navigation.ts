import type { OutlineEntry, SpaceOutline } from '../../../domain/sites/content/space-outline.ts';
import type { NavigationItem } from '../../../ports/sites/site-renderer.ts';
import { emojiText } from './emoji-text.ts';

/** Where an entry leads; undefined for one that leads nowhere. */
export type HrefOf = (entry: OutlineEntry) => string | undefined;

/** Groups within groups are followed so far. */
const MAX_GROUPS = 40;

/**
 * The table of contents of a space, as far as a page shows it: what is below a page only on the way to where the reader
 * is, so that it costs what is shown and not what there is.
 */
export class Navigation {
  constructor(
    private readonly outline: SpaceOutline,
    private readonly hrefOf: HrefOf,
  ) {}

  /** With the way to a page open and the page marked; closed where there is none, or one that navigation does not show. */
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
    return {
      type: entry.type,
      title: entry.label,
      ...(href !== undefined && { href }),
      ...(entry.emoji !== undefined && { emoji: emojiText(entry.emoji) }),
      ...(entry.icon !== undefined && { icon: entry.icon }),
      ...(children.length === 0 && this.#hasMore(entry) && { hasMoreChildren: true }),
      children,
    };
  }

  /** Where an entry leads, undefined where nowhere; null for what is not shown. */
  #shownHref(entry: OutlineEntry): string | undefined | null {
    const href = entry.listed ? this.hrefOf(entry) : undefined;
    return !entry.listed || (entry.type === 'link' && href === undefined) ? null : href;
  }

  #hasMore(entry: OutlineEntry): boolean {
    for (const child of this.outline.childrenOf(entry)) if (this.#shownHref(child) !== null) return true;
    return false;
  }
}
