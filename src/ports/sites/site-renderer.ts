import type { Id } from '../../domain/kernel/id.ts';
import type { Customization } from '../../domain/sites/customization.ts';

/** Where a link or an image of a page leads: a URL for the reader, with the target's title where it has one, or nowhere. */
export type ResolvedLink = { readonly href: string; readonly title?: string } | { readonly broken: true };

/**
 * Says where a target found in a page's content leads. Called with relative paths (`../a.md#x`, percent-decoded, except
 * for `#`, `?` and other reserved characters), `/pages/<id>`, `/files/<id>`, `broken-reference`, and URLs with http(s);
 * never with `#anchor` alone, `mailto:`, `tel:`, or anything that is unsafe to link to. The same target is asked once per page.
 */
export type LinkResolver = (target: string) => ResolvedLink;

/** Reusable content; its own links are resolved by `resolveLink`, where given, instead of the page's. */
export interface IncludedContent {
  readonly markdown: string;
  readonly resolveLink?: LinkResolver;
}

/** One entry of the table of contents. A group usually has no `href`. */
export interface NavigationItem {
  readonly type: 'document' | 'group' | 'link';
  readonly title: string;
  readonly href?: string;
  readonly emoji?: string;
  readonly icon?: string;
  /** This is the page being shown. */
  readonly current?: boolean;
  /** There is something below it that is not among the children, as the reader is elsewhere. */
  readonly hasMoreChildren?: boolean;
  readonly children: readonly NavigationItem[];
}

/** One of several things to switch between: sections of a site, variants (languages, versions) of a section. */
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

/** A link of the header, or with `links` a menu. */
export interface MenuItem {
  readonly title: string;
  readonly style: 'link' | 'button-primary' | 'button-secondary';
  readonly href?: string;
  readonly links: readonly TitledLink[];
}

/** How a site looks to a reader, and its own links as far as that reader can follow them. */
export interface SiteAppearance {
  readonly customization: Customization;
  readonly header: readonly MenuItem[];
  readonly footer: readonly { readonly title: string; readonly links: readonly TitledLink[] }[];
  readonly announcement?: {
    readonly message: string;
    readonly style: 'info' | 'warning' | 'danger' | 'success';
    readonly link?: TitledLink;
  };
}

/** A stylesheet: `path` is relative to a site's `basePath`, holds a hash of the content, and may be cached forever. */
export interface Stylesheet {
  readonly path: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What all pages of a site share. */
export interface SiteShell {
  readonly title: string;
  /** Path under which the site answers, such as `/` or `/docs/guide/`; its home, and where the stylesheet is found. */
  readonly basePath: string;
  /** BCP 47 tag of the content, such as `fa` or `zh-TW`. */
  readonly language?: string;
  readonly sections?: readonly (SwitcherItem | SwitcherGroup)[];
  readonly variants?: readonly SwitcherItem[];
  /** Without one, the site looks as every site does by default. */
  readonly appearance?: SiteAppearance;
  /** Path of the page that searches the site; without one, nothing is searched. */
  readonly searchPath?: string;
  /** The words of the interface that differ from the English defaults. */
  readonly labels?: Partial<SiteLabels>;
}

/** The renderer's own words, so that a site may speak its readers' language. */
export interface SiteLabels {
  readonly skipToContent: string;
  readonly menu: string;
  readonly close: string;
  readonly sections: string;
  readonly variants: string;
  readonly tableOfContents: string;
  readonly breadcrumbs: string;
  readonly outline: string;
  readonly pagination: string;
  readonly previous: string;
  readonly next: string;
  readonly edit: string;
  readonly lastUpdated: string;
  readonly footnotes: string;
  readonly contentUnavailable: string;
  readonly notFoundTitle: string;
  readonly notFoundText: string;
  readonly home: string;
  readonly search: string;
  readonly searchIn: string;
  readonly nothingFound: string;
  readonly moreToFind: string;
  readonly privacyPolicy: string;
  readonly poweredBy: string;
  readonly info: string;
  readonly success: string;
  readonly warning: string;
  readonly danger: string;
}

/** What the page's own settings hide; a part that is not named is shown. */
export type PagePart = 'title' | 'description' | 'tableOfContents' | 'outline' | 'pagination';

export interface PageContent {
  readonly title: string;
  readonly description?: string;
  readonly emoji?: string;
  /** The page's markdown without its front matter. A leading `# heading` equal to `title` is not shown twice. */
  readonly markdown: string;
  /** Path of the page below `basePath`, without a leading slash; empty for the home page. */
  readonly path: string;
  /** Cover image: a target as in the content. */
  readonly cover?: string;
  /** ISO 8601 date-time of the last change. */
  readonly updatedAt?: string;
  readonly editHref?: string;
  readonly hidden?: readonly PagePart[];
}

/** Everything that a page shows. Rendering is a pure function of it: same view, same bytes. */
export interface PageView {
  readonly site: SiteShell;
  readonly navigation: readonly NavigationItem[];
  readonly page: PageContent;
  readonly breadcrumbs: readonly TitledLink[];
  readonly previous?: TitledLink;
  readonly next?: TitledLink;
  /** Search engines are asked to keep away from this page. */
  readonly noIndex?: boolean;
  /** Absolute URL of the page's one true address, built from configuration and never from the request. */
  readonly canonicalUrl?: string;
  readonly resolveLink: LinkResolver;
  /** Finds reusable content named by an `include`; without it, or where it answers undefined, a short notice stands in its place. */
  readonly resolveInclude?: (target: string) => IncludedContent | undefined;
  /**
   * Decides whether this reader sees content under `{% if expression %}`. Content is shown for `true` only: without an
   * evaluator, or when it throws, every branch is hidden, `else` included.
   */
  readonly evaluateCondition?: (expression: string) => boolean;
  /** Value of an inline expression such as `space.vars.version`; without one, the expression itself is shown as code. */
  readonly evaluateExpression?: (expression: string) => string | undefined;
}

/** What the content of a page alone needs. */
export interface ContentView extends Pick<
  PageView,
  'resolveLink' | 'resolveInclude' | 'evaluateCondition' | 'evaluateExpression'
> {
  readonly page: Pick<PageContent, 'title' | 'markdown'>;
}

/** A page that does not exist, shown within the site. */
export interface NotFoundView {
  readonly site: SiteShell;
  readonly navigation: readonly NavigationItem[];
}

/** What was found on a site. */
export interface SearchView {
  readonly site: SiteShell;
  readonly navigation: readonly NavigationItem[];
  readonly query: string;
  readonly groups: readonly {
    readonly title: string;
    readonly results: readonly (TitledLink & { readonly excerpt?: string })[];
  }[];
  /** Whether there may be more than what is shown. */
  readonly isIncomplete: boolean;
}

export interface RenderedPage {
  /** A complete HTML document, to be sent as UTF-8. */
  readonly html: string;
  /** Response headers the page needs to be safe: content type, content security policy and their like; nothing on caching. */
  readonly headers: Readonly<Record<string, string>>;
  /** The content asked for a condition or an expression, so the page may differ between readers: it must not be cached publicly. */
  readonly personal: boolean;
  /** The content was too large or too deeply nested to be laid out, and is shown as plain text. */
  readonly plain: boolean;
  /** The content is shown as plain text because it took too long; a later attempt may lay it out. */
  readonly temporary?: boolean;
}

/** Renders the content of pages alone. */
export interface ContentRenderer {
  /** The content of a page without anything around it, as inert HTML; what is folded away on a page is all there. */
  renderContent(view: ContentView): string;
}

/** Makes HTML of published documentation. */
export interface SiteRenderer {
  /**
   * Promises inert HTML (no scripts, handlers, frames or forms) for any content, and never fails because of content: what
   * takes too long to lay out is shown as plain text. Keeps nobody else waiting.
   *
   * @throws DomainError of the category `unavailable` while too many pages wait to be rendered
   */
  renderPage(view: PageView, organizationId: Id): Promise<RenderedPage>;
  /** To be sent with status 404. */
  renderNotFound(view: NotFoundView): RenderedPage;
  /** Search engines are asked to keep away from it. */
  renderSearch(view: SearchView): RenderedPage;
  /** The one stylesheet of all sites. */
  stylesheet(): Stylesheet;
  /** The one of a look, which lies over it. */
  customizationStylesheet(look: Customization): Stylesheet;
}
