import type { Id } from '../kernel/id.ts';
import { constantQuery, type ObjectQuery } from '../content/objects/object-query.ts';
import { parseTargetKey, candidateMarkdownFiles, pagePathOfFile, pathSpellings } from './link-target.ts';

/** Finds what targets name, in some content. */
export interface TargetLookup<P, F, C> {
  pageById(id: Id): ObjectQuery<P | undefined>;
  /** By its path of slugs, the letters' case as given or whatever it is; empty: the home page. */
  pageByPath(path: string): ObjectQuery<P | undefined>;
  /** By its path in the repository. */
  pageByGitPath(path: string): ObjectQuery<P | undefined>;
  fileById(id: Id): ObjectQuery<F | undefined>;
  fileByGitPath(path: string): ObjectQuery<F | undefined>;
  contentById(id: Id): ObjectQuery<C | undefined>;
  contentByGitPath(path: string): ObjectQuery<C | undefined>;
}

/** What a target leads to. */
export type ResolvedTarget<P, F, C> =
  | { readonly kind: 'page'; readonly page: P; readonly anchor?: string }
  | { readonly kind: 'file'; readonly file: F }
  | { readonly kind: 'content'; readonly content: C }
  | { readonly kind: 'url'; readonly url: string }
  /** A place in the app, by its path there. */
  | { readonly kind: 'app'; readonly path: string; readonly anchor?: string }
  | { readonly kind: 'broken' };

const BROKEN = { kind: 'broken' } as const;

/**
 * What a target means, by its key: `/pages/…` and `/files/…` by id or path, Markdown files and assets by where they lie in
 * the repository, page paths. The one place that decides it, for sites, for lists of links and for what is written.
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
      return file === undefined ? BROKEN : { kind: 'file', file };
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
        ? BROKEN
        : { kind: 'page', page, ...(form.anchor !== undefined && { anchor: form.anchor }) };
    }
    case 'path':
      for (const path of pathSpellings(form.path)) {
        const page = yield* resolvePagePath(path, lookup);
        if (page !== undefined)
          return { kind: 'page', page, ...(form.anchor !== undefined && { anchor: form.anchor }) };
        const file = yield* lookup.fileByGitPath(path);
        if (file !== undefined) return { kind: 'file', file };
      }
      return BROKEN;
  }
}

/** The page that a path from the root means: a Markdown file, a folder for its README, or the page's own path. */
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

/** For what has no such thing. */
export const findNothing = (): ObjectQuery<undefined> => constantQuery(undefined);
