import type { Id } from '../kernel/id.ts';
import { constantQuery, type ObjectQuery } from '../content/objects/object-query.ts';
import {
  candidateMarkdownFiles,
  pagePathOfFile,
  parseTargetKey,
  pathInPagesFolder,
  pathSpellings,
} from './link-target.ts';

/** Lookups of link targets in a content. */
export interface TargetLookup<P, F, C> {
  pageById(id: Id): ObjectQuery<P | undefined>;
  /** Finds a page by its path of slugs, with exact or ignored case; the empty path is the home page. */
  pageByPath(path: string): ObjectQuery<P | undefined>;
  /** Finds a page by its path in the repository. */
  pageByGitPath(path: string): ObjectQuery<P | undefined>;
  fileById(id: Id): ObjectQuery<F | undefined>;
  fileByGitPath(path: string): ObjectQuery<F | undefined>;
  contentById(id: Id): ObjectQuery<C | undefined>;
  contentByGitPath(path: string): ObjectQuery<C | undefined>;
}

/** Resolved link target. */
export type ResolvedTarget<P, F, C> =
  | { readonly kind: 'page'; readonly page: P; readonly anchor?: string }
  | { readonly kind: 'file'; readonly file: F; readonly anchor?: string }
  | { readonly kind: 'content'; readonly content: C }
  | { readonly kind: 'url'; readonly url: string }
  /** Path within the app. */
  | { readonly kind: 'app'; readonly path: string; readonly anchor?: string }
  | { readonly kind: 'broken' };

const BROKEN = { kind: 'broken' } as const;

type Identified = { readonly id: Id };

/** Returns the target of a link by id, which survives moves; undefined if the target is no item of the content. */
export function targetById(target: ResolvedTarget<Identified, Identified, Identified>): string | undefined {
  switch (target.kind) {
    case 'page':
      return `/pages/${target.page.id}${fragmentOf(target)}`;
    case 'file':
      return `/files/${target.file.id}${fragmentOf(target)}`;
    case 'content':
      return `/reusable-content/${target.content.id}`;
    default:
      return undefined;
  }
}

/**
 * Resolves a target by its key: `/pages/…` and `/files/…` by id or path, Markdown files and assets by their repository
 * path, and page paths. Shared by sites, link lists and exports.
 */
export function* resolveTarget<P, F, C>(
  key: string,
  lookup: TargetLookup<P, F, C>,
): ObjectQuery<ResolvedTarget<P, F, C>> {
  const form = parseTargetKey(key);
  switch (form.kind) {
    case 'url':
    case 'app':
    case 'broken':
      return form;
    case 'file': {
      const file = yield* lookup.fileById(form.id);
      return file === undefined ? BROKEN : { kind: 'file', file, ...anchorOf(form) };
    }
    case 'content': {
      const content =
        form.id === undefined
          ? yield* firstDefined(pathSpellings(form.path).map((path) => () => lookup.contentByGitPath(path)))
          : yield* lookup.contentById(form.id);
      return content === undefined ? BROKEN : { kind: 'content', content };
    }
    case 'page': {
      const page =
        (form.id === undefined ? undefined : yield* lookup.pageById(form.id)) ??
        (yield* firstDefined(pathSpellings(form.path).map((path) => () => resolvePagePath(path, lookup))));
      return page === undefined
        ? yield* resolvePath({ ...form, path: pathInPagesFolder(form.path) }, lookup)
        : { kind: 'page', page, ...anchorOf(form) };
    }
    case 'path':
      return yield* resolvePath(form, lookup);
  }
}

interface Anchored {
  readonly anchor?: string | undefined;
}

const anchorOf = ({ anchor }: Anchored): { readonly anchor?: string } => (anchor === undefined ? {} : { anchor });

/** Returns the fragment of a link with its `#`; empty without an anchor. */
export const fragmentOf = ({ anchor }: Anchored): string => (anchor === undefined ? '' : `#${anchor}`);

/** Finds the page or file at an absolute path. */
function* resolvePath<P, F, C>(
  { path: written, anchor }: { readonly path: string } & Anchored,
  lookup: TargetLookup<P, F, C>,
): ObjectQuery<ResolvedTarget<P, F, C>> {
  for (const path of pathSpellings(written)) {
    const page = yield* resolvePagePath(path, lookup);
    if (page !== undefined) return { kind: 'page', page, ...anchorOf({ anchor }) };
    const file = yield* lookup.fileByGitPath(path);
    if (file !== undefined) return { kind: 'file', file, ...anchorOf({ anchor }) };
  }
  return BROKEN;
}

/** Finds the page that an absolute path refers to: a Markdown file, a folder with a README, or the page's own path. */
function* resolvePagePath<P, F, C>(written: string, lookup: TargetLookup<P, F, C>): ObjectQuery<P | undefined> {
  const path = written.replace(/\/+$/, '');
  const inGit = yield* firstDefined(candidateMarkdownFiles(path).map((file) => () => lookup.pageByGitPath(file)));
  return inGit ?? (yield* lookup.pageByPath(pagePathOfFile(path)));
}

function* firstDefined<T>(ways: readonly (() => ObjectQuery<T | undefined>)[]): ObjectQuery<T | undefined> {
  for (const way of ways) {
    const found = yield* way();
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Lookup for contents without such items. */
export const findNothing = (): ObjectQuery<undefined> => constantQuery(undefined);
