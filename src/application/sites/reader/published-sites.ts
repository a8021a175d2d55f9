import { digestOf } from '../../../domain/content/objects/hash.ts';
import type { SectionMatch } from '../../../domain/search/sections.ts';
import type { OutlineEntry } from '../../../domain/sites/content/space-outline.ts';
import type { SiteUrls } from '../../../domain/sites/site-urls.ts';
import { RESERVED_SEGMENT } from '../../../domain/sites/site-names.ts';
import { conditionEvaluator, isPersonalized, type Visitor } from '../../../domain/sites/audience/visitor.ts';
import type { SearchReads } from '../../../ports/search.ts';
import type { PublishedSite, SiteReads } from '../../../ports/sites/site-reads.ts';
import type { PageView, RenderedPage, SiteRenderer, Stylesheet } from '../../../ports/sites/site-renderer.ts';
import { BoundedCache } from './bounded-cache.ts';
import type { ComputedOutlines } from './computed-outlines.ts';
import type { ContentLibrary } from './content-library.ts';
import type { GivenEntries } from './generated-page-search.ts';
import { Navigation } from './navigation.ts';
import { frameOf, pageView } from './page-view.ts';
import type { SpaceOnSite } from './space-on-site.ts';
import { searchSpaces } from './search-spaces.ts';
import type { ShownOperations } from './shown-operations.ts';
import { SiteAddress } from './site-address.ts';
import { Elsewhere } from './cross-space-links.ts';
import { OtherSpaces } from './linked-spaces.ts';
import { redirectedFrom, redirectsOfSpaces, shownTarget } from './redirected.ts';
import { customizationOf, SiteLooks } from './site-looks.ts';
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
  | {
      readonly kind: 'redirect';
      readonly to: string;
      readonly moving: boolean;
      /** Off the site: the query is not for there. */ readonly away?: boolean;
    }
  | { readonly kind: 'file'; readonly blob: string; readonly name: string }
  /** `fleeting`: it is another one than the path names. */
  | { readonly kind: 'stylesheet'; readonly sheet: Stylesheet; readonly fleeting?: boolean }
  | { readonly kind: 'text'; readonly type: string; readonly text: string };

/** What is asked of a site, by whom, and where they have it. */
export interface SiteQuestion {
  readonly visitor: Visitor;
  /** Absolute URL under which the reader has the site, with a slash at the end, and the one true address of the same. */
  readonly here: string;
  readonly home: string;
  /** The path below the site, decoded; empty for the site itself. */
  readonly segments: readonly string[];
  /** Whether the path ended in a slash. */
  readonly slash: boolean;
  /** What is looked for on the page of the search. */
  readonly query: string;
}

/** Published sites, as their readers are shown them. */
export class PublishedSites {
  readonly #pages: BoundedCache<ReadyPage | undefined>;
  readonly #looks: SiteLooks;
  readonly #elsewhere: Elsewhere;

  constructor(
    private readonly sites: SiteReads,
    private readonly search: SearchReads,
    private readonly library: ContentLibrary,
    private readonly renderer: SiteRenderer,
    private readonly homes: SiteUrls,
    private readonly computed: ComputedOutlines,
    private readonly given: GivenEntries,
    private readonly operations: Pick<ShownOperations, 'of'>,
    /** Memory for pages that are kept. */
    maxBytes: number,
  ) {
    this.#pages = new BoundedCache((maxBytes * 7) / 8, (page) => 500 + 2 * (page?.html.length ?? 0));
    const others = new OtherSpaces(sites, this.library, homes);
    this.#elsewhere = new Elsewhere(this.library, others, maxBytes / 8);
    this.#looks = new SiteLooks(this.library, others);
  }

  /** What the site answers a reader whom it admits. */
  answer(published: PublishedSite, { visitor, here, home, segments, slash, query }: SiteQuestion): Promise<SiteAnswer> {
    const [map, address] = [siteMap(published, here, visitor), new SiteAddress(here, home)];
    if (segments.join('/') === `${RESERVED_SEGMENT}/search` && !slash) return this.#search(map, address, query);
    return this.#answer(map, address, segments, slash);
  }

  async #answer(map: SiteMap, address: SiteAddress, segments: readonly string[], slash: boolean): Promise<SiteAnswer> {
    if (segments.length === 0 && !slash) return { kind: 'redirect', to: address.basePath, moving: false };
    if (segments[0] === RESERVED_SEGMENT) return this.#own(map, address, segments.slice(1), slash);
    if (segments.length === 1 && !slash && segments[0] === 'robots.txt')
      return { kind: 'text', type: 'text/plain', text: robotsText(map, address) };
    if (segments.length === 1 && !slash && segments[0] === 'sitemap.xml' && map.site.visibility === 'public') {
      return {
        kind: 'text',
        type: 'application/xml',
        text: await sitemapXml(this.library.store, map, (variant) => this.#space(map, address, variant)),
      };
    }
    const { variant, path } = placeIn(map, segments);
    const space = variant && (await this.#space(map, address, variant));
    if (path === '' && space?.linked.outline.home === undefined && (segments.length === 0 || !slash))
      return this.#empty(map, address, space);
    const page = space && this.#find(space, path);
    if (space === undefined || page === undefined) return this.#notFoundOrMain(map, address, segments);
    if (page.to !== undefined) return { kind: 'redirect', to: page.to, moving: page.moving };
    if (slash && segments.length > 0) return { kind: 'redirect', to: space.links.page(page.entry), moving: false };
    return this.#page(space, page.entry);
  }

  /** The page at a path of a space, or where the reader is to go instead. */
  #find(
    { linked: { outline }, links }: SpaceOnSite,
    path: string,
  ):
    | { readonly entry: OutlineEntry; readonly to?: undefined }
    | { readonly to: string; readonly moving: boolean }
    | undefined {
    const exact = outline.byPath(path);
    const entry = exact ?? outline.byPathIgnoringCase(path);
    if (entry === undefined) return undefined;
    if (entry.type === 'group') {
      const first = outline.firstDocumentIn(entry);
      return first && { to: links.page(first), moving: true };
    }
    if (exact === undefined) return { to: links.page(entry), moving: false };
    if (path !== '' && entry === outline.home) return { to: links.page(entry), moving: true };
    return { entry };
  }

  /** Defaults have no path of their own: what comes with one goes on without. */
  async #notFoundOrMain(map: SiteMap, address: SiteAddress, segments: readonly string[]): Promise<SiteAnswer> {
    const { variant, path } = spelledOut(map, segments);
    if (variant === undefined) return this.#redirectedOrNotFound(map, address, segments);
    const space = await this.#space(map, address, variant);
    const found = this.#find(space, path);
    if (found === undefined)
      return path === '' && segments.join('/') !== variant.root
        ? { kind: 'redirect', to: address.page(variant.root, ''), moving: false }
        : this.#redirectedOrNotFound(map, address, segments);
    return { kind: 'redirect', to: found.to ?? space.links.page(found.entry), moving: false };
  }

  /** Redirects lead from where no page is, and to nothing but what is there for this reader: those of the site, then those of its spaces. */
  async #redirectedOrNotFound(map: SiteMap, address: SiteAddress, segments: readonly string[]): Promise<SiteAnswer> {
    const { site } = map;
    const homes = [this.homes.byBasename(site), this.homes.byHostname(site), this.homes.byProxy(site)].filter(
      (home) => home !== undefined,
    );
    return (
      (await this.#redirectedBySite(map, address, homes, segments)) ??
      (await this.#redirectedBySpace(map, address, homes, segments)) ??
      this.#notFound(map, address)
    );
  }

  async #redirectedBySite(
    map: SiteMap,
    address: SiteAddress,
    homes: readonly string[],
    segments: readonly string[],
  ): Promise<SiteAnswer | undefined> {
    const led = await redirectedFrom(this.sites, map, homes, segments);
    if (led === undefined) return undefined;
    if ('url' in led) return { kind: 'redirect', to: led.url, moving: !led.permanent, away: true };
    const space = await this.#space(map, address, led.variant);
    const page = led.pageId === undefined ? '' : space.linked.outline.byId(led.pageId)?.path;
    const found =
      page === undefined ? undefined : this.#find(space, [page, led.rest].filter((part) => part !== '').join('/'));
    return (
      found && {
        kind: 'redirect',
        to: found.to ?? space.links.page(found.entry),
        moving: !led.permanent || (found.to !== undefined && found.moving),
      }
    );
  }

  async #redirectedBySpace(
    map: SiteMap,
    address: SiteAddress,
    homes: readonly string[],
    segments: readonly string[],
  ): Promise<SiteAnswer | undefined> {
    for (const { variant, redirect } of await redirectsOfSpaces(this.library, map, segments)) {
      const { linked, links } = await this.#space(map, address, variant);
      const shown = shownTarget(redirect, linked, homes);
      if (shown === undefined) continue;
      if ('url' in shown) return { kind: 'redirect', to: shown.url, moving: false, away: true };
      if ('file' in shown)
        return {
          kind: 'redirect',
          to: address.file(variant.siteSpace.id, shown.file.id, shown.file.name),
          moving: true,
        };
      return { kind: 'redirect', to: links.page(shown.entry) + shown.fragment, moving: false };
    }
    return undefined;
  }

  /** A space without pages yet, and a site without spaces, are there all the same. */
  async #empty(map: SiteMap, address: SiteAddress, empty: SpaceOnSite | undefined): Promise<SiteAnswer> {
    const variant = empty?.variant;
    const on = empty && (await this.#elsewhere.on(empty));
    const look = await this.#looks.of(map, address, variant);
    const key = `empty/${variant?.content ?? ''}/${variant?.siteSpace.id ?? ''}/${map.version}/${look?.key ?? ''}/${on?.key ?? ''}`;
    const view: PageView = {
      site: frameOf(map, address, variant, look?.look),
      navigation: on?.space.navigation.at() ?? [],
      page: { title: variant?.title ?? map.site.title, markdown: '', path: variant?.root ?? '' },
      breadcrumbs: [],
      noIndex: true,
      resolveLink: () => ({ broken: true }),
    };
    return {
      kind: 'page',
      found: true,
      page: (await this.#kept(map, key, async () =>
        ready(await this.renderer.renderPage(view, map.site.organizationId)),
      ))!,
    };
  }

  /** What lies under `~quire/`. */
  async #own(map: SiteMap, address: SiteAddress, segments: readonly string[], slash: boolean): Promise<SiteAnswer> {
    if (!slash && `${RESERVED_SEGMENT}/${segments.join('/')}` === this.renderer.stylesheet().path)
      return { kind: 'stylesheet', sheet: this.renderer.stylesheet() };
    if (!slash && segments.length === 1 && /^look-[0-9a-f]{16}\.css$/.test(segments[0]!))
      return this.#lookSheet(map, segments[0]!);
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
      if (entry !== undefined && entry.type !== 'link')
        return { kind: 'redirect', to: space.links.page(entry), moving: true };
    }
    return this.#notFound(map, address);
  }

  /** The sheet of one of the site's looks; of the site's own for a page that is older than its look. */
  #lookSheet(map: SiteMap, name: string): SiteAnswer {
    const sheets = [undefined, ...map.variants].flatMap((variant) => {
      const customization = customizationOf(map, variant);
      return customization === undefined ? [] : [this.renderer.customizationStylesheet(customization)];
    });
    const sheet = sheets.find(({ path }) => path === `${RESERVED_SEGMENT}/${name}`);
    return {
      kind: 'stylesheet',
      sheet: sheet ?? sheets[0] ?? this.renderer.stylesheet(),
      ...(sheet === undefined && { fleeting: true }),
    };
  }

  async #page(onSite: SpaceOnSite, entry: OutlineEntry): Promise<SiteAnswer> {
    const { map, address, variant } = onSite;
    const { space, key: others } = await this.#elsewhere.on(onSite, entry);
    const [look, operations] = await Promise.all([
      this.#looks.of(map, address, variant),
      this.operations.of(space, entry),
    ]);
    const key = `${variant.content}/${entry.id}/${variant.siteSpace.id}/${map.version}/${look?.key ?? ''}/${space.laid.edition}/${others}/${operations.key}`;
    const page = await this.#kept(map, key, async () => {
      const view = await pageView(this.library.store, space, entry, look?.look, operations);
      return view && ready(await this.renderer.renderPage(view, map.site.organizationId));
    });
    return page === undefined ? this.#notFound(map, address) : { kind: 'page', found: true, page };
  }

  /** What the reader finds of what the reader is shown. */
  async #search(map: SiteMap, address: SiteAddress, query: string): Promise<SiteAnswer> {
    const spaces = await Promise.all(map.variants.map((variant) => this.#space(map, address, variant)));
    const bySpace = new Map(spaces.map((space) => [space.variant.siteSpace.spaceId, space]));
    const searched = spaces.map(({ variant, linked, laid }) => ({
      spaceId: variant.siteSpace.spaceId,
      title: variant.title,
      outline: linked.outline,
      laid,
    }));
    const found = await searchSpaces(
      { search: this.search, library: this.library, given: this.given, shows: conditionEvaluator(map.visitor) },
      searched,
      { text: query, page: { limit: SEARCHED_SPACES } },
    );
    const groups = found.items.map(({ spaceId, title, pages }) => {
      const { linked, links } = bySpace.get(spaceId)!;
      return {
        title,
        results: pages.flatMap(({ page, sections: [best] }) =>
          resultOf(linked.outline.byId(page.id), links, page.title, best),
        ),
      };
    });
    const look = await this.#looks.of(map, address, map.main);
    const navigation = (map.main && bySpace.get(map.main.siteSpace.spaceId)?.navigation.at()) ?? [];
    return {
      kind: 'page',
      found: true,
      page: ready(
        this.renderer.renderSearch({
          site: frameOf(map, address, map.main, look?.look),
          navigation,
          query,
          groups: groups.filter(({ results }) => results.length > 0),
          isIncomplete: found.isIncomplete,
        }),
      ),
    };
  }

  async #notFound(map: SiteMap, address: SiteAddress): Promise<SiteAnswer> {
    const look = await this.#looks.of(map, address, map.main);
    const space = map.main && (await this.#space(map, address, map.main));
    const on = space && (await this.#elsewhere.on(space));
    const key = `404/${map.main?.content ?? ''}/${map.version}/${look?.key ?? ''}/${space?.laid.edition ?? ''}/${on?.key ?? ''}`;
    const page = await this.#kept(map, key, async () => {
      return ready(
        this.renderer.renderNotFound({
          site: frameOf(map, address, map.main, look?.look),
          navigation: on?.space.navigation.at() ?? [],
        }),
      );
    });
    return { kind: 'page', found: false, page: page! };
  }

  /** What is made for one visitor is not kept: nobody else is shown it, and it would take the place of what many read. */
  async #kept(map: SiteMap, key: string, make: () => Promise<ReadyPage | undefined>): Promise<ReadyPage | undefined> {
    if (isPersonalized(map.visitor)) return make();
    const page = await this.#pages.get(key, make);
    // The renderer itself remembers for a while what takes too long.
    if (page?.temporary === true) this.#pages.delete(key);
    return page;
  }

  async #space(map: SiteMap, address: SiteAddress, variant: Variant): Promise<SpaceOnSite> {
    const content = await this.library.content(variant.content);
    const [stored, files] = await Promise.all([
      this.library.outline(variant.siteSpace.spaceId, content),
      this.library.files(content),
    ]);
    const laid = await this.computed.over(map.site.organizationId, variant.siteSpace.spaceId, stored);
    const everybodys = laid.outline;
    const { visitor } = map;
    const outline =
      visitor.claims === undefined && !visitor.isPreviewing
        ? everybodys
        : everybodys.withConditions(conditionEvaluator(visitor));
    const linked = { outline, files };
    const links = new SpaceLinks(address, map, variant, linked);
    const navigation = new Navigation(outline, links.entry);
    return { map, variant, address, content, linked, links, navigation, laid };
  }
}

/** So many spaces are shown in which something is found. */
const SEARCHED_SPACES = 20;

/** A page that was found, at the section that has the most of it. */
function resultOf(
  entry: OutlineEntry | undefined,
  links: SpaceLinks,
  title: string,
  best: SectionMatch | undefined,
): readonly { readonly title: string; readonly href: string; readonly excerpt?: string }[] {
  if (entry === undefined) return [];
  const anchor = best?.anchor === undefined ? '' : `#${encodeURIComponent(best.anchor)}`;
  return [
    {
      title: anchor === '' || best === undefined ? title : `${title} · ${best.title}`,
      href: links.page(entry) + anchor,
      ...(best !== undefined && { excerpt: best.excerpt }),
    },
  ];
}

const ready = (page: RenderedPage): ReadyPage => ({ ...page, etag: `"${digestOf(page.html).slice(0, 32)}"` });
