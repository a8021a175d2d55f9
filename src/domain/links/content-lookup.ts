import type { Content } from '../content/content.ts';
import { decodeDocument } from '../content/documents/decode-document.ts';
import { readDocument, getFile, getPage, getReusableContent, findPageByPath } from '../content/content-reads.ts';
import type { Hash } from '../content/objects/content-object.ts';
import type { File, Page, ReusableContent } from '../content/page.ts';
import { allInBatches, constantQuery, type ObjectQuery } from '../content/objects/object-query.ts';
import { isId, type Id } from '../kernel/id.ts';
import { extractAnchors, hasAnchor } from './anchors.ts';
import { candidateMarkdownFiles, parseTargetKey, pathInPagesFolder, pathSpellings } from './link-target.ts';
import { resolveTarget, type ResolvedTarget, type TargetLookup } from './resolve-target.ts';

export type GitLocationKind = 'page' | 'file' | 'content';
/** Location of an item in the space's repository. */
export interface GitLocation {
  readonly kind: GitLocationKind;
  readonly id: Id;
  readonly path: string;
}

/** Resolution of a link target in a content. */
export interface LinkResolution {
  readonly resolved: ResolvedTarget<Page, File, ReusableContent>;
  /** True if the target does not exist, or if the page lacks the heading. */
  readonly isBroken: boolean;
}

/** Lists the repository paths that a target can refer to; resolving it requires the items at these paths. */
export function candidateGitPaths(key: string): readonly string[] {
  const form = parseTargetKey(key);
  if (form.kind === 'content') return form.id === undefined ? pathSpellings(form.path) : [];
  if (form.kind === 'path') return itemPaths(form.path);
  if (form.kind !== 'page') return [];
  const own = pathSpellings(form.path).flatMap((path) => candidateMarkdownFiles(path));
  return isId(form.path) ? own : [...own, ...itemPaths(pathInPagesFolder(form.path))];
}

/** Lists the paths of the pages and the file that an absolute path can refer to. */
const itemPaths = (written: string): readonly string[] =>
  pathSpellings(written).flatMap((path) => [path, ...candidateMarkdownFiles(path.replace(/\/+$/, ''))]);

/**
 * Resolves targets in a content, by their keys. Takes a few round trips per thousand targets, with pauses between.
 * @param locations items at least at the paths that `candidateGitPaths` returns; outdated items do no harm
 * @param anchorsByDocument cache of anchors by document, extended by this call
 */
export function* resolveTargets(
  keys: readonly string[],
  content: Content,
  locations: Iterable<GitLocation>,
  anchorsByDocument = new Map<Hash, ReadonlySet<string>>(),
): ObjectQuery<ReadonlyMap<string, LinkResolution>> {
  const lookup = contentTargetLookup(content, locations);
  const resolved = yield* allInBatches(keys, (key) => resolveTarget(key, lookup));
  const documents = new Set<Hash>();
  for (const one of resolved)
    if (one.kind === 'page' && one.anchor !== undefined && one.page.document !== undefined)
      documents.add(one.page.document);
  const hashes = [...documents].filter((hash) => !anchorsByDocument.has(hash));
  (yield* allInBatches(hashes, readAnchors)).forEach((anchors, i) => anchorsByDocument.set(hashes[i]!, anchors));
  return new Map(
    keys.map((key, i): [string, LinkResolution] => {
      const one = resolved[i]!;
      const hasTarget =
        one.kind !== 'page' ||
        one.anchor === undefined ||
        hasAnchor((one.page.document && anchorsByDocument.get(one.page.document)) ?? NO_ANCHORS, one.anchor);
      return [key, { resolved: one, isBroken: one.kind === 'broken' || !hasTarget }];
    }),
  );
}

const NO_ANCHORS: ReadonlySet<string> = new Set();

function* readAnchors(document: Hash): ObjectQuery<ReadonlySet<string>> {
  const bytes = yield* readDocument({ document });
  return bytes === undefined ? NO_ANCHORS : yield* extractAnchors(decodeDocument(bytes));
}

/** Ignores pages of type `link`, which cannot be linked to. */
function* skipLinkPage(page: ObjectQuery<Page | undefined>): ObjectQuery<Page | undefined> {
  const found = yield* page;
  return found?.type === 'link' ? undefined : found;
}

/**
 * Finds link targets in a content. @param locations repository paths of items, from which links by path are resolved
 */
export function contentTargetLookup(
  content: Content,
  locations: Iterable<GitLocation>,
): TargetLookup<Page, File, ReusableContent> {
  const at = new Map<string, Id>();
  for (const { kind, id, path } of locations) if (!at.has(`${kind}:${path}`)) at.set(`${kind}:${path}`, id);
  return {
    pageById: (id) => (isId(id) ? skipLinkPage(getPage(content, id)) : constantQuery(undefined)),
    *pageByPath(path) {
      const found = yield* skipLinkPage(findPageByPath(content, path));
      const lower = path.toLowerCase();
      return found ?? (lower === path ? undefined : yield* skipLinkPage(findPageByPath(content, lower)));
    },
    *pageByGitPath(path) {
      const id = at.get(`page:${path}`);
      const page = id === undefined ? undefined : yield* skipLinkPage(getPage(content, id));
      return page?.git?.path === path ? page : undefined;
    },
    fileById: (id) => (isId(id) ? getFile(content, id) : constantQuery(undefined)),
    *fileByGitPath(path) {
      const id = at.get(`file:${path}`);
      const file = id === undefined ? undefined : yield* getFile(content, id);
      return file?.git?.path === path ? file : undefined;
    },
    contentById: (id) => (isId(id) ? getReusableContent(content, id) : constantQuery(undefined)),
    *contentByGitPath(path) {
      const id = at.get(`content:${path}`);
      const found = id === undefined ? undefined : yield* getReusableContent(content, id);
      return found?.git?.path === path ? found : undefined;
    },
  };
}

/** Returns the id of the resolved item. */
export function resolvedId({ resolved }: LinkResolution): Id | null {
  switch (resolved.kind) {
    case 'page':
      return resolved.page.id;
    case 'file':
      return resolved.file.id;
    case 'content':
      return resolved.content.id;
    default:
      return null;
  }
}
