import type { Content } from '../../content/content.ts';
import type { PageNode } from '../../content/content-reads.ts';
import { sameJson, type JsonObject } from '../../content/objects/json.ts';
import type { MapChange } from '../../content/objects/map-diff.ts';
import { entries } from '../../content/objects/map-read.ts';
import type { Page } from '../../content/page.ts';
import { PAUSE, type Reading } from '../../content/objects/reading.ts';
import { byPlace } from '../../content/siblings.ts';
import type { Id } from '../../kernel/id.ts';
import { Layers } from './layers.ts';

/** What an outline keeps of a page. */
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
  /** Whether the page itself turns search engines away. */
  readonly unindexed: boolean;
  /** The expression that decides for whom it is; undefined: for everybody. */
  readonly condition: string | undefined;
  readonly target: JsonObject | undefined;
  readonly href: string | undefined;
  readonly gitPath: string | undefined;
}

/** Undefined for what no outline shows. */
function outlinePage(page: Page): OutlinePage | undefined {
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
    unindexed: page.noRobotsIndex === true || page.noIndex === true,
    condition: page.condition,
  };
}

type Lists = Map<string, Id[]>;
const listed = (lists: Lists, key: string, id: Id): void => {
  const list = lists.get(key);
  if (list) list.push(id);
  else lists.set(key, [id]);
};

const familyOf = ({ parent }: Pick<OutlinePage, 'parent'>): string => parent ?? '';
/** Siblings whose slugs differ in case only come under one key. */
const slugKey = (parent: Id | null, slug: string): string => `${parent ?? ''}/${slug.toLowerCase()}`;

const SLICE = 500;

/** The pages of a space by all that an outline looks them up by; never changes. */
export class OutlinePages {
  private constructor(
    private readonly pages: Layers<Id, OutlinePage>,
    /** By parent, the root's under the empty text; in order. */
    private readonly families: Layers<string, readonly Id[]>,
    private readonly slugs: Layers<string, readonly Id[]>,
    private readonly gitPaths: Layers<string, readonly Id[]>,
    readonly count: number,
    /** Those whose pages come from elsewhere; nothing else shows them. */
    readonly computed: ReadonlyMap<Id, Page>,
  ) {}

  /** All pages of a content; linear in their number, with pauses. */
  static *of(content: Content): Reading<OutlinePages> {
    const pages = new Map<Id, OutlinePage>();
    const families: Lists = new Map();
    const computed = new Map<Id, Page>();
    let worked = 0;
    for (const { value } of yield* entries<Page>(content.pages)) {
      const page = outlinePage(value);
      if (value.type === 'computed') computed.set(value.id, value);
      if (page === undefined) continue;
      pages.set(page.id, page);
      listed(families, familyOf(page), page.id);
      if (++worked % SLICE === 0) yield PAUSE;
    }
    for (const family of families.values()) {
      family.sort((a, b) => byPlace(pages.get(a)!, pages.get(b)!));
      yield PAUSE;
    }
    return yield* OutlinePages.#indexed(pages, families, computed);
  }

  /** The pages of a tree, in its order. */
  static *ofTree(tree: readonly PageNode[]): Reading<OutlinePages> {
    const pages = new Map<Id, OutlinePage>();
    const families: Lists = new Map();
    const computed = new Map<Id, Page>();
    const open = [{ nodes: tree, parent: null as Id | null }];
    for (let next = open.pop(); next; next = open.pop()) {
      for (const node of next.nodes) {
        if (node.page.type === 'computed') computed.set(node.page.id, { ...node.page, parent: next.parent });
        const page = outlinePage({ ...node.page, parent: next.parent });
        if (page === undefined) continue;
        pages.set(page.id, page);
        listed(families, familyOf(page), page.id);
        open.push({ nodes: node.pages, parent: page.id });
      }
      yield PAUSE;
    }
    return yield* OutlinePages.#indexed(pages, families, computed);
  }

  static *#indexed(
    pages: ReadonlyMap<Id, OutlinePage>,
    families: Lists,
    computed: ReadonlyMap<Id, Page>,
  ): Reading<OutlinePages> {
    const slugs: Lists = new Map();
    const gitPaths: Lists = new Map();
    let worked = 0;
    for (const family of families.values()) {
      for (const id of family) {
        const { parent, slug, gitPath } = pages.get(id)!;
        if (slug !== undefined) listed(slugs, slugKey(parent, slug), id);
        if (gitPath !== undefined) listed(gitPaths, gitPath, id);
        if (++worked % SLICE === 0) yield PAUSE;
      }
    }
    return new OutlinePages(
      Layers.over(pages),
      Layers.over(families),
      Layers.over(slugs),
      Layers.over(gitPaths),
      pages.size,
      computed,
    );
  }

  #marked: readonly Id[] | undefined;
  /** Those that are hidden, or for some only. Linear in the pages the first time, with pauses. */
  *marked(): Reading<readonly Id[]> {
    if (this.#marked !== undefined) return this.#marked;
    const marked: Id[] = [];
    const open = [...this.below(null)];
    let worked = 0;
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const { hidden, condition } = this.get(id)!;
      if (hidden || condition !== undefined) marked.push(id);
      for (const child of this.below(id)) open.push(child);
      if (++worked % SLICE === 0) yield PAUSE;
    }
    this.#marked = marked;
    return marked;
  }

  get(id: Id): OutlinePage | undefined {
    return this.pages.get(id);
  }
  /** The pages directly below one (null: the root), in order. */
  below(parent: Id | null): readonly Id[] {
    return this.families.get(parent ?? '') ?? [];
  }
  /** Those below a page whose slug is this one in some case, in order. */
  bySlug(parent: Id | null, slug: string): readonly Id[] {
    return this.slugs.get(slugKey(parent, slug)) ?? [];
  }
  byGitPath(path: string): readonly Id[] {
    return this.gitPaths.get(path) ?? [];
  }

  /** The pages after changes of the content; the very same where they concern nothing that an outline shows. Costs what the changes touch: the pages and their siblings. */
  after(changes: readonly MapChange<Page>[]): OutlinePages {
    const pages = new Map<Id, OutlinePage | undefined>();
    const families = new Rearranged(this.families);
    const slugs = new Rearranged(this.slugs);
    const gitPaths = new Rearranged(this.gitPaths);
    const computed = new Map(this.computed);
    let { count } = this;
    let differs = false;
    for (const { key, after } of changes) {
      if (after?.type === 'computed' || computed.has(key)) {
        differs = true;
        if (after?.type === 'computed') computed.set(key, after);
        else computed.delete(key);
      }
      const was = this.pages.get(key);
      const is = after && outlinePage(after);
      if (was === undefined ? is === undefined : is !== undefined && sameJson(was, is)) continue;
      pages.set(key, is);
      count += Number(is !== undefined) - Number(was !== undefined);
      if (was === undefined || is === undefined || was.parent !== is.parent || was.rank !== is.rank)
        families.move(key, was && familyOf(was), is && familyOf(is));
      slugs.move(key, slugKeyOf(was), slugKeyOf(is));
      gitPaths.move(key, was?.gitPath, is?.gitPath);
    }
    if (pages.size === 0 && !differs) return this;
    const all = this.pages.with(pages);
    const order = (a: Id, b: Id): number => byPlace(all.get(a)!, all.get(b)!);
    return new OutlinePages(all, families.sorted(order), slugs.sorted(order), gitPaths.sorted(order), count, computed);
  }
}

const slugKeyOf = (page: OutlinePage | undefined): string | undefined =>
  page?.slug === undefined ? undefined : slugKey(page.parent, page.slug);

/** Lists of pages while pages leave and join them. */
class Rearranged {
  readonly #left = new Map<string, Set<Id>>();
  readonly #joined = new Map<string, Set<Id>>();

  constructor(private readonly lists: Layers<string, readonly Id[]>) {}

  move(id: Id, from: string | undefined, to: string | undefined): void {
    if (from !== undefined) into(this.#left, from, id);
    if (to !== undefined) into(this.#joined, to, id);
  }

  sorted(order: (a: Id, b: Id) => number): Layers<string, readonly Id[]> {
    const changed = new Map<string, readonly Id[] | undefined>();
    for (const key of new Set([...this.#left.keys(), ...this.#joined.keys()])) {
      const [left, joined] = [this.#left.get(key), this.#joined.get(key)];
      const list = [...(this.lists.get(key) ?? []).filter((id) => !left?.has(id)), ...(joined ?? [])].sort(order);
      changed.set(key, list.length === 0 ? undefined : list);
    }
    return this.lists.with(changed);
  }
}

function into(sets: Map<string, Set<Id>>, key: string, id: Id): void {
  const set = sets.get(key);
  if (set) set.add(id);
  else sets.set(key, new Set([id]));
}
