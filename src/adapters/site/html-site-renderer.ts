import type {
  ColoredCode,
  ContentRenderer,
  ContentView,
  EmptyView,
  NotFoundView,
  PageHtml,
  PageView,
  RenderedPage,
  SearchView,
  SiteShell,
  StaticAsset,
} from '../../ports/sites/site-renderer.ts';
import { BrotliHtml } from './brotli-html.ts';
import { readCodeRuns } from './content/highlight-code.ts';
import { tokenColors } from './code-theme-styles.ts';
import { renderContent, type ContentInput, type RenderedContent } from './content/render-content.ts';
import { directionOfLanguage } from './direction.ts';
import { fixedScheme, type Customization } from '../../domain/sites/customization.ts';
import { ENGLISH, labelsOf, type SiteLabels } from './labels.ts';
import { customizationStylesheet } from './customization-styles.ts';
import { emptyDocument, notFoundDocument, pageDocument, searchDocument, type SiteDocument } from './page-template.ts';
import { mergeNeeds, pageHeaders } from './security-headers.ts';
import { findAsset } from './static/site-assets.ts';
import { SITE_STYLESHEET } from './stylesheet.ts';

const resolveLabels = (site: SiteShell): SiteLabels =>
  labelsOf(site.language ?? site.appearance?.customization.internationalization.locale);

/** Renders HTML. Stateless: one renderer serves all sites. */
export class HtmlSiteRenderer implements ContentRenderer {
  /** Renders a page on the calling thread, without a time limit. */
  renderPageNow(view: PageView): RenderedPage {
    return this.renderFrame(view, renderContent(this.createContentInput(view)));
  }

  renderContent(view: ContentView): string {
    return renderContent({ ...view, ...view.page, labels: ENGLISH }).html;
  }

  async colorCode(code: string, language: string): Promise<readonly (readonly ColoredCode[])[] | undefined> {
    const colors = tokenColors('default-light');
    const lines = await readCodeRuns(code, language);
    return lines?.map((runs) =>
      runs.map(({ text, className }) => ({ text, ...(className && { color: colors.get(className)! }) })),
    );
  }

  protected createContentInput(view: PageView): ContentInput {
    const opensNewTab = view.site.appearance?.customization.externalLinks.target === 'blank';
    const language = view.site.language ?? view.site.appearance?.customization.internationalization.locale;
    const customization = view.site.appearance?.customization;
    const colorScheme = customization && fixedScheme(customization);
    return {
      ...view,
      ...view.page,
      labels: resolveLabels(view.site),
      opensNewTab,
      isLeftToRight: view.site.language === undefined || directionOfLanguage(view.site.language) === 'ltr',
      ...(colorScheme !== undefined && { colorScheme }),
      ...(language !== undefined && { language }),
    };
  }

  /** Renders the document around rendered content. */
  protected renderFrame(
    view: PageView,
    { html: content, outline, personal, plain, temporary, needs }: RenderedContent,
  ): RenderedPage {
    const document = pageDocument(view, {
      labels: resolveLabels(view.site),
      content,
      outline,
      ...(needs && { needs }),
    });
    return {
      html: document.html,
      headers: pageHeaders({ noIndex: view.noIndex === true, needs: mergeNeeds(document.needs, needs) }),
      personal,
      plain,
      ...(temporary && { temporary }),
    };
  }

  renderNotFound(view: NotFoundView): RenderedPage {
    return unindexed(notFoundDocument(view, resolveLabels(view.site)));
  }

  renderEmpty(view: EmptyView): RenderedPage {
    return unindexed(emptyDocument(view, resolveLabels(view.site)));
  }

  renderSearch(view: SearchView): RenderedPage {
    return unindexed(searchDocument(view, resolveLabels(view.site)));
  }

  compress(html: string): Promise<PageHtml> {
    return BrotliHtml.of(html);
  }

  readonly stylesheet: StaticAsset = SITE_STYLESHEET;

  customizationStylesheet(look: Customization): StaticAsset {
    return customizationStylesheet(look);
  }
  asset(path: string): StaticAsset | undefined {
    return findAsset(path);
  }
}

const unindexed = ({ html, needs }: SiteDocument): RenderedPage => ({
  html,
  headers: pageHeaders({ noIndex: true, needs }),
  personal: false,
  plain: false,
});
