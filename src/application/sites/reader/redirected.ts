import type { Id } from '../../../domain/kernel/id.ts';
import { closestRedirect, sourcePath, sourcesFor, wildcardPart } from '../../../domain/sites/redirect-source.ts';
import type { SiteRedirectState } from '../../../domain/sites/site-redirect.ts';
import type { SiteReads } from '../../../ports/sites/site-reads.ts';
import { goingOn, isWithin } from '../redirects/redirect-targets.ts';
import type { SiteMap, Variant } from './site-map.ts';

/** Where a redirect leads: off the site, or to a path of a space that may or may not have a page there. */
export type RedirectedTo = { readonly permanent: boolean } & ({ readonly url: string } | { readonly variant: Variant; readonly pageId?: Id; /** Behind the page or the space's root. */ readonly rest: string });

/** Where the closest redirect leads from a path; undefined where there is none, or it leads where this reader has nothing. */
export async function redirectedFrom(sites: Pick<SiteReads, 'redirects'>, map: SiteMap, homes: readonly string[], segments: readonly string[]): Promise<RedirectedTo | undefined> {
  const path = sourcePath(segments);
  const sources = sourcesFor(path);
  const redirect = closestRedirect(sources, await sites.redirects(map.site.id, sources));
  if (redirect === undefined) return undefined;
  const { permanent, source, destination, captureWildcard } = redirect;
  const rest = captureWildcard ? wildcardPart(source, path) : '';
  if (destination.kind === 'external') {
    const url = goingOn(destination.url, rest);
    // Addresses of the site may have changed since: what leads back to it would lead in a circle.
    return homes.some((home) => isWithin(home, url)) ? undefined : { permanent, url };
  }
  const variant = variantFor(map, destination);
  return variant && { permanent, variant, ...(destination.kind === 'site-page' && { pageId: destination.pageId }), rest: decodeURIComponent(rest) };
}

function variantFor({ variants, sections }: SiteMap, destination: Exclude<SiteRedirectState['destination'], { readonly kind: 'external' }>): Variant | undefined {
  if (destination.kind !== 'site-section') return variants.find(({ siteSpace }) => siteSpace.id === destination.siteSpaceId);
  const section = sections.find(({ id }) => id === destination.siteSectionId);
  return section && variants.find(({ siteSpace, root }) => siteSpace.sectionId === section.id && root === section.root);
}
