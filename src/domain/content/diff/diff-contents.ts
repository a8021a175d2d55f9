import type { Content } from '../content.ts';
import { sameJson } from '../objects/json.ts';
import { diffMaps, type MapChange } from '../objects/map-diff.ts';
import { compareCodeUnits } from '../objects/map-node.ts';
import type { File, Page, ReusableContent, VariableValue } from '../page.ts';
import { PAGE_FIELDS } from '../edits/page-fields.ts';
import { PauseCounter, sortInSteps, type Pausable } from '../../kernel/pausable.ts';
import { all, PAUSE, type ObjectQuery } from '../objects/object-query.ts';

/** Changed item with the names of the fields that differ, except times of change. */
export interface ChangedItem<T> {
  readonly before: T;
  readonly after: T;
  readonly fields: readonly string[];
}

export interface ItemDiff<T, C = ChangedItem<T>> {
  readonly created: readonly T[];
  readonly deleted: readonly T[];
  readonly changed: readonly C[];
}

export interface ChangedPage extends ChangedItem<Page> {
  /** Tells whether the parent or the position among the siblings changed. */
  readonly moved: boolean;
}

export interface ChangedVariable {
  readonly name: string;
  readonly before?: VariableValue;
  readonly after?: VariableValue;
}

/** Differences between two contents; each list is ordered by id (or name). */
export interface ContentDiff {
  readonly pages: ItemDiff<Page, ChangedPage>;
  readonly files: ItemDiff<File>;
  readonly reusableContents: ItemDiff<ReusableContent>;
  readonly variables: readonly ChangedVariable[];
}

/** Compares two contents; the cost follows the difference, not the size. */
export function* diffContents(a: Content, b: Content): ObjectQuery<ContentDiff> {
  const [pages, files, reusableContents, variables] = yield* all<readonly MapChange<unknown>[]>([
    diffMaps<Page>(a.pages, b.pages),
    diffMaps<File>(a.files, b.files),
    diffMaps<ReusableContent>(a.reusableContents, b.reusableContents),
    diffMaps<VariableValue>(a.variables, b.variables),
  ]);
  return {
    pages: yield* diffPages(pages as MapChange<Page>[]),
    files: yield* diffItems(files as MapChange<File>[], ['name', 'contentType', 'size', 'blob', 'dimensions', 'git']),
    reusableContents: yield* diffItems(reusableContents as MapChange<ReusableContent>[], [
      'title',
      'document',
      'frontMatter',
      'git',
    ]),
    variables: (yield* inOrder(variables as MapChange<VariableValue>[])).map(({ key, before, after }) => ({
      name: key,
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
    })),
  };
}

/** Groups the changes of two maps of pages. */
export function* diffPages(changes: readonly MapChange<Page>[]): ObjectQuery<ItemDiff<Page, ChangedPage>> {
  const pages = yield* diffItems(changes, PAGE_MEMBERS);
  return {
    ...pages,
    changed: pages.changed.map((one) => ({
      ...one,
      moved: one.fields.includes('parent') || one.fields.includes('rank'),
    })),
  };
}

const PAGE_MEMBERS = [
  'type',
  'parent',
  'rank',
  'slug',
  ...PAGE_FIELDS,
  'document',
  'git',
] as const satisfies readonly (keyof Page)[];

const inOrder = <T>(changes: readonly MapChange<T>[]): Pausable<MapChange<T>[]> =>
  sortInSteps(changes, (x, y) => compareCodeUnits(x.key, y.key));

function* diffItems<T extends object>(
  changes: readonly MapChange<T>[],
  members: readonly (keyof T & string)[],
): ObjectQuery<ItemDiff<T>> {
  const created: T[] = [];
  const deleted: T[] = [];
  const changed: ChangedItem<T>[] = [];
  const pauses = new PauseCounter();
  for (const { before, after } of yield* inOrder(changes)) {
    if (before === undefined) created.push(after!);
    else if (after === undefined) deleted.push(before);
    else {
      const fields = members.filter((member) => !sameJson(before[member], after[member]));
      if (fields.length > 0) changed.push({ before, after, fields });
    }
    if (pauses.isDue()) yield PAUSE;
  }
  return { created, deleted, changed };
}
