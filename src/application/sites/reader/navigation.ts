import type { OutlineEntry, SpaceOutline } from '../../../domain/sites/space-outline.ts';
import type { NavigationItem } from '../../../ports/site-renderer.ts';
import { emojiText } from './emoji-text.ts';

/** Where an entry leads; undefined for one that leads nowhere. */
export type HrefOf = (entry: OutlineEntry) => string | undefined;

/** The table of contents of a space, without a mark on the page that is shown. */
export class Navigation {
  readonly #items = new Map<OutlineEntry, NavigationItem>();
  readonly items: readonly NavigationItem[];


  constructor(outline: SpaceOutline, hrefOf: HrefOf) {
    // Children come behind their parents: backwards, they are ready when their parent asks for them. Needs no stack.
    for (let i = outline.entries.length - 1; i >= 0; i--) {
      const entry = outline.entries[i]!;
      if (!entry.listed) continue;
      const href = hrefOf(entry);
      if (entry.type === 'link' && href === undefined) continue;
      this.#items.set(entry, {
        type: entry.type,
        title: entry.label,
        ...(href !== undefined && { href }),
        ...(entry.emoji !== undefined && { emoji: emojiText(entry.emoji) }),
        ...(entry.icon !== undefined && { icon: entry.icon }),
        children: this.#of(entry.children),
      });
    }
    this.items = this.#of(outline.entries.filter(({ parent }) => parent === undefined));
  }

  get size(): number {
    return this.#items.size;
  }

  /** The same with the mark: only the way down to the page is made anew. */
  at(current: OutlineEntry): readonly NavigationItem[] {
    let before = this.#items.get(current);
    if (before === undefined) return this.items;
    let after: NavigationItem = { ...before, current: true };
    for (let above = current.parent; above !== undefined; above = above.parent) {
      const parent = this.#items.get(above);
      if (parent === undefined) return this.items;
      const [was, is]: [NavigationItem, NavigationItem] = [before, after];
      after = { ...parent, children: parent.children.map((item) => (item === was ? is : item)) };
      before = parent;
    }
    return this.items.map((item) => (item === before ? after : item));
  }

  #of(entries: readonly OutlineEntry[]): readonly NavigationItem[] {
    return entries.flatMap((entry) => this.#items.get(entry) ?? []);
  }
}
