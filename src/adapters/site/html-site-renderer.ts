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
import { lookStylesheet } from './look-styles.ts';
import { notFoundDocument, pageDocument, searchDocument } from './page-template.ts';
import { pageHeaders } from './security-headers.ts';
import { STYLESHEET } from './stylesheet.ts';

const labelsOf = (site: SiteShell): SiteLabels => ({
  ...(site.appearance === undefined ? ENGLISH : LABELS[site.appearance.customization.internationalization.locale]),
  ...site.labels,
});

/** Plain, fast HTML without scripts. Holds no state: one renderer serves all sites. */
export class HtmlSiteRenderer implements ContentRenderer {
  /** Renders a page on the calling thread, however long that takes. */
  renderPageNow(view: PageView): RenderedPage {
    return this.frame(view, renderContent(this.contentInput(view)));
  }

  renderContent(view: ContentView): string {
    return renderContent({ ...view, ...view.page, labels: ENGLISH }).html;
  }

  protected contentInput(view: PageView): ContentInput {
    const isBlank = view.site.appearance?.customization.externalLinks.target === 'blank';
    return { ...view, ...view.page, labels: labelsOf(view.site), isBlank };
  }

  /** The document around a rendered content. */
  protected frame(
    view: PageView,
    { html: content, outline, personal, plain, temporary }: RenderedContent,
  ): RenderedPage {
    const labels = labelsOf(view.site);
    const html = pageDocument(view, { labels, stylesheetPath: STYLESHEET.path, content, outline });
    return { html, headers: pageHeaders(view.noIndex === true), personal, plain, ...(temporary && { temporary }) };
  }

  renderNotFound(view: NotFoundView): RenderedPage {
    const html = notFoundDocument(view, labelsOf(view.site), STYLESHEET.path);
    return { html, headers: pageHeaders(true), personal: false, plain: false };
  }

  renderSearch(view: SearchView): RenderedPage {
    return {
      html: searchDocument(view, labelsOf(view.site), STYLESHEET.path),
      headers: pageHeaders(true),
      personal: false,
      plain: false,
    };
  }

  customizationStylesheet(look: Customization): Stylesheet {
    return lookStylesheet(look);
  }
  stylesheet(): Stylesheet {
    return STYLESHEET;
  }
}
