import type { Content } from '../../content/content.ts';
import type { PageNode } from '../../content/content-reads.ts';
import { sameJson, type JsonObject } from '../../content/objects/json.ts';
import type { MapChange } from '../../content/objects/map-diff.ts';
import { entries } from '../../content/objects/map-read.ts';
import type { Page } from '../../content/page.ts';
import { PAUSE, type ObjectQuery } from '../../content/objects/object-query.ts';
import { compareSiblings } from '../../content/siblings.ts';
import type { Id } from '../../kernel/id.ts';
import { PauseCounter, sortInSteps, type Pausable } from '../../kernel/pausable.ts';
import { PersistentMap } from './persistent-map.ts';

/** Fields of a page that an outline needs. */
export interface OutlinePage {
  readonly id: Id;
  readonly type: 'document' | 'group' | 'link';
  readonly parent: Id | null;
  readonly rank: string;
  readonly slug: string | undefined;
  readonly title: string;
  readonly linkTitle: string | undefined;
  readonly emoji: string | undefined;
  readonly icon: string | undefined;
  readonly hidden: boolean;
  /** True if search engines are kept from the page itself. */
  readonly noIndex: boolean;
  /** Expression that decides who sees the page; undefined for everybody. */
  readonly condition: string | undefined;
  readonly target: JsonObject | undefined;
  readonly href: string | undefined;
  readonly gitPath: string | undefined;
}

/** Converts a page; undefined for pages that no outline shows. */
function toOutlinePage(page: Page): OutlinePage | undefined {
  const { id, type, parent, rank, slug, title, linkTitle, emoji, icon, target, href, git } = page;
  if (type === 'computed') return undefined;
  return {
    id,
    type,
    parent,
    rank,
    slug,
    title,
    linkTitle,
    emoji,
    icon,
    target,
    href,
    gitPath: git?.path,
    hidden: page.hidden === true,
    noIndex: page.noRobotsIndex === true || page.noIndex === true,
    condition: page.condition,
  };
}

type IdLists = Map<string, Id[]>;
const addToList = (lists: IdLists, key: string, id: Id): void => {
  const list = lists.get(key);
  if (list) list.push(id);
  else lists.set(key, [id]);
};

const parentKey = ({ parent }: Pick<OutlinePage, 'parent'>): string => parent ?? '';
/** Returns the key of siblings whose slugs are equal, ignoring case and the composition of letters. */
const slugKey = (parent: Id | null, slug: string): string => `${parent ?? ''}/${slug.normalize('NFC').toLowerCase()}`;

const PAGES_PER_SLICE = 500;

/** Pages of a space with all indexes of an outline; immutable. */
export class OutlinePages {
  private constructor(
    private readonly pages: PersistentMap<Id, OutlinePage>,
    /** Ids of children by parent, in order; the key of the root is empty. */
    private readonly childrenByParent: PersistentMap<string, readonly Id[]>,
    private readonly slugs: PersistentMap<string, readonly Id[]>,
    private readonly gitPaths: PersistentMap<string, readonly Id[]>,
    readonly count: number,
    /** Computed pages, whose subpages are generated; they appear nowhere else. */
    readonly computed: ReadonlyMap<Id, Page>,
  ) {}

  /** Reads all pages of a content in linear time, with pauses. */
  static *fromContent(content: Content): ObjectQuery<OutlinePages> {
    const pages = new Map<Id, OutlinePage>();
    const families: IdLists = new Map();
    const computed = new Map<Id, Page>();
    let worked = 0;
    for (const { value } of yield* entries<Page>(content.pages)) {
      const page = toOutlinePage(value);
      if (value.type === 'computed') computed.set(value.id, value);
      if (page === undefined) continue;
      pages.set(page.id, page);
      addToList(families, parentKey(page), page.id);
      if (++worked % PAGES_PER_SLICE === 0) yield PAUSE;
    }
    for (const family of families.values()) {
      family.sort((a, b) => compareSiblings(pages.get(a)!, pages.get(b)!));
      yield PAUSE;
    }
    return yield* OutlinePages.#build(pages, families, computed);
  }

  /** Builds the pages from a tree, in its order. */
  static *fromTree(tree: readonly PageNode[]): ObjectQuery<OutlinePages> {
    const pages = new Map<Id, OutlinePage>();
    const families: IdLists = new Map();
    const computed = new Map<Id, Page>();
    const open = [{ nodes: tree, parent: null as Id | null }];
    for (let next = open.pop(); next; next = open.pop()) {
      for (const node of next.nodes) {
        if (node.page.type === 'computed') computed.set(node.page.id, { ...node.page, parent: next.parent });
        const page = toOutlinePage({ ...node.page, parent: next.parent });
        if (page === undefined) continue;
        pages.set(page.id, page);
        addToList(families, parentKey(page), page.id);
        open.push({ nodes: node.pages, parent: page.id });
      }
      yield PAUSE;
    }
    return yield* OutlinePages.#build(pages, families, computed);
  }

  static *#build(
    pages: ReadonlyMap<Id, OutlinePage>,
    families: IdLists,
    computed: ReadonlyMap<Id, Page>,
  ): ObjectQuery<OutlinePages> {
    const slugs: IdLists = new Map();
    const gitPaths: IdLists = new Map();
    let worked = 0;
    for (const family of families.values()) {
      for (const id of family) {
        const { parent, slug, gitPath } = pages.get(id)!;
        if (slug !== undefined) addToList(slugs, slugKey(parent, slug), id);
        if (gitPath !== undefined) addToList(gitPaths, gitPath, id);
        if (++worked % PAGES_PER_SLICE === 0) yield PAUSE;
      }
    }
    return new OutlinePages(
      PersistentMap.from(pages),
      PersistentMap.from(families),
      PersistentMap.from(slugs),
      PersistentMap.from(gitPaths),
      pages.size,
      computed,
    );
  }

  #restricted: readonly Id[] | undefined;
  /**
   * Lists the pages that are hidden or have a condition. Linear in the number of pages on the first call, with pauses.
   */
  *restrictedPages(): ObjectQuery<readonly Id[]> {
    if (this.#restricted !== undefined) return this.#restricted;
    const marked: Id[] = [];
    const open = [...this.childrenOf(null)];
    let worked = 0;
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const { hidden, condition } = this.get(id)!;
      if (hidden || condition !== undefined) marked.push(id);
      for (const child of this.childrenOf(id)) open.push(child);
      if (++worked % PAGES_PER_SLICE === 0) yield PAUSE;
    }
    this.#restricted = marked;
    return marked;
  }

  get(id: Id): OutlinePage | undefined {
    return this.pages.get(id);
  }
  /** Returns the children of a page (null: the root), in order. */
  childrenOf(parent: Id | null): readonly Id[] {
    return this.childrenByParent.get(parent ?? '') ?? [];
  }
  /** Returns the children of a page whose slug equals this one ignoring case, in order. */
  bySlug(parent: Id | null, slug: string): readonly Id[] {
    return this.slugs.get(slugKey(parent, slug)) ?? [];
  }
  byGitPath(path: string): readonly Id[] {
    return this.gitPaths.get(path) ?? [];
  }

  /**
   * Applies changes of the content; returns the same object if they do not affect an outline. The cost follows the
   * changed pages and their siblings.
   */
  *applyChanges(changes: readonly MapChange<Page>[]): Pausable<OutlinePages> {
    const pages = new Map<Id, OutlinePage | undefined>();
    const families = new ListMoves(this.childrenByParent);
    const slugs = new ListMoves(this.slugs);
    const gitPaths = new ListMoves(this.gitPaths);
    const computed = new Map(this.computed);
    let { count } = this;
    let differs = false;
    const pauses = new PauseCounter();
    for (const { key, after } of changes) {
      if (pauses.isDue()) yield PAUSE;
      if (after?.type === 'computed' || computed.has(key)) {
        differs = true;
        if (after?.type === 'computed') computed.set(key, after);
        else computed.delete(key);
      }
      const was = this.pages.get(key);
      const is = after && toOutlinePage(after);
      if (was === undefined ? is === undefined : is !== undefined && sameJson(was, is)) continue;
      pages.set(key, is);
      count += Number(is !== undefined) - Number(was !== undefined);
      if (was === undefined || is === undefined || was.parent !== is.parent || was.rank !== is.rank)
        families.move(key, was && parentKey(was), is && parentKey(is));
      slugs.move(key, slugKeyOf(was), slugKeyOf(is));
      gitPaths.move(key, was?.gitPath, is?.gitPath);
    }
    if (pages.size === 0 && !differs) return this;
    const all = this.pages.with(pages);
    const order = (a: Id, b: Id): number => compareSiblings(all.get(a)!, all.get(b)!);
    return new OutlinePages(
      all,
      yield* families.apply(order),
      yield* slugs.apply(order),
      yield* gitPaths.apply(order),
      count,
      computed,
    );
  }
}

const slugKeyOf = (page: OutlinePage | undefined): string | undefined =>
  page?.slug === undefined ? undefined : slugKey(page.parent, page.slug);

/** Collects moves of pages between lists. */
class ListMoves {
  readonly #left = new Map<string, Set<Id>>();
  readonly #joined = new Map<string, Set<Id>>();

  constructor(private readonly lists: PersistentMap<string, readonly Id[]>) {}

  move(id: Id, from: string | undefined, to: string | undefined): void {
    if (from !== undefined) addToSet(this.#left, from, id);
    if (to !== undefined) addToSet(this.#joined, to, id);
  }

  *apply(order: (a: Id, b: Id) => number): Pausable<PersistentMap<string, readonly Id[]>> {
    const changed = new Map<string, readonly Id[] | undefined>();
    const pauses = new PauseCounter();
    for (const key of new Set([...this.#left.keys(), ...this.#joined.keys()])) {
      if (pauses.isDue()) yield PAUSE;
      const [left, joined] = [this.#left.get(key), this.#joined.get(key)];
      const stayed = (this.lists.get(key) ?? []).filter((id) => !left?.has(id));
      const list = yield* sortInSteps([...stayed, ...(joined ?? [])], order);
      changed.set(key, list.length === 0 ? undefined : list);
    }
    return this.lists.with(changed);
  }
}

function addToSet(sets: Map<string, Set<Id>>, key: string, id: Id): void {
  const set = sets.get(key);
  if (set) set.add(id);
  else sets.set(key, new Set([id]));
}
