import type { ContentView, NotFoundView, PageView, RenderedPage, SearchView, SiteFrame, SiteLabels, SiteRenderer, Stylesheet } from '../../ports/sites/site-renderer.ts';
import { renderContent } from './content/render-content.ts';
import type { Customization } from '../../domain/sites/customization.ts';
import { LABELS } from './labels-by-locale.ts';
import { ENGLISH } from './labels.ts';
import { lookStylesheet } from './look-styles.ts';
import { notFoundDocument, pageDocument, searchDocument } from './page-template.ts';
import { pageHeaders } from './security-headers.ts';
import { STYLESHEET } from './stylesheet.ts';

const labelsOf = (site: SiteFrame): SiteLabels => ({ ...(site.look === undefined ? ENGLISH : LABELS[site.look.customization.internationalization.locale]), ...site.labels });

/** Plain, fast HTML without scripts. Holds no state: one renderer serves all sites. */
export class HtmlSiteRenderer implements SiteRenderer {
  renderPage(view: PageView): RenderedPage {
    const labels = labelsOf(view.site);
    const { html: content, outline, personal, plain } = renderContent({ ...view, ...view.page, labels, isBlank: view.site.look?.customization.externalLinks.target === 'blank' });
    const html = pageDocument(view, { labels, stylesheetPath: STYLESHEET.path, content, outline });
    return { html, headers: pageHeaders(view.noIndex === true), personal, plain };
  }

  renderContent(view: ContentView): string {
    return renderContent({ ...view, ...view.page, labels: ENGLISH }).html;
  }

  renderNotFound(view: NotFoundView): RenderedPage {
    const html = notFoundDocument(view, labelsOf(view.site), STYLESHEET.path);
    return { html, headers: pageHeaders(true), personal: false, plain: false };
  }

  renderSearch(view: SearchView): RenderedPage {
    return { html: searchDocument(view, labelsOf(view.site), STYLESHEET.path), headers: pageHeaders(true), personal: false, plain: false };
  }

  lookStylesheet(look: Customization): Stylesheet {
    return lookStylesheet(look);
  }
  stylesheet(): Stylesheet {
    return STYLESHEET;
  }
}
