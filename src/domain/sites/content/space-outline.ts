import type { Content } from '../../content/content.ts';
import type { PageNode } from '../../content/content-reads.ts';
import type { JsonObject } from '../../content/objects/json.ts';
import type { MapChange } from '../../content/objects/map-diff.ts';
import type { Page } from '../../content/page.ts';
import { PAUSE, runSync, type ObjectQuery } from '../../content/objects/object-query.ts';
import type { Id } from '../../kernel/id.ts';
import type { Pausable } from '../../kernel/pausable.ts';
import { OutlinePages, type OutlinePage } from './outline-pages.ts';

/** Page as navigation shows it. */
export interface OutlineEntry {
  readonly id: Id;
  readonly type: 'document' | 'group' | 'link';
  readonly title: string;
  /** Title in navigation. */
  readonly label: string;
  readonly emoji?: string;
  readonly icon?: string;
  /** Path below the space; undefined for a link. */
  readonly path: string | undefined;
  readonly parent: OutlineEntry | undefined;
  /** True if navigation shows the page: neither it nor an ancestor is hidden. */
  readonly listed: boolean;
  /** True if search engines may index the page. */
  readonly indexed: boolean;
  /** Target of a link page. */
  readonly target?: JsonObject;
  readonly href?: string;
  /** Path of the document in the Git repository. */
  readonly gitPath?: string;
}

/** Tells whether a condition holds for the reader. */
export type ConditionCheck = (condition: string) => boolean;

/**
 * Pages of a space that are visible to one reader; by default, to everybody. A page whose condition does not hold is
 * removed with its descendants. Entries are created on demand, so that the cost follows the pages that are read or
 * changed; each page has at most one entry per outline.
 */
export class SpaceOutline {
  readonly #pages: OutlinePages;
  /** Entries by id; undefined for invisible pages. */
  readonly #entries = new Map<Id, OutlineEntry | undefined>();
  #home: { readonly entry: OutlineEntry | undefined } | undefined;

  constructor(
    of: readonly PageNode[] | OutlinePages,
    private readonly isVisible: ConditionCheck = () => false,
  ) {
    this.#pages = of instanceof OutlinePages ? of : runSync(new Map(), OutlinePages.fromTree(of));
  }

  /** Builds the outline of a content in linear time, with pauses. */
  static *fromContent(content: Content): ObjectQuery<SpaceOutline> {
    return new SpaceOutline(yield* OutlinePages.fromContent(content));
  }

  /** Applies changes of the content; returns the same outline if they do not affect it. */
  *applyChanges(changes: readonly MapChange<Page>[]): Pausable<SpaceOutline> {
    const pages = yield* this.#pages.applyChanges(changes);
    return pages === this.#pages ? this : new SpaceOutline(pages, this.isVisible);
  }

  /** Returns the outline of the same pages for another reader. */
  withConditions(isVisible: ConditionCheck): SpaceOutline {
    return new SpaceOutline(this.#pages, isVisible);
  }

  /** Number of pages, including invisible ones. */
  get size(): number {
    return this.#pages.count;
  }
  /** Computed pages; their subpages must be added to the tree before an outline shows them. */
  get computed(): readonly Page[] {
    return [...this.#pages.computed.values()];
  }
  /** Returns the slugs that are taken directly below a page (null: the root). */
  childSlugs(parent: Id | null): readonly (string | undefined)[] {
    return this.#pages.childrenOf(parent).map((id) => this.#pages.get(id)?.slug);
  }
  /** All entries, parents before their children, siblings in order. */
  get entries(): readonly OutlineEntry[] {
    return [...this.#descendants(undefined)];
  }
  /** Lists the documents that navigation shows, in its order. */
  *documents(): Generator<OutlineEntry> {
    for (const entry of this.#descendants(undefined, ({ listed }) => listed))
      if (entry.type === 'document') yield entry;
  }
  /** Home page: the first document that navigation shows, otherwise the first document. */
  get home(): OutlineEntry | undefined {
    this.#home ??= { entry: this.documents().next().value ?? this.#firstHidden() };
    return this.#home.entry;
  }

  /**
   * Lists the pages that navigation does not show, including descendants of hidden pages and pages invisible to the
   * reader.
   */
  *unlistedPages(): ObjectQuery<readonly Id[]> {
    const ids = new Set<Id>();
    for (const id of yield* this.#pages.restrictedPages()) {
      if (ids.has(id) || this.byId(id)?.listed) continue;
      const open = [id];
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        ids.add(next);
        for (const child of this.#pages.childrenOf(next)) open.push(child);
        if (ids.size % 500 === 0) yield PAUSE;
      }
    }
    return [...ids];
  }

  byId(id: Id): OutlineEntry | undefined {
    const chain: OutlinePage[] = [];
    let open = true;
    let at: Id | null = id;
    while (at !== null && open && !this.#entries.has(at)) {
      const page = this.#pages.get(at);
      open = page !== undefined && (page.condition === undefined || this.isVisible(page.condition));
      if (page !== undefined) chain.push(page);
      at = page?.parent ?? null;
    }
    let entry = at === null ? undefined : this.#entries.get(at);
    open &&= at === null || entry !== undefined;
    for (const page of chain.reverse()) {
      entry = open ? toEntry(page, entry) : undefined;
      this.#entries.set(page.id, entry);
    }
    return entry;
  }
  /** Finds an entry by path; the empty path is the home page. */
  byPath(path: string): OutlineEntry | undefined {
    return path === '' ? this.home : this.#bySlugs(path.split('/'), (slug, segment) => slug === segment);
  }
  /** Finds an entry by path, ignoring case and the composition of letters; the first one of several. */
  byPathIgnoringCase(path: string): OutlineEntry | undefined {
    return this.#bySlugs(path.split('/'), () => true);
  }
  byGitPath(path: string): OutlineEntry | undefined {
    const found = this.#pages.byGitPath(path).flatMap((id) => this.byId(id) ?? []);
    return found.length > 1
      ? found
          .map((entry) => ({ entry, place: this.#treePosition(entry) }))
          .sort((a, b) => compareTreePositions(a.place, b.place))[0]!.entry
      : found[0];
  }

  /** Lists the children of an entry (undefined: the root), in order. */
  *childrenOf(entry: OutlineEntry | undefined): Generator<OutlineEntry> {
    for (const id of this.#pages.childrenOf(entry?.id ?? null)) {
      const child = this.byId(id);
      if (child !== undefined) yield child;
    }
  }

  /** Returns the documents before and after an entry in navigation. */
  neighbors(entry: OutlineEntry): { readonly previous?: OutlineEntry; readonly next?: OutlineEntry } {
    if (!entry.listed || entry.type !== 'document') return {};
    const [previous, next] = [this.#previousDocument(entry), this.#nextDocument(entry)];
    return { ...(previous && { previous }), ...(next && { next }) };
  }

  /** Returns the first document in a group that navigation shows. */
  firstDocumentIn(group: OutlineEntry): OutlineEntry | undefined {
    for (const entry of this.#descendants(group, ({ listed }) => listed)) if (entry.type === 'document') return entry;
    return undefined;
  }

  #firstHidden(): OutlineEntry | undefined {
    for (const entry of this.#descendants(undefined)) if (entry.type === 'document') return entry;
    return undefined;
  }

  /**
   * Lists all descendants of an entry; skips entries that `keeps` rejects with their descendants. Not recursive, so
   * that depth is unlimited.
   */
  *#descendants(
    entry: OutlineEntry | undefined,
    keeps: (entry: OutlineEntry) => boolean = () => true,
  ): Generator<OutlineEntry> {
    const open = [this.childrenOf(entry)];
    for (let family = open.at(-1); family; family = open.at(-1)) {
      const next = family.next();
      if (next.done) open.pop();
      else if (keeps(next.value)) {
        yield next.value;
        open.push(this.childrenOf(next.value));
      }
    }
  }

  #bySlugs(
    slugs: readonly string[],
    fits: (slug: string | undefined, segment: string) => boolean,
  ): OutlineEntry | undefined {
    // Depth first, so that the first one of several is found.
    const open: { readonly id: Id; readonly depth: number }[] = [];
    const look = (parent: Id | null, depth: number): void => {
      const segment = slugs[depth]!;
      const found = this.#pages.bySlug(parent, segment).filter((id) => fits(this.#pages.get(id)!.slug, segment));
      for (const id of found.toReversed()) open.push({ id, depth: depth + 1 });
    };
    look(null, 0);
    for (let next = open.pop(); next; next = open.pop()) {
      if (next.depth < slugs.length) look(next.id, next.depth);
      else {
        const entry = this.byId(next.id);
        if (entry !== undefined) return entry;
      }
    }
    return undefined;
  }

  #previousDocument(entry: OutlineEntry): OutlineEntry | undefined {
    for (let at: OutlineEntry | undefined = entry; at !== undefined; at = at.parent) {
      const family = this.#pages.childrenOf(at.parent?.id ?? null);
      for (let i = family.indexOf(at.id) - 1; i >= 0; i--) {
        const sibling = this.byId(family[i]!);
        const last = sibling && this.#lastDocumentIn(sibling);
        if (last !== undefined) return last;
      }
      if (at.parent?.type === 'document') return at.parent;
    }
    return undefined;
  }

  #nextDocument(entry: OutlineEntry): OutlineEntry | undefined {
    const below = this.firstDocumentIn(entry);
    if (below !== undefined) return below;
    for (let at: OutlineEntry | undefined = entry; at !== undefined; at = at.parent) {
      const family = this.#pages.childrenOf(at.parent?.id ?? null);
      for (let i = family.indexOf(at.id) + 1; i < family.length; i++) {
        const sibling = this.byId(family[i]!);
        if (!sibling?.listed) continue;
        const first = sibling.type === 'document' ? sibling : this.firstDocumentIn(sibling);
        if (first !== undefined) return first;
      }
    }
    return undefined;
  }

  /** Returns the last document that navigation shows in an entry's subtree. */
  #lastDocumentIn(entry: OutlineEntry): OutlineEntry | undefined {
    const open = [{ entry, looked: false }];
    for (let next = open.pop(); next; next = open.pop()) {
      if (!next.entry.listed) continue;
      if (next.looked) {
        if (next.entry.type === 'document') return next.entry;
        continue;
      }
      open.push({ entry: next.entry, looked: true });
      for (const child of this.childrenOf(next.entry)) open.push({ entry: child, looked: false });
    }
    return undefined;
  }

  /** Returns the index of each ancestor among its siblings, from the root down. */
  #treePosition(entry: OutlineEntry): readonly number[] {
    const places: number[] = [];
    for (let at: OutlineEntry | undefined = entry; at !== undefined; at = at.parent)
      places.push(this.#pages.childrenOf(at.parent?.id ?? null).indexOf(at.id));
    return places.reverse();
  }
}

/** Orders parents before their children, siblings in order. */
function compareTreePositions(a: readonly number[], b: readonly number[]): number {
  const differs = a.findIndex((place, i) => place !== b[i]);
  return differs < 0 ? a.length - b.length : b[differs] === undefined ? 1 : a[differs]! - b[differs];
}

function toEntry(page: OutlinePage, parent: OutlineEntry | undefined): OutlineEntry {
  const { id, type, slug, title, linkTitle, emoji, icon, hidden, noIndex: unindexed, target, href, gitPath } = page;
  const listed = !hidden && (parent?.listed ?? true);
  return {
    id,
    type,
    title,
    label: linkTitle ?? title,
    ...(emoji !== undefined && { emoji }),
    ...(icon !== undefined && { icon }),
    path:
      type === 'link' || slug === undefined ? undefined : parent?.path === undefined ? slug : `${parent.path}/${slug}`,
    parent,
    listed,
    indexed: listed && !unindexed,
    ...(target !== undefined && { target }),
    ...(href !== undefined && { href }),
    ...(gitPath !== undefined && { gitPath }),
  };
}
