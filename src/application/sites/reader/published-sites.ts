import type { OutlineEntry } from '../../../domain/sites/content/space-outline.ts';
import type { SiteUrls } from '../../../domain/sites/site-urls.ts';
import { RESERVED_SEGMENT } from '../../../domain/sites/site-names.ts';
import type { Visitor } from '../../../domain/sites/audience/visitor.ts';
import type { PublishedSite } from '../../../ports/sites/site-reads.ts';
import type { SiteRenderer } from '../../../ports/sites/site-renderer.ts';
import type { AnswerDesk } from '../../ask/answer-desk.ts';
import type { CacheUsage } from '../../../ports/kernel/cache-usage.ts';
import type { Reads } from '../../kernel/services.ts';
import { ANSWERS_PATH } from './answers-path.ts';
import { AgentReading } from './agent-reading.ts';
import { MCP_PATH, mcpServerText } from './agent-tools.ts';
import type { ComputedOutlines } from './computed-outlines.ts';
import type { PublishedContentCache } from './published-content-cache.ts';
import { CrossSpaceLinks } from './cross-space-links.ts';
import type { EmbedPreviews } from './embed-previews.ts';
import { findPage, type FoundPage } from './find-page.ts';
import { MachineFormats } from './formats/machine-formats.ts';
import { PageTexts } from './formats/page-texts.ts';
import type { GeneratedPageSearch } from './generated-page-search.ts';
import { LinkedSpaces } from './linked-spaces.ts';
import { PageFeedback, type FeedbackSubmission } from './page-feedback.ts';
import type { PageOperationsFinder } from './page-operations.ts';
import { PageSuggestions } from './page-suggestions.ts';
import { buildSiteShell } from './site-shell.ts';
import { ReaderCache } from './reader-cache.ts';
import { ReaderEvents } from './reader-events.ts';
import { ReaderRedirects } from './reader-redirects.ts';
import { ReservedPaths } from './reserved-paths.ts';
import { ReaderQuestions, type PageQuestion } from './reader-questions.ts';
import { ReaderSearchPages } from './reader-search-pages.ts';
import type { SiteAddress } from './site-address.ts';
import { SiteAppearances } from './site-appearances.ts';
import { matchPath, matchPagePaths, buildSiteMap, matchExplicitPath, type SiteMap } from './site-map.ts';
import type { SitePath } from './site-path.ts';
import { SitePages } from './site-pages.ts';
import { SitePdfs } from './site-pdfs.ts';
import { readyText, readyPage, type SiteResponse } from './site-response.ts';
import type { SiteRequest } from './site-visit.ts';
import type { SiteSpaceContext } from './site-space-context.ts';
import { SiteSpaces } from './site-spaces.ts';
import { siteTitle } from './site-title.ts';

/** A request for a path of a site by an identified visitor. */
export interface SitePageRequest extends Omit<SiteRequest, 'by' | 'credentials' | 'hasTokenInAddress'> {
  readonly visitor: Visitor;
  readonly address: SiteAddress;
}

export interface PublishedSitesParts {
  readonly reads: Pick<Reads, 'sitesOf' | 'search' | 'customFonts'>;
  readonly contentCache: PublishedContentCache;
  readonly renderer: SiteRenderer;
  readonly homes: SiteUrls;
  readonly computedOutlines: ComputedOutlines;
  readonly generatedPages: GeneratedPageSearch;
  readonly operations: Pick<PageOperationsFinder, 'of'>;
  readonly answers: AnswerDesk;
  readonly embedPreviews: EmbedPreviews;
  /** Memory limit for cached pages and links. */
  readonly maxBytes: number;
}

/** Serves published sites to their readers. */
export class PublishedSites {
  readonly #cache: ReaderCache;
  readonly #spaces: SiteSpaces;
  readonly #pages: SitePages;
  readonly #texts: PageTexts;
  readonly #formats: MachineFormats;
  readonly #events: ReaderEvents;
  readonly #feedback: PageFeedback;
  readonly #reserved: ReservedPaths;
  readonly #redirects: ReaderRedirects;
  readonly #suggestions: PageSuggestions;
  readonly #looks: SiteAppearances;
  readonly #search: ReaderSearchPages;
  readonly #questions: ReaderQuestions;
  readonly #crossSpaceLinks: CrossSpaceLinks;

  constructor(private readonly parts: PublishedSitesParts) {
    const { reads, contentCache, renderer, homes, generatedPages, operations, answers, embedPreviews, maxBytes } =
      parts;
    const { search } = reads;
    this.#cache = new ReaderCache((maxBytes * 7) / 8);
    this.#spaces = new SiteSpaces(contentCache, parts.computedOutlines);
    const others = new LinkedSpaces(reads.sitesOf, this.#spaces, homes);
    this.#crossSpaceLinks = new CrossSpaceLinks(contentCache, others, maxBytes / 8);
    this.#looks = new SiteAppearances(contentCache, others, answers.hasEngine);
    this.#pages = new SitePages(
      contentCache,
      this.#spaces,
      this.#crossSpaceLinks,
      this.#looks,
      operations,
      embedPreviews,
    );
    this.#texts = new PageTexts(this.#pages, renderer, this.#cache);
    this.#events = new ReaderEvents(homes);
    this.#feedback = new PageFeedback(this.#spaces, this.#events);
    this.#reserved = new ReservedPaths(parts, this.#spaces, new SitePdfs(contentCache, operations));
    this.#redirects = new ReaderRedirects(reads.sitesOf, contentCache, this.#spaces, homes);
    this.#suggestions = new PageSuggestions(search, contentCache, generatedPages, this.#spaces);
    this.#formats = new MachineFormats(contentCache.store, this.#spaces, this.#texts, this.#cache, this.#events);
    this.#search = new ReaderSearchPages(
      { search, contentCache, generatedPages },
      this.#spaces,
      this.#looks,
      renderer,
      this.#events,
    );
    this.#questions = new ReaderQuestions(answers, contentCache.store, this.#search, renderer, this.#events);
  }

  /** Use of the cache of rendered pages. */
  cacheUsage(): CacheUsage {
    return this.#cache.usage();
  }

  /** Answers a request of an admitted visitor. */
  answer(published: PublishedSite, request: SitePageRequest): Promise<SiteResponse> {
    const { visitor, address, segments, endsWithSlash, query, feedback, question, isFromAgent } = request;
    const map = buildSiteMap(published, address, visitor);
    if (isFromAgent) return !endsWithSlash && segments.join('/') === MCP_PATH ? this.#agent(map) : this.#notFound(map);
    if (feedback !== undefined) return this.#submit(map, endsWithSlash ? [] : segments, feedback);
    if (question !== undefined) return this.#ask(map, endsWithSlash ? [] : segments, question);
    if (segments[0] === RESERVED_SEGMENT && segments.length === 2 && !endsWithSlash) {
      if (segments[1] === 'search') return this.#search.page(map, query);
      if (segments[1] === 'search.json') return this.#search.suggestions(map, query);
      if (segments[1] === 'mcp') return Promise.resolve(describeMcpServer(map));
    }
    return this.#read(map, request);
  }

  async #agent(map: SiteMap): Promise<SiteResponse> {
    const event = this.#events.of('mcp_request', {
      map,
      variant: map.main,
      path: map.address.basePath + MCP_PATH,
    });
    const { store } = this.parts.contentCache;
    const dependencies = { store, spaces: this.#spaces, texts: this.#texts, search: this.#search };
    return { kind: 'agent', tools: new AgentReading(dependencies, map), event };
  }

  async #submit(map: SiteMap, segments: readonly string[], feedback: FeedbackSubmission): Promise<SiteResponse> {
    return (await this.#feedback.submit(map, segments, feedback)) ?? this.#notFound(map);
  }

  async #ask(map: SiteMap, segments: readonly string[], question: PageQuestion): Promise<SiteResponse> {
    const answer = segments.join('/') === ANSWERS_PATH ? await this.#questions.ask(map, question) : undefined;
    return answer ?? this.#notFound(map);
  }

  async #read(map: SiteMap, request: SitePath & Pick<SiteRequest, 'prefersMarkdown'>): Promise<SiteResponse> {
    const { segments, endsWithSlash } = request;
    if (segments.length === 0 && !endsWithSlash)
      return { kind: 'redirect', to: map.address.basePath, temporary: false };
    if (segments[0] === RESERVED_SEGMENT)
      return (await this.#reserved.answer(map, { segments: segments.slice(1), endsWithSlash })) ?? this.#notFound(map);
    const file = endsWithSlash ? undefined : await this.#formats.siteFile(map, segments);
    if (file !== undefined) return file;
    const { space, path, page } = await this.#find(map, segments);
    if (path === '' && space?.linked.outline.home === undefined && (segments.length === 0 || !endsWithSlash))
      return this.#empty(map, space);
    if (space === undefined || page === undefined)
      return (
        (endsWithSlash ? undefined : await this.#formats.pageFile(map, segments)) ?? this.#notFoundOrMain(map, request)
      );
    if (page.to !== undefined) return { kind: 'redirect', to: page.to, temporary: page.moving };
    if (endsWithSlash && segments.length > 0)
      return { kind: 'redirect', to: space.links.page(page.entry), temporary: false };
    if (!request.prefersMarkdown) return this.#page(space, page.entry);
    const text = await this.#texts.of(space, page.entry);
    if (text === undefined) return this.#notFound(map);
    return { kind: 'text', ...text, event: this.#pageEvent('page_markdown_request', space, page.entry) };
  }

  /** Finds the page at a path; without one, the space that the path belongs to. */
  async #find(
    map: SiteMap,
    segments: readonly string[],
  ): Promise<{ readonly space?: SiteSpaceContext | undefined; readonly path: string; readonly page?: FoundPage }> {
    const [first, ...others] = await Promise.all(
      matchPagePaths(map, segments).map(async ({ variant, path }) => {
        const space = variant && (await this.#spaces.of(map, variant));
        const page = space && findPage(space, path);
        return { space, path, ...(page !== undefined && { page }) };
      }),
    );
    return first!.page === undefined ? (others.find(({ page }) => page !== undefined) ?? first!) : first!;
  }

  /**
   * Redirects a path that spells out a default section or space to the path without it, and that of a page of the main
   * space that another space now has the beginning of; else applies redirects.
   */
  async #notFoundOrMain(map: SiteMap, requested: SitePath): Promise<SiteResponse> {
    const { segments } = requested;
    const { variant, path } = matchExplicitPath(map, segments);
    if (variant !== undefined) {
      const space = await this.#spaces.of(map, variant);
      const found = findPage(space, path);
      if (found !== undefined)
        return { kind: 'redirect', to: found.to ?? space.links.page(found.entry), temporary: false };
      if (path === '' && segments.join('/') !== variant.root)
        return { kind: 'redirect', to: map.address.page(variant.root, ''), temporary: false };
    }
    const redirected = await this.#redirects.find(map, requested);
    if (redirected !== undefined) return redirected;
    const main = map.main && (await this.#spaces.of(map, map.main));
    const shadowed =
      main && matchPath(map, segments).variant !== map.main ? findPage(main, segments.join('/')) : undefined;
    return shadowed === undefined
      ? this.#notFound(map, segments)
      : { kind: 'redirect', to: shadowed.to ?? main!.links.page(shadowed.entry), temporary: true };
  }

  /** Answers with a page that says that a space without pages, or a site without spaces, has nothing yet. */
  async #empty(map: SiteMap, empty: SiteSpaceContext | undefined): Promise<SiteResponse> {
    const variant = empty?.variant;
    const on = empty && (await this.#crossSpaceLinks.resolve(empty));
    const look = await this.#looks.of(map, variant);
    const key = `empty/${variant?.content ?? ''}/${variant?.siteSpace.id ?? ''}/${map.version}/${look?.key ?? ''}/${on?.key ?? ''}`;
    const { renderer } = this.parts;
    const view = {
      site: buildSiteShell(map, variant, look?.appearance),
      navigation: on?.space.navigation.itemsFor() ?? [],
      title: variant?.title ?? map.site.title,
    };
    const page = await this.#cache.page(map, key, async () => readyPage(renderer, renderer.renderEmpty(view)));
    return { kind: 'page', found: true, page: page! };
  }

  async #page(onSite: SiteSpaceContext, entry: OutlineEntry): Promise<SiteResponse> {
    const { map } = onSite;
    const { key, view } = await this.#pages.of(onSite, entry);
    const page = await this.#cache.page(map, key, async () => {
      const built = await view('html');
      return (
        built && readyPage(this.parts.renderer, await this.parts.renderer.renderPage(built, map.site.organizationId))
      );
    });
    if (page === undefined) return this.#notFound(map);
    return { kind: 'page', found: true, page, event: this.#pageEvent('page_view', onSite, entry) };
  }

  #pageEvent(
    type: 'page_view' | 'page_markdown_request',
    { map, variant, links }: SiteSpaceContext,
    entry: OutlineEntry,
  ): SiteResponse['event'] {
    return this.#events.of(type, { map, variant, page: entry.id, path: links.page(entry) });
  }

  /**
   * Says that there is no page, within the space that the path belongs to, so in its language.
   * @param segments path of a page that a reader may have expected
   */
  async #notFound(map: SiteMap, segments?: readonly string[]): Promise<SiteResponse> {
    const variant = segments === undefined ? map.main : (matchPath(map, segments).variant ?? map.main);
    const look = await this.#looks.of(map, variant);
    const space = variant && (await this.#spaces.of(map, variant));
    const on = space && (await this.#crossSpaceLinks.resolve(space));
    const parts = [variant?.siteSpace.id, variant?.content, map.version, look?.key, space?.expanded.edition, on?.key];
    const key = `404/${parts.map((part) => part ?? '').join('/')}`;
    const view = {
      site: buildSiteShell(map, variant, look?.appearance),
      navigation: on?.space.navigation.itemsFor() ?? [],
    };
    const suggestions = segments === undefined ? [] : await this.#suggestions.of(map, segments);
    const page =
      suggestions.length > 0
        ? await readyPage(this.parts.renderer, this.parts.renderer.renderNotFound({ ...view, suggestions }))
        : await this.#cache.page(map, key, async () =>
            readyPage(this.parts.renderer, this.parts.renderer.renderNotFound(view)),
          );
    const event =
      segments &&
      this.#events.of('page_not_found', {
        map,
        variant,
        path: map.address.page('', segments.join('/')).slice(0, MAX_EVENT_PATH),
      });
    return { kind: 'page', found: false, page: page!, event };
  }
}

/** Describes the MCP server to a person who opens its URL. */
const describeMcpServer = (map: SiteMap): SiteResponse => ({
  kind: 'text',
  ...readyText('text/plain; charset=utf-8', mcpServerText(siteTitle(map, map.main), map.address.home + MCP_PATH), {
    headers: { 'X-Robots-Tag': 'noindex' },
  }),
});

/** Maximum length of a path in the insights. */
const MAX_EVENT_PATH = 512;
