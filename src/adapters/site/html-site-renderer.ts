import type { ContentView, NotFoundView, PageView, RenderedPage, SiteFrame, SiteLabels, SiteRenderer } from '../../ports/site-renderer.ts';
import { renderContent } from './content/render-content.ts';
import { ENGLISH } from './labels.ts';
import { notFoundDocument, pageDocument } from './page-template.ts';
import { pageHeaders } from './security-headers.ts';
import { STYLESHEET } from './stylesheet.ts';

const labelsOf = (site: SiteFrame): SiteLabels => ({ ...ENGLISH, ...site.labels });

/** Plain, fast HTML without scripts. Holds no state: one renderer serves all sites. */
export class HtmlSiteRenderer implements SiteRenderer {
  renderPage(view: PageView): RenderedPage {
    const labels = labelsOf(view.site);
    const { html: content, outline, personal, plain } = renderContent({ ...view, ...view.page, labels });
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

  stylesheet(): typeof STYLESHEET {
    return STYLESHEET;
  }
}
