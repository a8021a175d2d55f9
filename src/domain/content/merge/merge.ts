import {
  addConflicts,
  conflictKey,
  type Conflict,
  type RawConflict,
  type ConflictSubject,
} from '../conflicts/conflict.ts';
import type { Content } from '../content.ts';
import { openConflicts, pathByLookup } from '../content-reads.ts';
import { Draft, type StagedContent } from '../edits/draft.ts';
import { entries } from '../objects/map-read.ts';
import { mergePages } from './merge-pages.ts';
import type { MergeContents } from './merge-workspace.ts';
import { mergeFiles, mergeRedirects, mergeReusableContents, mergeVariables } from './merge-files-and-variables.ts';
import { all, constantQuery, type ObjectQuery } from '../objects/object-query.ts';

/** Merged content with all of its open conflicts: new ones, and those of the change request that were not resolved. */
export interface MergeResult extends StagedContent {
  readonly conflicts: readonly Conflict[];
}

/**
 * Three-way merge: `ours` is the main content, `theirs` the change request's, `base` their common origin.
 *
 * A change of one side is taken; equal changes are taken once; different changes are a conflict, and the result keeps
 * both sides: documents with markers, fields with the change request's value, and the main content's value in the
 * conflict. The result is always a valid tree and contains its conflicts, so that a change request may adopt it and
 * resolve them by later edits (`applyChanges`). Pure and deterministic; merges of unrelated changes commute; the cost
 * follows the two differences. Times, Git blobs and redirects never conflict. `now` is the time of change of pages that
 * differ from both sides.
 */
export function* mergeContents(contents: MergeContents, { now }: { readonly now: string }): ObjectQuery<MergeResult> {
  const { base, ours, theirs } = contents;
  const draft = new Draft(initialContent(contents));
  const changedByBoth = (map: keyof Content): boolean =>
    ours[map] !== base[map] && theirs[map] !== base[map] && ours[map] !== theirs[map];
  const nothing: readonly RawConflict[] = [];
  const found = yield* all([
    changedByBoth('pages') ? mergePages(draft, contents, now) : constantQuery(nothing),
    changedByBoth('files') ? mergeFiles(draft, contents) : constantQuery(nothing),
    changedByBoth('reusableContents') ? mergeReusableContents(draft, contents) : constantQuery(nothing),
    changedByBoth('variables') ? mergeVariables(draft, contents) : constantQuery(nothing),
    changedByBoth('redirects') ? mergeRedirects(draft, contents) : constantQuery(nothing),
  ]);
  yield* recordConflicts(draft, found.flat());
  if (ours.conflicts !== base.conflicts && ours.conflicts !== theirs.conflicts) yield* keepMainConflicts(draft, ours);
  yield* dropObsoleteConflicts(draft);

  const written = yield* draft.finish();
  const fresh = new Map([...draft.conflicts.changes].filter(([, conflicts]) => conflicts !== undefined));
  const conflicts = draft.origin.conflicts === null && fresh.size === 0 ? [] : yield* remainingConflicts(draft);
  return { ...written, conflicts };
}

/** Starts from the main content, with whole maps of the change request where the main content did not change them. */
function initialContent({ base, ours, theirs }: MergeContents): Content {
  const from = (map: keyof Content): Content => (ours[map] === base[map] ? theirs : ours);
  const pages = from('pages');
  return {
    pages: pages.pages,
    children: pages.children,
    order: pages.order,
    files: from('files').files,
    reusableContents: from('reusableContents').reusableContents,
    variables: from('variables').variables,
    conflicts: theirs.conflicts,
    redirects: from('redirects').redirects,
  };
}

function* recordConflicts(draft: Draft, found: readonly RawConflict[]): ObjectQuery<void> {
  const located = yield* all(found.map((one) => locateConflict(draft, one)));
  for (const conflict of located) {
    const key = conflictKey(conflict.subject);
    draft.conflicts.set(key, addConflicts((yield* draft.conflicts.get(key)) ?? [], [conflict]));
  }
}

/** Adds the path of a conflict's subject in the merged content. */
function* locateConflict(draft: Draft, found: RawConflict): ObjectQuery<Conflict> {
  const { kind, id } = found.subject;
  switch (kind) {
    case 'page': {
      const page = yield* draft.pages.get(id);
      return { ...found, path: page ? ((yield* pathByLookup((one) => draft.pages.get(one), page)) ?? page.title) : '' };
    }
    case 'file':
      return { ...found, path: (yield* draft.files.get(id))?.name ?? '' };
    case 'reusable-content':
      return { ...found, path: (yield* draft.reusableContents.get(id))?.title ?? '' };
    case 'variable':
      return { ...found, path: id };
  }
}

/** Keeps the open conflicts of the main content. */
function* keepMainConflicts(draft: Draft, ours: Content): ObjectQuery<void> {
  for (const { key, value } of yield* entries<readonly Conflict[]>(ours.conflicts)) {
    if ((yield* draft.conflicts.get(key)) === undefined && !draft.conflicts.changes.has(key))
      draft.conflicts.set(key, value);
  }
}

/** Drops conflicts whose subject no longer exists, because no edit could resolve them. */
function* dropObsoleteConflicts(draft: Draft): ObjectQuery<void> {
  for (const { key, value } of yield* entries<readonly Conflict[]>(draft.origin.conflicts)) {
    if (!(yield* exists(draft, value[0]!.subject))) draft.conflicts.set(key, undefined);
  }
}

function* exists(draft: Draft, { kind, id }: ConflictSubject): ObjectQuery<boolean> {
  switch (kind) {
    case 'page':
      return (yield* draft.pages.get(id)) !== undefined;
    case 'file':
      return (yield* draft.files.get(id)) !== undefined;
    case 'reusable-content':
      return (yield* draft.reusableContents.get(id)) !== undefined;
    case 'variable':
      return (yield* draft.variables.get(id)) !== undefined;
  }
}

/** Lists all conflicts of the draft, in the order of their subjects. */
function* remainingConflicts(draft: Draft): ObjectQuery<readonly Conflict[]> {
  const stored = yield* openConflicts(draft.origin);
  const open = new Map<string, readonly Conflict[]>();
  for (const conflict of stored) {
    const key = conflictKey(conflict.subject);
    open.set(key, [...(open.get(key) ?? []), conflict]);
  }
  for (const [key, conflicts] of draft.conflicts.changes) open.set(key, conflicts ?? []);
  return [...open.keys()].sort().flatMap((key) => open.get(key)!);
}
