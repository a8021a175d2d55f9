import { titleHeading } from '../../../../domain/content/markdown/title-heading.ts';
import type { OutlineEntry } from '../../../../domain/sites/content/space-outline.ts';
import type { PageView, SiteRenderer } from '../../../../ports/sites/site-renderer.ts';
import type { ReaderCache } from '../reader-cache.ts';
import type { SiteAddress } from '../site-address.ts';
import type { SitePages } from '../site-pages.ts';
import { readyText, type ReadyText } from '../site-response.ts';
import type { SiteSpaceContext } from '../site-space-context.ts';
import { markdownUrl } from './markdown-url.ts';

export const MARKDOWN_TYPE = 'text/markdown; charset=utf-8';

/** Reads pages as Markdown, each as its visitor may see it. */
export class PageTexts {
  constructor(
    private readonly pages: Pick<SitePages, 'of'>,
    private readonly renderer: Pick<SiteRenderer, 'renderMarkdown'>,
    private readonly cache: Pick<ReaderCache, 'text'>,
  ) {}

  /** Returns the Markdown of a page; undefined when the content does not contain the page. */
  async of(space: SiteSpaceContext, entry: OutlineEntry): Promise<ReadyText | undefined> {
    const { map } = space;
    const page = await this.pages.of(space, entry);
    return this.cache.text(map, `markdown/${page.key}`, async () => {
      const view = await page.view('markdown');
      if (view === undefined) return undefined;
      const { markdown, personal } = await this.renderer.renderMarkdown(
        absoluteView(view, map.address),
        map.site.organizationId,
      );
      return readyText(MARKDOWN_TYPE, pageText(view, markdown), {
        personal,
        headers: {
          ...(view.canonicalUrl !== undefined && { Link: `<${view.canonicalUrl}>; rel="canonical"` }),
          ...(view.noIndex === true && { 'X-Robots-Tag': 'noindex' }),
          'Content-Location': markdownUrl(space, entry),
        },
      });
    });
  }
}

/** Replaces the links of a view by absolute ones. */
function absoluteView(view: PageView, address: SiteAddress): PageView {
  const { resolveLink, resolveInclude } = view;
  const absolute =
    (resolve: PageView['resolveLink']): PageView['resolveLink'] =>
    (target) => {
      const found = resolve(target);
      return 'href' in found && found.href.startsWith('/') ? { ...found, href: address.absolute(found.href) } : found;
    };
  return {
    ...view,
    resolveLink: absolute(resolveLink),
    ...(resolveInclude && {
      resolveInclude: (target: string) => {
        const found = resolveInclude(target);
        return found?.resolveLink === undefined ? found : { ...found, resolveLink: absolute(found.resolveLink) };
      },
    }),
  };
}

/** Adds the front matter and the title to the Markdown of a page. Values are JSON strings, which YAML contains. */
function pageText({ page: { title, description, updatedAt }, canonicalUrl }: PageView, markdown: string): string {
  const fields = { description, url: canonicalUrl, lastUpdated: updatedAt };
  const matter = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${JSON.stringify(value.toWellFormed())}\n`],
  );
  const body = markdown.slice(titleHeading(markdown, title)?.length ?? 0).trim();
  return `---\n${matter.join('')}---\n\n# ${title.replace(/\s+/g, ' ')}\n${body === '' ? '' : `\n${body}\n`}`;
}
