import type { Id } from '../kernel/id.ts';
import type { Conflict } from './conflicts/conflict.ts';
import { CHILDREN, childKey, FILES, PAGES, REUSABLE_CONTENTS, VARIABLES, type Content } from './content.ts';
import { countEntries, entries, entriesAfter, lookup, lookupMany } from './objects/map-read.ts';
import { compareCodeUnits } from './objects/map-node.ts';
import { CorruptContent } from './objects/content-object.ts';
import type { File, Page, Redirect, ReusableContent, VariableValue } from './page.ts';
import { both, fetchObject, PAUSE, type ObjectQuery } from './objects/object-query.ts';
import { childRanks } from './siblings.ts';

/** Reads a page by its id; undefined if the content has none. */
export const getPage = (content: Content, id: Id): ObjectQuery<Page | undefined> => lookup(PAGES, content.pages, id);
/** Reads pages by their ids; those that the content does not have are absent. */
export const getPages = (content: Content, ids: Iterable<Id>): ObjectQuery<Map<Id, Page>> =>
  lookupMany(PAGES, content.pages, ids);
/** Counts the pages exactly; reads one object. */
export const countPages = (content: Content): ObjectQuery<number> => countEntries(content.pages);

/**
 * Finds the page at a path of slugs (`guides/install`, no slash at the ends), with one lookup per segment. The empty
 * path is the first document in order, including those inside groups.
 */
export function* findPageByPath(content: Content, path: string): ObjectQuery<Page | undefined> {
  if (path === '') return yield* firstDocument(content, null);
  let id: Id | null = null;
  for (const slug of path.split('/')) {
    const child: Id | undefined = yield* findChild(content, id, slug);
    if (child === undefined) return undefined;
    id = child;
  }
  return yield* getPage(content, id!);
}

/** Finds a child by its slug, of which the caller may write the letters in decomposed form, as macOS does. */
function* findChild(content: Content, parent: Id | null, slug: string): ObjectQuery<Id | undefined> {
  const child = yield* lookup(CHILDREN, content.children, childKey(parent, slug));
  const composed = slug.normalize('NFC');
  return child !== undefined || composed === slug
    ? child
    : yield* lookup(CHILDREN, content.children, childKey(parent, composed));
}

function* firstDocument(content: Content, parent: Id | null): ObjectQuery<Page | undefined> {
  // Nearly always the first child is a document; the rest is read in growing steps.
  for (let [from, to] = [0, 1]; ; [from, to] = [to, 4 * to]) {
    const pages = yield* childrenOf(content, parent, from, to);
    for (const page of pages) {
      if (page.type === 'document') return page;
      const inside = page.type === 'group' ? yield* firstDocument(content, page.id) : undefined;
      if (inside) return inside;
    }
    if (pages.length < to - from) return undefined;
  }
}

/**
 * Lists the children of a page (null: of the root) in order, or those at positions `from` up to but not including `to`.
 */
export function* childrenOf(content: Content, parent: Id | null, from = 0, to = Infinity): ObjectQuery<Page[]> {
  const places = yield* childRanks(content.order, parent, from, to);
  const pages = yield* getPages(
    content,
    places.map(({ id }) => id),
  );
  return places.map(({ id }) => pages.get(id) ?? throwMissingPage(id));
}

/** Finds a page by id in a content or a draft. */
export type PageLookup = (id: Id) => ObjectQuery<Page | undefined>;

/** Lists the ancestors of a page, nearest first; one lookup each. */
export function* ancestorsOf(find: PageLookup, page: Pick<Page, 'parent'>): ObjectQuery<Page[]> {
  const above: Page[] = [];
  const seen = new Set<Id>();
  for (let id = page.parent; id !== null;) {
    const parent: Page | undefined = yield* find(id);
    if (parent === undefined || seen.has(id)) return throwMissingPage(id);
    seen.add(id);
    above.push(parent);
    id = parent.parent;
  }
  return above;
}

/**
 * Computes the path of a page: the slugs of its ancestors, groups included, and its own; undefined for a page without a
 * slug.
 */
export function* pathOf(content: Content, page: Page): ObjectQuery<string | undefined> {
  return yield* pathByLookup((id) => getPage(content, id), page);
}

/** Reads the path of slugs of a page whose ancestors `find` returns; undefined for a page without a slug. */
export function* pathByLookup(find: PageLookup, page: Page): ObjectQuery<string | undefined> {
  if (page.slug === undefined) return undefined;
  const above = yield* ancestorsOf(find, page);
  return [...above.map(({ slug }) => slug ?? '').reverse(), page.slug].join('/');
}

/** Reads the bytes of a page's document, unchanged; undefined for a page without one. */
export function* readDocument(page: Pick<Page, 'document'>): ObjectQuery<Uint8Array | undefined> {
  return page.document === undefined ? undefined : yield* fetchObject(page.document);
}

/** Page with its path and its children, in order. */
export interface PageNode {
  readonly page: Page;
  /** Undefined for links and computed pages. */
  readonly path: string | undefined;
  readonly pages: readonly PageNode[];
}

/** Number of pages processed between two pauses. */
const PAGES_PER_SLICE = 500;

/** Builds the tree of all pages in linear time, with pauses; not recursive, so that depth is unlimited. */
export function* pageTree(content: Content): ObjectQuery<readonly PageNode[]> {
  const children = new Map<Id | null, Page[]>();
  let count = 0;
  for (const { value } of yield* entries<Page>(content.pages)) {
    const siblings = children.get(value.parent);
    if (siblings) siblings.push(value);
    else children.set(value.parent, [value]);
    if (++count % PAGES_PER_SLICE === 0) yield PAUSE;
  }
  const root: PageNode[] = [];
  const open: { parent: Id | null; prefix: string; nodes: PageNode[] }[] = [{ parent: null, prefix: '', nodes: root }];
  for (let next = open.pop(); next; next = open.pop()) {
    const siblings = children.get(next.parent) ?? [];
    siblings.sort((a, b) => compareCodeUnits(a.rank, b.rank) || compareCodeUnits(a.id, b.id));
    for (const page of siblings) {
      const nodes: PageNode[] = [];
      const path = page.slug === undefined ? undefined : next.prefix + page.slug;
      next.nodes.push({ page, path, pages: nodes });
      if (children.has(page.id)) open.push({ parent: page.id, prefix: path === undefined ? '' : `${path}/`, nodes });
      if (--count % PAGES_PER_SLICE === 0) yield PAUSE;
    }
  }
  return root;
}

/** Lists all pages, parents before their children, siblings in order. Linear, with pauses. */
export function* pagesInOrder(content: Content): ObjectQuery<readonly PageNode[]> {
  const nodes: PageNode[] = [];
  const open = [...(yield* pageTree(content))].reverse();
  for (let node = open.pop(); node; node = open.pop()) {
    nodes.push(node);
    for (let i = node.pages.length - 1; i >= 0; i--) open.push(node.pages[i]!);
  }
  return nodes;
}

/** Slice of a list: at most `limit` items after the key `after`, in the order of keys, and the number of all. */
export interface ListSlice<T> {
  readonly items: readonly T[];
  readonly count: number;
}

/** Reads a file by its id; undefined if the content has none. */
export const getFile = (content: Content, id: Id): ObjectQuery<File | undefined> => lookup(FILES, content.files, id);
/** Lists files in the order of their ids. */
export function* listFiles(content: Content, after: Id | undefined, limit: number): ObjectQuery<ListSlice<File>> {
  const [found, count] = yield* both(entriesAfter(FILES, content.files, after, limit), countEntries(content.files));
  return { items: found.map(({ value }) => value), count };
}

/** Reads a reusable content by its id; undefined if the content has none. */
export const getReusableContent = (content: Content, id: Id): ObjectQuery<ReusableContent | undefined> =>
  lookup(REUSABLE_CONTENTS, content.reusableContents, id);
/** Lists reusable contents in the order of their ids. */
export function* listReusableContents(
  content: Content,
  after: Id | undefined,
  limit: number,
): ObjectQuery<ListSlice<ReusableContent>> {
  const [found, count] = yield* both(
    entriesAfter(REUSABLE_CONTENTS, content.reusableContents, after, limit),
    countEntries(content.reusableContents),
  );
  return { items: found.map(({ value }) => value), count };
}

/** Reads all variables of the space, in the order of their names. */
export function* readVariables(content: Content): ObjectQuery<ReadonlyMap<string, VariableValue>> {
  const found = yield* entries<VariableValue>(content.variables);
  return new Map(
    found.map(({ key, value }): [string, VariableValue] => [key, value]).sort(([a], [b]) => compareCodeUnits(a, b)),
  );
}
/** Reads all redirects of the space, by their sources. */
export function* readRedirects(content: Content): ObjectQuery<ReadonlyMap<string, Redirect>> {
  return new Map((yield* entries<Redirect>(content.redirects)).map(({ key, value }) => [key, value]));
}

/** Reads the value of a variable of the space; undefined if there is none of the name. */
export const getVariable = (content: Content, name: string): ObjectQuery<VariableValue | undefined> =>
  lookup(VARIABLES, content.variables, name);

/** Lists every unresolved conflict; reads nothing if there is none. */
export function* openConflicts(content: Content): ObjectQuery<readonly Conflict[]> {
  const found = yield* entries<readonly Conflict[]>(content.conflicts);
  return found.sort((a, b) => compareCodeUnits(a.key, b.key)).flatMap(({ value }) => value);
}

function throwMissingPage(id: Id): never {
  throw new CorruptContent(`page ${id} is missing from its content`);
}
