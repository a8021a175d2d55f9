import { digestOf } from '../../../domain/content/objects/hash.ts';
import type { OutlineEntry } from '../../../domain/sites/space-outline.ts';
import type { SiteHomes } from '../../../domain/sites/site-homes.ts';
import { OWN } from '../../../domain/sites/site-names.ts';
import { isOpen, type SiteState } from '../../../domain/sites/site.ts';
import type { ContentStore } from '../../../ports/content-store.ts';
import type { SiteLocator, SiteReads } from '../../../ports/site-reads.ts';
import type { PageView, RenderedPage, SiteRenderer } from '../../../ports/site-renderer.ts';
import { BoundedCache } from './bounded-cache.ts';
import { ContentLibrary } from './content-library.ts';
import { Navigation } from './navigation.ts';
import { frameOf, pageView, type SpaceOnSite } from './page-view.ts';
import { SiteAddress } from './site-address.ts';
import { OtherSpaces, placesNamed, type OtherPlace } from './other-spaces.ts';
import { placeIn, siteMap, spelledOut, type SiteMap, type Variant } from './site-map.ts';
import { robotsText, sitemapXml } from './robots.ts';
import { SpaceLinks } from './space-links.ts';

/** A page as it goes out. */
export interface ReadyPage extends RenderedPage {
  /** Names these very bytes. */
  readonly etag: string;
}

/** What a site answers to a path. */
export type SiteAnswer =
  | { readonly kind: 'page'; readonly found: boolean; readonly page: ReadyPage }
  /** The path has an address that is the right one, for good unless `moving`. */
  | { readonly kind: 'redirect'; readonly to: string; readonly moving: boolean }
  | { readonly kind: 'file'; readonly blob: string; readonly name: string }
  | { readonly kind: 'stylesheet' }
  | { readonly kind: 'text'; readonly type: string; readonly text: string };

/** A site that the reader may read: its answer, and whether search engines and shared caches may have it. */
export interface SiteReading {
  readonly isPublic: boolean;
  readonly answer: SiteAnswer;
}

export interface SiteRequest {
  /** By its id: for the server that shows it among its own pages. */
  readonly by: SiteLocator;
  /** The path below the site, decoded; empty for the site itself. */
  readonly segments: readonly string[];
  /** Whether the path ended in a slash. */
  readonly slash: boolean;
}

/** Published sites, as their readers come to them. */
export class PublishedSites {
  readonly #library: ContentLibrary;
  readonly #pages: BoundedCache<ReadyPage | undefined>;
  readonly #otherSpaces: OtherSpaces;
  /** What pages name in other spaces. */
  readonly #named: BoundedCache<readonly OtherPlace[]>;

  constructor(
    private readonly sites: SiteReads,
    private readonly store: ContentStore,
    private readonly renderer: SiteRenderer,
    private readonly homes: SiteHomes,
    /** Memory for what is kept of sites. */
    maxBytes: number,
  ) {
    this.#library = new ContentLibrary(store, (maxBytes * 3) / 4);
    this.#pages = new BoundedCache((maxBytes * 7) / 32, (page) => 500 + 2 * (page?.html.length ?? 0));
    this.#named = new BoundedCache(maxBytes / 32, (places) => 300 + 200 * places.length);
    this.#otherSpaces = new OtherSpaces(sites, this.#library, homes);
  }

  /** Undefined for a site that is unknown, not published, or asks for more than to be known: all alike. */
  async read({ by, segments, slash }: SiteRequest): Promise<SiteReading | undefined> {
    const published = await this.sites.published(by);
    const here = published && this.#homeFor(published.site, by);
    if (published === undefined || here === undefined || !isOpen(published.site)) return undefined;
    const map = siteMap(published, here);
    const address = new SiteAddress(here, this.homes.published(published.site));
    return { isPublic: map.site.visibility === 'public', answer: await this.#answer(map, address, segments, slash) };
  }

  /** Whether a hostname is a site's, published or not. */
  isHostname(hostname: string): Promise<boolean> {
    return this.sites.isHostname(hostname);
  }

  /** Under which address the reader has the site; undefined for one that is no proxy's. */
  #homeFor(site: SiteState, by: SiteLocator): string | undefined {
    return 'id' in by ? this.homes.proxied(site) : 'hostname' in by ? this.homes.hosted(site) : this.homes.own(site);
  }

  async #answer(map: SiteMap, address: SiteAddress, segments: readonly string[], slash: boolean): Promise<SiteAnswer> {
    if (segments.length === 0 && !slash) return { kind: 'redirect', to: address.basePath, moving: false };
    if (segments[0] === OWN) return this.#own(map, address, segments.slice(1), slash);
    if (segments.length === 1 && !slash && segments[0] === 'robots.txt') return { kind: 'text', type: 'text/plain', text: robotsText(map, address) };
    if (segments.length === 1 && !slash && segments[0] === 'sitemap.xml' && map.site.visibility === 'public') {
      return { kind: 'text', type: 'application/xml', text: await sitemapXml(this.store, map, (variant) => this.#space(map, address, variant)) };
    }
    const { variant, path } = placeIn(map, segments);
    const space = variant && (await this.#space(map, address, variant));
    if (path === '' && space?.linked.outline.home === undefined && (segments.length === 0 || !slash)) return this.#empty(map, address, space);
    const page = space && this.#find(space, path);
    if (space === undefined || page === undefined) return this.#notFoundOrMain(map, address, segments);
    if (page.to !== undefined) return { kind: 'redirect', to: page.to, moving: page.moving };
    if (slash && segments.length > 0) return { kind: 'redirect', to: space.links.page(page.entry), moving: false };
    return this.#page(space, page.entry);
  }

  /** The page at a path of a space, or where the reader is to go instead. */
  #find({ linked: { outline }, links }: SpaceOnSite, path: string): { readonly entry: OutlineEntry; readonly to?: undefined } | { readonly to: string; readonly moving: boolean } | undefined {
    const exact = outline.byPath(path);
    const entry = exact ?? outline.byPathInAnyCase(path);
    if (entry === undefined) return undefined;
    if (entry.type === 'group') {
      const first = outline.firstIn(entry);
      return first && { to: links.page(first), moving: true };
    }
    if (exact === undefined) return { to: links.page(entry), moving: false };
    if (path !== '' && entry === outline.home) return { to: links.page(entry), moving: true };
    return { entry };
  }

  /** Defaults have no path of their own: what comes with one goes on without. */
  async #notFoundOrMain(map: SiteMap, address: SiteAddress, segments: readonly string[]): Promise<SiteAnswer> {
    const { variant, path } = spelledOut(map, segments);
    if (variant === undefined) return this.#notFound(map, address);
    const space = await this.#space(map, address, variant);
    const found = this.#find(space, path);
    if (found === undefined) return path === '' && segments.join('/') !== variant.root ? { kind: 'redirect', to: address.page(variant.root, ''), moving: false } : this.#notFound(map, address);
    return { kind: 'redirect', to: found.to ?? space.links.page(found.entry), moving: false };
  }

  /** A space without pages yet, and a site without spaces, are there all the same. */
  async #empty(map: SiteMap, address: SiteAddress, space: SpaceOnSite | undefined): Promise<SiteAnswer> {
    const variant = space?.variant;
    const key = `empty/${variant?.content ?? ''}/${variant?.siteSpace.id ?? ''}/${map.version}`;
    const view: PageView = {
      site: frameOf(map, address, variant),
      navigation: space?.navigation.at() ?? [],
      page: { title: variant?.title ?? map.site.title, markdown: '', path: variant?.root ?? '' },
      breadcrumbs: [],
      noIndex: true,
      resolveLink: () => ({ broken: true }),
    };
    return { kind: 'page', found: true, page: (await this.#pages.get(key, async () => ready(this.renderer.renderPage(view))))! };
  }

  /** What lies under `~quire/`. */
  async #own(map: SiteMap, address: SiteAddress, segments: readonly string[], slash: boolean): Promise<SiteAnswer> {
    if (!slash && `${OWN}/${segments.join('/')}` === this.renderer.stylesheet().path) return { kind: 'stylesheet' };
    const [kind, siteSpaceId, id] = segments;
    const variant = map.variants.find(({ siteSpace }) => siteSpace.id === siteSpaceId);
    if (slash || variant === undefined || id === undefined) return this.#notFound(map, address);
    const space = await this.#space(map, address, variant);
    if (kind === 'files' && segments.length <= 4) {
      const file = space.linked.files.byId(id);
      if (file !== undefined) return { kind: 'file', blob: file.blob, name: file.name };
    }
    if (kind === 'pages' && segments.length === 3) {
      const entry = space.linked.outline.byId(id);
      if (entry !== undefined && entry.type !== 'link') return { kind: 'redirect', to: space.links.page(entry), moving: true };
    }
    return this.#notFound(map, address);
  }

  async #page(space: SpaceOnSite, entry: OutlineEntry): Promise<SiteAnswer> {
    const { map, address, content, variant } = space;
    const places = await this.#named.get(`${variant.content}/${entry.id}`, () => placesNamed(this.#library, content, entry.id));
    // Where other spaces lie changes without this one.
    const others = places.length === 0 ? undefined : await this.#otherSpaces.hrefs(map, address, places);
    const key = `${variant.content}/${entry.id}/${variant.siteSpace.id}/${map.version}${others === undefined ? '' : `/${digestOf(JSON.stringify([...others]))}`}`;
    const page = await this.#pages.get(key, async () => {
      const view = await pageView(this.store, others === undefined ? space : { ...space, links: space.links.knowing(others) }, entry);
      return view && ready(this.renderer.renderPage(view));
    });
    return page === undefined ? this.#notFound(map, address) : { kind: 'page', found: true, page };
  }

  async #notFound(map: SiteMap, address: SiteAddress): Promise<SiteAnswer> {
    const key = `404/${map.main?.content ?? ''}/${map.version}`;
    const page = await this.#pages.get(key, async () => {
      const space = map.main && (await this.#space(map, address, map.main));
      return ready(this.renderer.renderNotFound({ site: frameOf(map, address, map.main), navigation: space?.navigation.at() ?? [] }));
    });
    return { kind: 'page', found: false, page: page! };
  }

  async #space(map: SiteMap, address: SiteAddress, variant: Variant): Promise<SpaceOnSite> {
    const content = await this.#library.content(variant.content);
    const [outline, files] = await Promise.all([this.#library.outline(variant.siteSpace.spaceId, content), this.#library.files(content)]);
    const linked = { outline, files };
    const links = new SpaceLinks(address, map, variant, linked);
    const navigation = new Navigation(outline, links.entry);
    return { map, variant, address, content, linked, links, navigation };
  }
}

const ready = (page: RenderedPage): ReadyPage => ({ ...page, etag: `"${digestOf(page.html).slice(0, 32)}"` });
