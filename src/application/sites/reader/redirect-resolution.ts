import type { File, Redirect } from '../../../domain/content/page.ts';
import type { PageId } from '../../../domain/kernel/id.ts';
import type { LinkableContent } from '../../../domain/sites/content/content-target.ts';
import type { OutlineEntry } from '../../../domain/sites/content/space-outline.ts';
import {
  findClosestRedirect,
  formatSourcePath,
  candidateSources,
  wildcardPart,
} from '../../../domain/sites/redirect-source.ts';
import type { SiteRedirectState } from '../../../domain/sites/site-redirect.ts';
import type { SiteReads } from '../../../ports/sites/site-reads.ts';
import { findContentRedirect } from '../../content/find-redirect.ts';
import { appendPath, isWithin } from '../redirects/redirect-targets.ts';
import type { PublishedContentCache } from './published-content-cache.ts';
import type { SitePath } from './site-path.ts';
import { matchPath, matchExplicitPath, type SiteMap, type Variant } from './site-map.ts';

/** Target of a redirect: a URL outside the site, or a path of a space that may not have a page. */
export type SiteRedirectTarget = { readonly permanent: boolean } & (
  | { readonly url: string }
  | {
      readonly variant: Variant;
      readonly pageId?: PageId;
      /** Path after the page or the root of the space. */ readonly rest: string;
    }
);

/**
 * Finds the target of the closest redirect for a path; undefined when there is none or its target is hidden from the
 * reader.
 */
export async function findSiteRedirect(
  sites: Pick<SiteReads, 'redirects'>,
  map: SiteMap,
  homes: readonly string[],
  { segments, endsWithSlash }: SitePath,
): Promise<SiteRedirectTarget | undefined> {
  const composed = segments.map((segment) => segment.normalize('NFC'));
  // Sources of older redirects can have decomposed letters.
  const paths = [...new Set([formatSourcePath(composed), formatSourcePath(segments)])].map((path) => ({
    path,
    sources: candidateSources(path, { endsWithSlash }),
  }));
  const redirects = await sites.redirects(map.site.id, [...new Set(paths.flatMap(({ sources }) => sources))]);
  const [found] = paths.flatMap(({ path, sources }) => {
    const redirect = findClosestRedirect(sources, redirects);
    return redirect === undefined ? [] : [{ path, redirect }];
  });
  if (found === undefined) return undefined;
  const { path, redirect } = found;
  const { permanent, source, destination, captureWildcard } = redirect;
  const rest = captureWildcard ? wildcardPart(source, path) : '';
  if (destination.kind === 'external') {
    const url = appendPath(destination.url, rest);
    // The site's URLs may have changed since the redirect was made; a redirect back to the site would loop.
    return homes.some((home) => isWithin(home, url)) ? undefined : { permanent, url };
  }
  const variant = variantFor(map, destination);
  return (
    variant && {
      permanent,
      variant,
      ...(destination.kind === 'site-page' && { pageId: destination.pageId }),
      rest: decodeURIComponent(rest),
    }
  );
}

function variantFor(
  { variants, sections }: SiteMap,
  destination: Exclude<SiteRedirectState['destination'], { readonly kind: 'external' }>,
): Variant | undefined {
  if (destination.kind !== 'site-section')
    return variants.find(({ siteSpace }) => siteSpace.id === destination.siteSpaceId);
  const inSection = variants.filter(({ siteSpace }) => siteSpace.sectionId === destination.siteSectionId);
  const shown = sections.find(({ id }) => id === destination.siteSectionId);
  return inSection.find(({ root }) => root === shown?.root) ?? inSection[0];
}

/** Redirect that the content of a space defines for a path. */
export interface SpaceRedirect {
  readonly variant: Variant;
  readonly redirect: Redirect;
}

/** Finds the redirects that the spaces' repositories define for a path, the most likely space first. */
export async function findSpaceRedirects(
  contentCache: Pick<PublishedContentCache, 'loadContent' | 'store'>,
  map: SiteMap,
  segments: readonly string[],
): Promise<readonly SpaceRedirect[]> {
  const [short, long] = [matchPath(map, segments), matchExplicitPath(map, segments)];
  const places = short.variant === long.variant && short.path === long.path ? [short] : [short, long];
  const found = places.map(async ({ variant, path }) => {
    if (variant === undefined) return [];
    const redirect = await findContentRedirect(
      contentCache.store,
      await contentCache.loadContent(variant.content),
      path,
    );
    return redirect === undefined ? [] : [{ variant, redirect }];
  });
  return (await Promise.all(found)).flat();
}

/** Target of a space's redirect: a page with an optional fragment, a file, or a URL outside the site. */
export type SpaceRedirectTarget =
  { readonly entry: OutlineEntry; readonly fragment: string } | { readonly file: File } | { readonly url: string };

/**
 * Resolves the redirect of a space for the reader; undefined when the target is missing or not listed, so that old
 * paths do not reveal hidden pages.
 * @param homes URLs of the site; a redirect to one of them would loop
 */
export function resolveSpaceRedirect(
  redirect: Redirect,
  { outline, files }: LinkableContent,
  homes: readonly string[],
): SpaceRedirectTarget | undefined {
  switch (redirect.kind) {
    case 'url':
      return homes.some((home) => isWithin(home, redirect.url)) ? undefined : { url: redirect.url };
    case 'file': {
      const file = files.byId(redirect.file);
      return file && { file };
    }
    case 'page': {
      const named = outline.byId(redirect.page);
      const entry = named?.type === 'group' ? outline.firstDocumentIn(named) : named;
      const fragment =
        redirect.anchor === undefined || entry !== named ? '' : `#${encodeURI(redirect.anchor.toWellFormed())}`;
      return entry?.type === 'document' && entry.listed ? { entry, fragment } : undefined;
    }
  }
}
