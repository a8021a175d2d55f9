import type {
  ContentRenderer,
  ContentView,
  NotFoundView,
  PageView,
  RenderedPage,
  SearchView,
  SiteShell,
  SiteLabels,
  Stylesheet,
} from '../../ports/sites/site-renderer.ts';
import { renderContent, type ContentInput, type RenderedContent } from './content/render-content.ts';
import type { Customization } from '../../domain/sites/customization.ts';
import { LABELS } from './labels-by-locale.ts';
import { ENGLISH } from './labels.ts';
import { customizationStylesheet } from './customization-styles.ts';
import { notFoundDocument, pageDocument, searchDocument } from './page-template.ts';
import { pageHeaders } from './security-headers.ts';
import { SITE_STYLESHEET } from './stylesheet.ts';

const resolveLabels = (site: SiteShell): SiteLabels => ({
  ...(site.appearance === undefined ? ENGLISH : LABELS[site.appearance.customization.internationalization.locale]),
  ...site.labels,
});

/** Renders HTML without scripts. Stateless: one renderer serves all sites. */
export class HtmlSiteRenderer implements ContentRenderer {
  /** Renders a page on the calling thread, without a time limit. */
  renderPageNow(view: PageView): RenderedPage {
    return this.renderFrame(view, renderContent(this.createContentInput(view)));
  }

  renderContent(view: ContentView): string {
    return renderContent({ ...view, ...view.page, labels: ENGLISH }).html;
  }

  protected createContentInput(view: PageView): ContentInput {
    const opensNewTab = view.site.appearance?.customization.externalLinks.target === 'blank';
    return { ...view, ...view.page, labels: resolveLabels(view.site), opensNewTab };
  }

  /** Renders the document around rendered content. */
  protected renderFrame(
    view: PageView,
    { html: content, outline, personal, plain, temporary }: RenderedContent,
  ): RenderedPage {
    const labels = resolveLabels(view.site);
    const html = pageDocument(view, { labels, stylesheetPath: SITE_STYLESHEET.path, content, outline });
    return { html, headers: pageHeaders(view.noIndex === true), personal, plain, ...(temporary && { temporary }) };
  }

  renderNotFound(view: NotFoundView): RenderedPage {
    const html = notFoundDocument(view, resolveLabels(view.site), SITE_STYLESHEET.path);
    return { html, headers: pageHeaders(true), personal: false, plain: false };
  }

  renderSearch(view: SearchView): RenderedPage {
    return {
      html: searchDocument(view, resolveLabels(view.site), SITE_STYLESHEET.path),
      headers: pageHeaders(true),
      personal: false,
      plain: false,
    };
  }

  customizationStylesheet(look: Customization): Stylesheet {
    return customizationStylesheet(look);
  }
  stylesheet(): Stylesheet {
    return SITE_STYLESHEET;
  }
}
