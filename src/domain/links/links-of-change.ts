import type { Content } from '../content/content.ts';
import { decodeDocument } from '../content/documents/decode-document.ts';
import { readDocument, pathOf } from '../content/content-reads.ts';
import { sameJson, encodeUtf8 } from '../content/objects/json.ts';
import type { MapChange } from '../content/objects/map-diff.ts';
import type { File, GitBlob, Page, ReusableContent } from '../content/page.ts';
import { all, both, type ObjectQuery } from '../content/objects/object-query.ts';
import type { Id, PageId } from '../kernel/id.ts';
import { extractAnchors } from './anchors.ts';
import type { GitLocation, GitLocationKind } from './content-lookup.ts';
import { MAX_TARGET_KEY_LENGTH, normalizePath } from './link-target.ts';
import { reusableContentTargets, pageTargets } from './page-targets.ts';

/** Contents before and after a change; `before` is the empty content for a new space. */
export interface ContentPair {
  readonly before: Content;
  readonly after: Content;
}

/** Targets whose resolution a change affects, by which the links to them are found. */
export interface LinkInvalidationSet {
  /** Ids of pages, files and reusable contents. */
  readonly ids: Set<Id>;
  /** Paths as `normalizePath` spells them. */
  readonly normalizedPaths: Set<string>;
  /** Paths in lower case below which everything moved. */
  readonly pathPrefixes: Set<string>;
}
/** Creates a set that invalidates nothing. */
export const emptyInvalidation = (): LinkInvalidationSet => ({
  ids: new Set(),
  normalizedPaths: new Set(),
  pathPrefixes: new Set(),
});

/** Link targets of a page or reusable content after a change. */
export interface PageTargetChange {
  /** Id of the page or the reusable content. */
  readonly pageId: PageId;
  /** Keys of the targets; none for an item that is gone. */
  readonly keys: readonly string[];
}

const LINKING_FIELDS = [
  'type',
  'document',
  'cover',
  'target',
  'href',
  'git',
  'slug',
  'parent',
] as const satisfies readonly (keyof Page)[];

/** Returns the targets of a changed page; undefined if the change does not affect links. */
export function* pageTargetChange(
  { after }: ContentPair,
  { key, before: was, after: is }: MapChange<Page>,
): ObjectQuery<PageTargetChange | undefined> {
  if (was !== undefined && is !== undefined && LINKING_FIELDS.every((field) => sameJson(was[field], is[field])))
    return undefined;
  return { pageId: key, keys: is === undefined ? [] : yield* pageTargets(after, is) };
}

/** Returns the targets of a changed reusable content; undefined for a file, or if the change does not affect links. */
export function* reusableContentTargetChange({
  key,
  before: was,
  after: is,
}: MapChange<File | ReusableContent>): ObjectQuery<PageTargetChange | undefined> {
  const [before, after] = [was, is].map((one) => (one !== undefined && 'document' in one ? one : undefined));
  if (before?.document === after?.document && before?.git?.path === after?.git?.path) return undefined;
  return { pageId: key, keys: after === undefined ? [] : yield* reusableContentTargets(after) };
}

/** Collects the targets whose resolution a changed page affects: by its id, its headings, or its paths. */
export function* invalidateForPage(
  { before, after }: ContentPair,
  { key, before: was, after: is }: MapChange<Page>,
  invalidation: LinkInvalidationSet,
): ObjectQuery<void> {
  if (was?.type !== is?.type) invalidation.ids.add(key);
  else if (was!.document !== is!.document && (yield* haveHeadingsChanged(was!, is!))) invalidation.ids.add(key);
  addNormalizedPaths(was?.git, is?.git, invalidation);
  if (was?.slug === is?.slug && was?.parent === is?.parent && was?.type === is?.type) return;
  const paths = yield* all([was && pathOf(before, was), is && pathOf(after, is)].filter((one) => one !== undefined));
  for (const path of paths) {
    if (path === undefined) continue;
    invalidation.normalizedPaths.add(normalizePath(path));
    if (was !== undefined && is !== undefined) invalidation.pathPrefixes.add(path.toLowerCase());
  }
}

function* haveHeadingsChanged(was: Page, is: Page): ObjectQuery<boolean> {
  const texts = yield* both(readDocument(was), readDocument(is));
  const [first, second] = texts.map(decodeDocument) as [string, string];
  const a = yield* extractAnchors(first);
  const b = yield* extractAnchors(second);
  return a.size !== b.size || [...a].some((anchor) => !b.has(anchor));
}

/** Collects the targets whose resolution a changed file or reusable content affects. */
export function invalidateForItem(
  { key, before, after }: MapChange<File | ReusableContent>,
  invalidation: LinkInvalidationSet,
): void {
  if (before === undefined || after === undefined) invalidation.ids.add(key);
  addNormalizedPaths(before?.git, after?.git, invalidation);
}

function addNormalizedPaths(
  was: GitBlob | undefined,
  is: GitBlob | undefined,
  { normalizedPaths }: LinkInvalidationSet,
): void {
  if (was?.path === is?.path) return;
  for (const git of [was, is]) if (git !== undefined) normalizedPaths.add(normalizePath(git.path));
}

export type GitLocationChange = Omit<GitLocation, 'path'> & { readonly path: string | null };

/** Returns the new repository path of a changed item, null if it was removed; undefined if unchanged. */
export function gitLocationChange(
  kind: GitLocationKind,
  { key: id, before, after }: MapChange<{ readonly git?: GitBlob }>,
): GitLocationChange | undefined {
  const path = indexablePath(after?.git?.path);
  return path === indexablePath(before?.git?.path) ? undefined : { kind, id, path };
}

/** Omits paths that are longer than any indexed target. */
const indexablePath = (path: string | undefined): string | null =>
  path === undefined || path.length > MAX_TARGET_KEY_LENGTH || encodeUtf8(path).length > MAX_TARGET_KEY_LENGTH
    ? null
    : path;
