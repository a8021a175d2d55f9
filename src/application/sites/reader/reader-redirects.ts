import type { SiteUrls } from '../../../domain/sites/site-urls.ts';
import type { SiteReads } from '../../../ports/sites/site-reads.ts';
import type { PublishedContentCache } from './published-content-cache.ts';
import { findPage } from './find-page.ts';
import { findSiteRedirect, findSpaceRedirects, resolveSpaceRedirect } from './redirect-resolution.ts';
import type { SiteMap } from './site-map.ts';
import type { SitePath } from './site-path.ts';
import type { SiteResponse } from './site-response.ts';
import type { SiteSpaces } from './site-spaces.ts';

/** Redirects readers from paths without a page. */
export class ReaderRedirects {
  constructor(
    private readonly sites: Pick<SiteReads, 'redirects'>,
    private readonly contentCache: PublishedContentCache,
    private readonly spaces: Pick<SiteSpaces, 'of'>,
    private readonly urls: SiteUrls,
  ) {}

  /** Applies the redirects of the site, then those of its spaces; their targets must be visible to the reader. */
  async find(map: SiteMap, path: SitePath): Promise<SiteResponse | undefined> {
    const { site } = map;
    const homes = [this.urls.byBasename(site), this.urls.byHostname(site), this.urls.byProxy(site)].filter(
      (home) => home !== undefined,
    );
    return (await this.#findOfSite(map, homes, path)) ?? (await this.#findOfSpace(map, homes, path.segments));
  }

  async #findOfSite(map: SiteMap, homes: readonly string[], path: SitePath): Promise<SiteResponse | undefined> {
    const target = await findSiteRedirect(this.sites, map, homes, path);
    if (target === undefined) return undefined;
    if ('url' in target) return { kind: 'redirect', to: target.url, temporary: !target.permanent, external: true };
    const space = await this.spaces.of(map, target.variant);
    const page = target.pageId === undefined ? '' : space.linked.outline.byId(target.pageId)?.path;
    const found =
      page === undefined ? undefined : findPage(space, [page, target.rest].filter((part) => part !== '').join('/'));
    return (
      found && {
        kind: 'redirect',
        to: found.to ?? space.links.page(found.entry),
        temporary: !target.permanent || (found.to !== undefined && found.moving),
      }
    );
  }

  async #findOfSpace(
    map: SiteMap,
    homes: readonly string[],
    segments: readonly string[],
  ): Promise<SiteResponse | undefined> {
    for (const { variant, redirect } of await findSpaceRedirects(this.contentCache, map, segments)) {
      const { linked, links } = await this.spaces.of(map, variant);
      const shown = resolveSpaceRedirect(redirect, linked, homes);
      if (shown === undefined) continue;
      if ('url' in shown) return { kind: 'redirect', to: shown.url, temporary: false, external: true };
      if ('file' in shown)
        return {
          kind: 'redirect',
          to: map.address.file(variant.siteSpace.id, shown.file.id, shown.file.name),
          temporary: true,
        };
      return { kind: 'redirect', to: links.page(shown.entry) + shown.fragment, temporary: false };
    }
    return undefined;
  }
}
