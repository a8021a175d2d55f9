import type { Id } from '../../kernel/id.ts';
import type { Content } from '../content.ts';
import { getPages } from '../content-reads.ts';
import {
  diffContents,
  type ChangedItem,
  type ChangedVariable,
  type ContentDiff,
  type ItemDiff,
} from './diff-contents.ts';
import { compareCodeUnits } from '../objects/map-node.ts';
import type { File, Page, ReusableContent } from '../page.ts';
import { PauseCounter } from '../../kernel/pausable.ts';
import { all, both, PAUSE, type ObjectQuery } from '../objects/object-query.ts';
import { findMovedPages } from './semantic-moves.ts';
import { siblingIndex } from '../siblings.ts';

/** Page as a change refers to it. */
export interface PageWithPath {
  readonly page: Page;
  /** Undefined for links and computed pages. */
  readonly path: string | undefined;
}

export interface PageMove {
  readonly type: 'page_moved';
  readonly page: PageWithPath;
  /** Parents, absent at the root. Both are the same page if only the order changed. */
  readonly parent: { readonly before?: PageWithPath; readonly after?: PageWithPath };
  /** Position among the siblings, counted from 0. */
  readonly position: { readonly before: number; readonly after: number };
}

/**
 * Difference between two contents in terms of edits; `*_edited` changes list the changed `fields`. A deleted page has
 * its former path, every other page its present one.
 */
export type SemanticChange<F = File> =
  | { readonly type: 'page_created' | 'page_deleted'; readonly page: PageWithPath }
  | ({ readonly type: 'page_edited'; readonly page: PageWithPath } & ChangedItem<Page>)
  | PageMove
  | {
      readonly type: 'reusable_content_created' | 'reusable_content_deleted';
      readonly reusableContent: ReusableContent;
    }
  | ({ readonly type: 'reusable_content_edited' } & ChangedItem<ReusableContent>)
  | { readonly type: 'file_created' | 'file_deleted'; readonly file: F }
  | ({ readonly type: 'file_edited' } & ChangedItem<F>)
  | { readonly type: 'variables_edited'; readonly variables: readonly ChangedVariable[] };

export interface SemanticChanges<C = SemanticChange> {
  readonly changes: readonly C[];
  /** Number of further changes. */
  readonly more: number;
}

export interface SemanticChangeOptions {
  /** Maximum number of changes. */
  readonly limit: number;
  /** Tells whether a changed path in the Git repository is a change. */
  readonly metadata: boolean;
}

/**
 * Lists the changes between two contents: pages in the order of their ids (a move before the edit of the same page),
 * then reusable contents and files likewise, then the variables as one change. The cost follows the number of changes,
 * not the size of the contents; paths and positions are read for the reported changes only.
 */
export function* semanticChanges(
  before: Content,
  after: Content,
  options: SemanticChangeOptions,
): ObjectQuery<SemanticChanges> {
  const diff = yield* diffContents(before, after);
  const moved = yield* findMovedPages(before, after, diff.pages);
  const { first, count } = yield* collectChanges(diff, moved, options);
  return { changes: yield* addPaths(before, after, first), more: count - first.length };
}

/** Change before the paths of its pages are known. */
type RawChange = Exclude<SemanticChange, { readonly page: PageWithPath }> | RawPageChange;
type RawPageChange =
  | { readonly type: 'page_created' | 'page_deleted'; readonly page: Page }
  | ({ readonly type: 'page_edited' | 'page_moved' } & ChangedItem<Page>);

/** The first changes, and the number of all. */
interface FoundChanges {
  readonly first: readonly RawChange[];
  readonly count: number;
}

function* collectChanges(
  { pages, reusableContents, files, variables }: ContentDiff,
  moved: ReadonlySet<Id>,
  { limit, metadata }: SemanticChangeOptions,
): ObjectQuery<FoundChanges> {
  const edited = (fields: readonly string[]): readonly string[] =>
    fields.filter((field) => field !== 'parent' && field !== 'rank' && (metadata || field !== 'git'));
  const found = [
    yield* changesOf(pages, limit, {
      created: (page) => ({ type: 'page_created', page }),
      deleted: (page) => ({ type: 'page_deleted', page }),
      moved: ({ before, after, fields }) =>
        moved.has(after.id) ? [{ type: 'page_moved', before, after, fields }] : [],
      edited: ({ before, after }, fields) => ({ type: 'page_edited', before, after, fields }),
      editedFields: edited,
    }),
    yield* changesOf(reusableContents, limit, {
      created: (reusableContent) => ({ type: 'reusable_content_created', reusableContent }),
      deleted: (reusableContent) => ({ type: 'reusable_content_deleted', reusableContent }),
      edited: ({ before, after }, fields) => ({ type: 'reusable_content_edited', before, after, fields }),
      editedFields: edited,
    }),
    yield* changesOf(files, limit, {
      created: (file) => ({ type: 'file_created', file }),
      deleted: (file) => ({ type: 'file_deleted', file }),
      edited: ({ before, after }, fields) => ({ type: 'file_edited', before, after, fields }),
      editedFields: edited,
    }),
    variables.length > 0 ? { first: [{ type: 'variables_edited' as const, variables }], count: 1 } : NO_CHANGES,
  ];
  return {
    first: found.flatMap(({ first }) => first).slice(0, limit),
    count: found.reduce((sum, { count }) => sum + count, 0),
  };
}

const NO_CHANGES: FoundChanges = { first: [], count: 0 };

/** Changes that the differences of one kind of items are. */
interface ChangesOfItems<T> {
  created(item: T): RawChange;
  deleted(item: T): RawChange;
  /** Change that precedes the edit of the same item. */
  moved?(one: ChangedItem<T>): readonly RawChange[];
  edited(one: ChangedItem<T>, fields: readonly string[]): RawChange;
  /** Selects the fields whose change is an edit. */
  editedFields(fields: readonly string[]): readonly string[];
}

const byId = ([a]: readonly [Id, unknown], [b]: readonly [Id, unknown]): number => compareCodeUnits(a, b);

/** Finds the changes of the items of one kind, in the order of their ids, which the lists have as well. */
function* changesOf<T extends { readonly id: Id }>(
  { created, deleted, changed }: ItemDiff<T>,
  limit: number,
  change: ChangesOfItems<T>,
): ObjectQuery<FoundChanges> {
  const pauses = new PauseCounter();
  const ofChanged: [Id, readonly RawChange[]][] = [];
  let count = created.length + deleted.length;
  for (const one of changed) {
    const fields = change.editedFields(one.fields);
    const changes = [...(change.moved?.(one) ?? []), ...(fields.length > 0 ? [change.edited(one, fields)] : [])];
    count += changes.length;
    if (ofChanged.length < limit) ofChanged.push([one.after.id, changes]);
    if (pauses.isDue()) yield PAUSE;
  }
  const first = [
    ...created.slice(0, limit).map((item): [Id, readonly RawChange[]] => [item.id, [change.created(item)]]),
    ...deleted.slice(0, limit).map((item): [Id, readonly RawChange[]] => [item.id, [change.deleted(item)]]),
    ...ofChanged,
  ];
  return { first: first.sort(byId).flatMap(([, changes]) => changes), count };
}

/** Adds the paths of the changed pages. */
function* addPaths(before: Content, after: Content, changes: readonly RawChange[]): ObjectQuery<SemanticChange[]> {
  const left: Page[] = [];
  const right: Page[] = [];
  for (const change of changes) {
    if (change.type === 'page_deleted') left.push(change.page);
    else if (change.type === 'page_created') right.push(change.page);
    else if (change.type === 'page_edited') right.push(change.after);
    else if (change.type === 'page_moved') {
      left.push(change.before);
      right.push(change.after);
    }
  }
  const [was, is] = yield* both(loadPaths(before, left), loadPaths(after, right));
  return yield* all(changes.map((change) => toSemanticChange(before, after, { was, is }, change)));
}

type PathLookup = (id: Id) => PageWithPath;

function* toSemanticChange(
  before: Content,
  after: Content,
  { was, is }: { readonly was: PathLookup; readonly is: PathLookup },
  change: RawChange,
): ObjectQuery<SemanticChange> {
  switch (change.type) {
    case 'page_created':
      return { type: change.type, page: is(change.page.id) };
    case 'page_deleted':
      return { type: change.type, page: was(change.page.id) };
    case 'page_edited':
      return { ...change, type: change.type, page: is(change.after.id) };
    case 'page_moved': {
      const [from, to] = yield* all([
        siblingIndex(before.order, change.before),
        siblingIndex(after.order, change.after),
      ]);
      const { id, parent: into } = change.after;
      const { parent: outOf } = change.before;
      const parent = { ...(outOf !== null && { before: was(outOf) }), ...(into !== null && { after: is(into) }) };
      return { type: change.type, page: is(id), parent, position: { before: from!, after: to! } };
    }
    default:
      return change;
  }
}

/** Reads the paths of pages; each ancestor is read once, however many pages are below it. */
function* loadPaths(content: Content, pages: readonly Page[]): ObjectQuery<PathLookup> {
  const known = new Map(pages.map((page) => [page.id, page]));
  const above = (of: Iterable<Page>): Set<Id> =>
    new Set([...of].flatMap(({ parent }) => (parent === null || known.has(parent) ? [] : [parent])));
  for (let missing = above(pages); missing.size > 0;) {
    const found: ReadonlyMap<Id, Page> = yield* getPages(content, missing);
    for (const [id, page] of found) known.set(id, page);
    missing = above(found.values());
  }
  return (id) => {
    const page = known.get(id)!;
    const slugs: string[] = [];
    for (let at: Page | undefined = page; at !== undefined; at = at.parent === null ? undefined : known.get(at.parent))
      slugs.push(at.slug ?? '');
    return { page, path: page.slug === undefined ? undefined : slugs.reverse().join('/') };
  };
}
