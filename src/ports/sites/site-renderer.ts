import type { OrganizationId } from '../../domain/kernel/id.ts';
import type { ModelJson, OperationModel, SchemaModel } from '../../domain/openapi-specs/reference/reference-model.ts';
import type { Customization } from '../../domain/sites/customization.ts';
import type { SocialLink } from '../../domain/sites/social-accounts.ts';
import type { PageOperation } from '../content/computed-pages.ts';

/** Resolved link or image of a page: a URL for the reader, with the target's title if it has one, or broken. */
export type ResolvedLink =
  | {
      readonly href: string;
      readonly title?: string;
      readonly file?: LinkedFile;
      /** Emoji, or name of the icon, of a page. */
      readonly mark?: { readonly emoji: string } | { readonly icon: string };
    }
  | { readonly broken: true };

/** File that a link or image leads to. */
export interface LinkedFile {
  /** Size in bytes. */
  readonly size: number;
  readonly contentType: string;
  /** URL that changes with the content. */
  readonly src: string;
  readonly dimensions?: { readonly width: number; readonly height: number };
  /** Smaller versions of a picture. */
  readonly sizes: readonly { readonly width: number; readonly src: string }[];
}

/**
 * Resolves a target in a page's content. Called with relative paths (`../a.md#x`, percent-decoded, except for `#`, `?`
 * and other reserved characters), `/pages/<id>`, `/files/<id>`, `broken-reference`, and http(s) URLs; never with
 * `#anchor` alone, `mailto:`, `tel:`, or anything that is unsafe to link to. Each target is resolved once per page.
 */
export type LinkResolver = (target: string) => ResolvedLink;

/** Reusable content; its own links are resolved by `resolveLink`, if given, instead of the page's. */
export interface IncludedContent {
  readonly markdown: string;
  readonly resolveLink?: LinkResolver;
}

/** Entry of the table of contents. A group usually has no `href`. */
export interface NavigationItem {
  readonly type: 'document' | 'group' | 'link';
  readonly title: string;
  readonly href?: string;
  readonly emoji?: string;
  readonly icon?: string;
  /** Operation of an API that the page is about. */
  readonly operation?: PageOperation;
  /** Marks the current page. */
  readonly current?: boolean;
  /** Set if the entry has children that are omitted because the reader is on another branch. */
  readonly hasMoreChildren?: boolean;
  readonly children: readonly NavigationItem[];
}

/** Entry of a switcher: sections of a site, or variants (languages, versions) of a section. */
export interface SwitcherItem {
  readonly title: string;
  readonly href: string;
  readonly current?: boolean;
}

/** Sections of a site under one title. */
export interface SwitcherGroup {
  readonly title: string;
  readonly items: readonly SwitcherItem[];
}

export interface TitledLink {
  readonly title: string;
  readonly href: string;
}

/** Title of a page above another one, with its URL if it has one. */
export type Breadcrumb = Pick<TitledLink, 'title'> & Partial<Pick<TitledLink, 'href'>>;

/** Link of the header, or a menu if it has `links`. */
export interface MenuItem {
  readonly title: string;
  readonly style: 'link' | 'button-primary' | 'button-secondary';
  readonly href?: string;
  readonly links: readonly TitledLink[];
}

/** Appearance of a site for one reader, with the custom links that this reader can follow. */
export interface SiteAppearance {
  readonly customization: Customization;
  readonly header: readonly MenuItem[];
  readonly footer: readonly { readonly title: string; readonly links: readonly TitledLink[] }[];
  /** Target of the site's title; absent for the home page. */
  readonly primaryHref?: string;
  /** Accounts on social platforms. */
  readonly socialLinks: { readonly header: readonly SocialLink[]; readonly footer: readonly SocialLink[] };
  /** Answers to questions of readers; absent if the site gives none. */
  readonly answers?: {
    /** Path to which questions are sent, relative to the base path of the site. */
    readonly path: string;
    /** Assistant that pages offer, with what it begins with. */
    readonly assistant?: { readonly greeting?: string; readonly suggestions: readonly string[] };
  };
  readonly announcement?: {
    readonly message: string;
    readonly style: 'info' | 'warning' | 'danger' | 'success';
    readonly link?: TitledLink;
  };
}

export type AssetEncoding = 'br' | 'gzip';

/**
 * Style sheet, script or font that pages load. `path` is relative to a site's `basePath` and contains a hash of the
 * content, so that it may be cached forever.
 */
export interface StaticAsset {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Encodings in which the asset is available, the smallest first. */
  readonly encodings: readonly AssetEncoding[];
  readonly content: () => Promise<Buffer>;
  readonly encoded: (encoding: AssetEncoding) => Promise<Buffer>;
}

/** Data that all pages of a site share. */
export interface SiteShell {
  readonly title: string;
  /** Path under which the site is served, such as `/` or `/docs/guide/`; home page and base of the stylesheet. */
  readonly basePath: string;
  /** BCP 47 tag of the content, such as `fa` or `zh-TW`. */
  readonly language?: string;
  readonly sections?: readonly (SwitcherItem | SwitcherGroup)[];
  readonly variants?: readonly SwitcherItem[];
  /** Appearance of the site; absent for the default. */
  readonly appearance?: SiteAppearance;
  /** Path of the site's search page; absent if the site has no search. */
  readonly searchPath?: string;
  /** Id of the space that the reader is in, which a search can be limited to. */
  readonly spaceId?: string;
  /** True for a preview, which shows drafts and pages that are not published. */
  readonly isPreview?: true;
  /** Scopes that a search can be limited to, besides everything. */
  readonly searchScopes?: readonly ('section' | 'space')[];
  /** Pages in other languages that correspond to this one, for search engines; `x-default` is for all other languages. */
  readonly alternates?: readonly { readonly language: string; readonly href: string }[];
}

/** Part of a page that its settings can hide; all others are shown. */
export type PagePart = 'title' | 'description' | 'tableOfContents' | 'outline' | 'pagination';

export interface PageContent {
  readonly title: string;
  readonly description?: string;
  readonly emoji?: string;
  /** Name of the icon beside the title, of Font Awesome. */
  readonly icon?: string;
  /** Markdown of the page without its front matter. A leading `# heading` equal to `title` is not shown twice. */
  readonly markdown: string;
  /** Path of the page below `basePath`, without a leading slash; empty for the home page. */
  readonly path: string;
  /** Cover image: targets as in the content. */
  readonly cover?: PageCover;
  /** Time of the last change, ISO 8601. */
  readonly updatedAt?: string;
  readonly editHref?: string;
  readonly hidden?: readonly PagePart[];
  /** True if the text takes all room beside the navigation. */
  readonly isWide?: boolean;
}

/** Picture above the title of a page. */
export interface PageCover {
  readonly image: string;
  /** Picture for dark pages, if they have another one. */
  readonly darkImage?: string;
  /** Vertical position of the part that shows, from the top (0) to the bottom (100). */
  readonly position?: number;
  /** True if the picture is wider than the text. */
  readonly isFull?: boolean;
}

/** Action of a page; each is a link unless it is said otherwise. */
export type PageAction =
  /** Opens the assistant of the site, with a script only. */
  | { readonly kind: 'assistant' }
  | { readonly kind: 'markdown' | 'git'; readonly href: string }
  /** URL of the MCP server, and links that install it into programs. */
  | { readonly kind: 'mcp'; readonly href: string; readonly clients: readonly TitledLink[] }
  | { readonly kind: 'external-ai'; readonly chats: readonly TitledLink[] }
  | { readonly kind: 'pdf'; readonly pageHref: string; readonly spaceHref: string };

/** Description that a page of another website gives of itself. */
export interface LinkPreview {
  readonly title: string;
  /** Name of the website. */
  readonly site: string;
  readonly description?: string;
  /** URL of a small picture, on this site. */
  readonly picture?: string;
}

/** Actions that readers and programs have on a page besides reading it. */
export interface PageTools {
  /** Enabled actions, in order. */
  readonly actions: readonly PageAction[];
  readonly markdownHref: string;
  /** Path of the RSS feed that follows the page, or else the site. */
  readonly feedHref: string;
  /** Form that asks whether the page was helpful. */
  readonly feedback?: { readonly action: string; readonly thanksId: string; readonly maxComment: number };
}

/** Parts of an API specification that a page shows. */
export interface ApiReference {
  readonly operations: readonly {
    readonly method: string;
    readonly path: string;
    readonly model: ModelJson<OperationModel>;
  }[];
  /** Named schemas with the keys of their definitions. */
  readonly schemas: readonly { readonly name: string; readonly key: string }[];
  /** Definitions that the parts refer to; those beyond the size limit of a page are absent. */
  readonly definitions: ReadonlyMap<string, ModelJson<SchemaModel>>;
}

/** Data of a rendered page. Rendering is a pure function of it: equal views give equal bytes. */
export interface PageView {
  readonly site: SiteShell;
  readonly navigation: readonly NavigationItem[];
  readonly page: PageContent;
  /** Pages above this one; a group without a page that navigation shows has no URL. */
  readonly breadcrumbs: readonly Breadcrumb[];
  readonly previous?: TitledLink;
  readonly next?: TitledLink;
  /** Asks search engines not to index this page. */
  readonly noIndex?: boolean;
  /** Path at which browsers show the page; absent if they may show it at others, as behind a proxy. */
  readonly address?: string;
  /** Canonical absolute URL, built from the configuration and never from the request. */
  readonly canonicalUrl?: string;
  /** Canonical absolute URL of the site, with a trailing slash. */
  readonly canonicalHome?: string;
  /** Absolute URL of the picture that is shown where a link to the page is shared. */
  readonly previewPicture?: string;
  readonly tools?: PageTools;
  /** Specifications by slug; blocks in the Markdown name their parts. */
  readonly apiReferences?: ReadonlyMap<string, ApiReference>;
  /** Previews of the pages that the content embeds, by URL. */
  readonly linkPreviews?: ReadonlyMap<string, LinkPreview>;
  /** True if a later view may have more previews. */
  readonly isProvisional?: boolean;
  readonly resolveLink: LinkResolver;
  /** Finds reusable content by the target of an `include`; without a result, a short notice is shown instead. */
  readonly resolveInclude?: (target: string) => IncludedContent | undefined;
  /**
   * Decides whether this reader sees content under `{% if expression %}`. Content is shown for `true` only: without an
   * evaluator, or if it throws, every branch is hidden, including `else`.
   */
  readonly evaluateCondition?: (expression: string) => boolean;
  /**
   * Evaluates an inline expression such as `space.vars.version`; without a result, the expression itself is shown as
   * code.
   */
  readonly evaluateExpression?: (expression: string) => string | undefined;
}

/** Data needed to render the content of a page alone. */
export interface ContentView extends Pick<
  PageView,
  'resolveLink' | 'resolveInclude' | 'evaluateCondition' | 'evaluateExpression'
> {
  readonly page: Pick<PageContent, 'title' | 'markdown'>;
  /** Color scheme of the medium; absent if readers choose theirs. */
  readonly colorScheme?: 'light' | 'dark';
}

/** Error page for a missing page, shown within the site. */
export interface NotFoundView {
  readonly site: SiteShell;
  readonly navigation: readonly NavigationItem[];
  /** Pages that the reader may be looking for. */
  readonly suggestions?: readonly TitledLink[];
}

/** Page of a space without a page that the reader may see, or of a site without spaces. */
export interface EmptyView extends Pick<NotFoundView, 'site' | 'navigation'> {
  /** Title of the space or the site. */
  readonly title: string;
}

/** Result of a search: a page, or a section of a page. */
export interface SearchHit extends TitledLink {
  /** Titles of what the result lies in, the outermost first. */
  readonly breadcrumbs: readonly string[];
  readonly excerpt?: string;
}

/** Page of search results. */
export interface SearchView {
  readonly site: SiteShell;
  readonly navigation: readonly NavigationItem[];
  readonly query: string;
  readonly scope?: 'all' | 'section' | 'space';
  readonly hits: readonly SearchHit[];
  /** Number of all results. */
  readonly count: number;
  /** Number of this page of results, counted from 1. */
  readonly page: number;
  readonly pageCount: number;
  /** Tells whether matches may be missing. */
  readonly isIncomplete: boolean;
}

export interface RenderedPage {
  /** Complete HTML document, to be sent as UTF-8. */
  readonly html: string;
  /**
   * Response headers that the page needs for safety, such as content type and content security policy; none on caching.
   */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * True if the content depends on the reader through a condition or an expression; the page must not be cached
   * publicly.
   */
  readonly personal: boolean;
  /** True if the content was too large or too deeply nested to be rendered, and is shown as plain text. */
  readonly plain: boolean;
  /**
   * True if a later attempt may show more: rendering timed out, so that the content is plain text, or previews of
   * embedded pages are missing.
   */
  readonly temporary?: boolean;
}

/** HTML document of a page, compressed: it takes a tenth of the memory. */
export interface PageHtml {
  /** The document in UTF-8, compressed with Brotli. */
  readonly brotli: Buffer;
  /** Length of the document in UTF-16 units. */
  readonly length: number;
  /** Returns the document in UTF-8. */
  bytes(): Promise<Buffer>;
}

/** Markdown of a page as a reader sees it. */
export interface RenderedMarkdown {
  readonly markdown: string;
  /** True if a condition or expression was evaluated, so that the text may differ between readers. */
  readonly personal: boolean;
}

/** Part of a line of code in one color, as in CSS; in that of the text without a color. */
export interface ColoredCode {
  readonly text: string;
  readonly color?: string;
}

/** Renders the content of pages alone. */
export interface ContentRenderer {
  /** Renders the content of a page as inert HTML without the surrounding site; collapsed parts are included. */
  renderContent(view: ContentView): string;
  /**
   * Splits the lines of code by their colors in the default theme on light ground; undefined for a language without a
   * grammar. The calling thread does it, without limits of length or time.
   */
  colorCode(code: string, language: string): Promise<readonly (readonly ColoredCode[])[] | undefined>;
}

/** Data needed to render the content of a page as its site shows it, without the surrounding site. */
export interface FragmentView extends ContentView, Pick<PageView, 'apiReferences'> {}

/** Content of a page without the surrounding site. */
export interface RenderedFragment {
  /** Inert HTML: no scripts, handlers, frames or forms. The style sheet of sites applies to it within `.s-content`. */
  readonly html: string;
  /** Headings in order, with their levels from 2 to 6. */
  readonly outline: readonly { readonly id: string; readonly title: string; readonly level: number }[];
  /** True if the content is shown as plain text. */
  readonly plain: boolean;
}

/** Renders published documentation as HTML. */
export interface SiteRenderer {
  /**
   * Renders the content of a page alone, with the safety and the limits of `renderPage`.
   *
   * @throws DomainError of the category `unavailable` while too many pages wait to be rendered
   */
  renderFragment(view: FragmentView, organizationId: OrganizationId): Promise<RenderedFragment>;
  /**
   * Renders a page as inert HTML (no scripts, handlers, frames or forms), whatever the content. Never fails because of
   * content: a page that takes too long is shown as plain text. Does not block the event loop.
   *
   * @throws DomainError of the category `unavailable` while too many pages wait to be rendered
   */
  renderPage(view: PageView, organizationId: OrganizationId): Promise<RenderedPage>;
  /**
   * Returns the Markdown of a page's content with resolved links, includes and expressions, without what conditions
   * hide. A page that takes too long ends before its first condition. Does not block the event loop.
   *
   * @throws DomainError of the category `unavailable` while too many pages wait to be rendered
   */
  renderMarkdown(view: ContentView, organizationId: OrganizationId): Promise<RenderedMarkdown>;
  /** Renders an error page, to be sent with status 404. */
  renderNotFound(view: NotFoundView): RenderedPage;
  /** Renders a page that says that nothing has been published; search engines are asked not to index it. */
  renderEmpty(view: EmptyView): RenderedPage;
  /** Renders search results; search engines are asked not to index them. */
  renderSearch(view: SearchView): RenderedPage;
  /** Compresses a document, to be kept and sent. */
  compress(html: string): Promise<PageHtml>;
  /** Style sheet that all pages of sites have. */
  readonly stylesheet: StaticAsset;
  /** Finds a style sheet, script or font that all sites share. */
  asset(path: string): StaticAsset | undefined;
  /** Returns the style sheet of a customization, applied on top of the shared one. */
  customizationStylesheet(look: Customization): StaticAsset;
}
