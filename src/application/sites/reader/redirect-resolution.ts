import { REDIRECTS } from '../../../domain/content/content.ts';
import { lookup } from '../../../domain/content/objects/map-read.ts';
import type { File, Redirect } from '../../../domain/content/page.ts';
import type { Id } from '../../../domain/kernel/id.ts';
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
import { read } from '../../content/reading.ts';
import { appendPath, isWithin } from '../redirects/redirect-targets.ts';
import type { ContentLibrary } from './content-library.ts';
import { matchPath, matchExplicitPath, type SiteMap, type Variant } from './site-map.ts';

/** Where a redirect leads: off the site, or to a path of a space that may or may not have a page there. */
export type SiteRedirectTarget = { readonly permanent: boolean } & (
  | { readonly url: string }
  | {
      readonly variant: Variant;
      readonly pageId?: Id;
      /** Behind the page or the space's root. */ readonly rest: string;
    }
);

/** Where the closest redirect leads from a path; undefined where there is none, or it leads where this reader has nothing. */
export async function findSiteRedirect(
  sites: Pick<SiteReads, 'redirects'>,
  map: SiteMap,
  homes: readonly string[],
  segments: readonly string[],
): Promise<SiteRedirectTarget | undefined> {
  const path = formatSourcePath(segments);
  const sources = candidateSources(path);
  const redirect = findClosestRedirect(sources, await sites.redirects(map.site.id, sources));
  if (redirect === undefined) return undefined;
  const { permanent, source, destination, captureWildcard } = redirect;
  const rest = captureWildcard ? wildcardPart(source, path) : '';
  if (destination.kind === 'external') {
    const url = appendPath(destination.url, rest);
    // Addresses of the site may have changed since: what leads back to it would lead in a circle.
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
  const section = sections.find(({ id }) => id === destination.siteSectionId);
  return section && variants.find(({ siteSpace, root }) => siteSpace.sectionId === section.id && root === section.root);
}

/** What a space says of a path below it. */
export interface SpaceRedirect {
  readonly variant: Variant;
  readonly redirect: Redirect;
}

/** Where the repositories of the spaces lead from a path that they answer for; the likeliest first, mostly none. */
export async function findSpaceRedirects(
  library: Pick<ContentLibrary, 'content' | 'store'>,
  map: SiteMap,
  segments: readonly string[],
): Promise<readonly SpaceRedirect[]> {
  const [short, long] = [matchPath(map, segments), matchExplicitPath(map, segments)];
  const places = short.variant === long.variant && short.path === long.path ? [short] : [short, long];
  const found = places.map(async ({ variant, path }) => {
    if (variant === undefined || path === '') return [];
    const { redirects } = await library.content(variant.content);
    const redirect =
      redirects === null
        ? undefined
        : await read(library.store, lookup(REDIRECTS, redirects, formatSourcePath(path.split('/'))));
    return redirect === undefined ? [] : [{ variant, redirect }];
  });
  return (await Promise.all(found)).flat();
}

/** A page (behind the `#`: a place in it), a file, or an address off the site. */
export type SpaceRedirectTarget =
  { readonly entry: OutlineEntry; readonly fragment: string } | { readonly file: File } | { readonly url: string };

/**
 * What a space's redirect leads this reader to; undefined where that is gone, is not for the reader, or is not shown by
 * navigation: who guesses an old address is not told where a hidden page is.
 * @param homes of the site: what leads back to it would lead in a circle
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
