import type { Content } from '../content/content.ts';
import { documentOf, getFile, getPage, getReusableContent, pageByPath } from '../content/content-reads.ts';
import type { Hash } from '../content/objects/objects.ts';
import type { File, Page, ReusableContent } from '../content/page.ts';
import { allInTurns, done, type Reading } from '../content/objects/reading.ts';
import type { Id } from '../kernel/id.ts';
import { anchorsOf, hasAnchor } from './anchors.ts';
import { formOf, looksLikeId, markdownFiles, spellings } from './link-target.ts';
import { resolveTarget, type Resolved, type TargetLookup } from './resolve-target.ts';

export type GitPlaceKind = 'page' | 'file' | 'content';
/** Where something of a space lies in its repository. */
export interface GitPlace {
  readonly kind: GitPlaceKind;
  readonly id: Id;
  readonly path: string;
}

/** What a target leads to in a content. */
export interface Outcome {
  readonly resolved: Resolved<Page, File, ReusableContent>;
  /** It leads nowhere, or to a heading that its page does not have. */
  readonly broken: boolean;
}

/** The paths in the repository at which a target would have to lie: whoever resolves it has to know what lies there. */
export function gitPathsOf(key: string): readonly string[] {
  const form = formOf(key);
  if (form.kind === 'content') return form.id === undefined ? spellings(form.path) : [];
  if (form.kind === 'path')
    return spellings(form.path).flatMap((path) => [path, ...markdownFiles(path.replace(/\/+$/, ''))]);
  return form.kind === 'page' ? spellings(form.path).flatMap((path) => markdownFiles(path)) : [];
}

/**
 * What targets lead to in a content, by their keys. A few round trips for each thousand of them, and others have their turn between.
 * @param places what lies at the paths that `gitPathsOf` names, at least; what is there no more does not harm
 * @param known anchors of documents that were looked at before; those that are looked at now come to it
 */
export function* outcomesOf(
  keys: readonly string[],
  content: Content,
  places: Iterable<GitPlace>,
  known = new Map<Hash, ReadonlySet<string>>(),
): Reading<ReadonlyMap<string, Outcome>> {
  const lookup = lookupIn(content, places);
  const resolved = yield* allInTurns(keys, (key) => resolveTarget(key, lookup));
  const documents = new Set<Hash>();
  for (const one of resolved)
    if (one.kind === 'page' && one.anchor !== undefined && one.page.document !== undefined)
      documents.add(one.page.document);
  const hashes = [...documents].filter((hash) => !known.has(hash));
  (yield* allInTurns(hashes, anchorsIn)).forEach((anchors, i) => known.set(hashes[i]!, anchors));
  return new Map(
    keys.map((key, i): [string, Outcome] => {
      const one = resolved[i]!;
      const isThere =
        one.kind !== 'page' ||
        one.anchor === undefined ||
        hasAnchor((one.page.document && known.get(one.page.document)) ?? NONE, one.anchor);
      return [key, { resolved: one, broken: one.kind === 'broken' || !isThere }];
    }),
  );
}

const NONE: ReadonlySet<string> = new Set();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function* anchorsIn(document: Hash): Reading<ReadonlySet<string>> {
  const bytes = yield* documentOf({ document });
  return bytes === undefined ? NONE : yield* anchorsOf(decoder.decode(bytes));
}

/** Pages of type `link` have nothing to lead to. */
function* readable(page: Reading<Page | undefined>): Reading<Page | undefined> {
  const found = yield* page;
  return found?.type === 'link' ? undefined : found;
}

export function lookupIn(content: Content, places: Iterable<GitPlace>): TargetLookup<Page, File, ReusableContent> {
  const at = new Map<string, Id>();
  for (const { kind, id, path } of places) if (!at.has(`${kind}:${path}`)) at.set(`${kind}:${path}`, id);
  return {
    page: (id) => (looksLikeId(id) ? readable(getPage(content, id)) : done(undefined)),
    *pageAt(path) {
      const found = yield* readable(pageByPath(content, path));
      const lower = path.toLowerCase();
      return found ?? (lower === path ? undefined : yield* readable(pageByPath(content, lower)));
    },
    *pageInGit(path) {
      const id = at.get(`page:${path}`);
      const page = id === undefined ? undefined : yield* readable(getPage(content, id));
      return page?.git?.path === path ? page : undefined;
    },
    file: (id) => (looksLikeId(id) ? getFile(content, id) : done(undefined)),
    *fileInGit(path) {
      const id = at.get(`file:${path}`);
      const file = id === undefined ? undefined : yield* getFile(content, id);
      return file?.git?.path === path ? file : undefined;
    },
    content: (id) => (looksLikeId(id) ? getReusableContent(content, id) : done(undefined)),
    *contentInGit(path) {
      const id = at.get(`content:${path}`);
      const found = id === undefined ? undefined : yield* getReusableContent(content, id);
      return found?.git?.path === path ? found : undefined;
    },
  };
}

/** The thing of the content that an outcome leads to. */
export function ledTo({ resolved }: Outcome): Id | null {
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
