import { expect } from 'chai';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { HtmlSiteRenderer } from '../../../../src/adapters/site/html-site-renderer.ts';
import { INLINE_SCRIPTS } from '../../../../src/adapters/site/inline-scripts.ts';
import type { PageContent, PageView, RenderedPage } from '../../../../src/ports/sites/site-renderer.ts';

type Node = DefaultTreeAdapterTypes.Node;
export type ParsedElement = DefaultTreeAdapterTypes.Element;

export const renderer = new HtmlSiteRenderer();

export type ViewChange = Partial<Omit<PageView, 'page'>> & { readonly page?: Partial<PageContent> };

/** Creates a page of `markdown`; relative links resolve to `/r/<target>`, those that contain `nowhere` are broken. */
export const viewOf = (markdown: string, { page, ...change }: ViewChange = {}): PageView => ({
  site: { title: 'Site', basePath: '/docs/' },
  navigation: [],
  breadcrumbs: [],
  resolveLink: (target) =>
    target.includes('nowhere')
      ? { broken: true }
      : { href: /^(?:https?:)?\/\//.test(target) ? target : `/r/${target}` },
  ...change,
  page: { title: 'Title', markdown, path: 'a/b', ...page },
});

export const render = (markdown: string, change: ViewChange = {}): RenderedPage =>
  renderer.renderPageNow(viewOf(markdown, change));

/** Returns the HTML of the page content without `dir` attributes, which every text has. */
export function contentOf(markdown: string, change: ViewChange = {}): string {
  const { html } = render(markdown, change);
  const start = html.indexOf('<div class="s-content">') + '<div class="s-content">'.length;
  return html
    .slice(start, html.lastIndexOf('</div>\n</article>'))
    .trim()
    .replace(/ dir="(?:auto|ltr)"/g, '');
}

/** Lists every element of the page as a browser would parse it, including those in templates. */
export function elementsOf(html: string, scriptingEnabled = true): ParsedElement[] {
  const found: ParsedElement[] = [];
  const pending: Node[] = [parse(html, { scriptingEnabled })];
  for (let node = pending.shift(); node; node = pending.shift()) {
    if ('tagName' in node) found.push(node);
    if ('content' in node) pending.push(node.content);
    if ('childNodes' in node) pending.push(...node.childNodes);
  }
  return found;
}

export const attributesOf = (element: ParsedElement): Record<string, string> =>
  Object.fromEntries(element.attrs.map(({ name, value }) => [name, value]));

export function textOf(html: string): string {
  const parts: string[] = [];
  const visit = (node: Node): void => {
    if ('value' in node) parts.push(node.value);
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  visit(parse(html));
  return parts.join('');
}

const INERT = new Set(
  (
    'html head body meta title link a abbr article aside b bdi bdo blockquote br button caption cite code col colgroup dd del details dfn div dl dt em ' +
    'figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i img input ins kbd li main mark nav ol p picture pre q rp rt ruby s samp section small ' +
    'script source span strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr'
  ).split(' '),
);
const scriptText = ({ childNodes }: ParsedElement): string =>
  childNodes.map((node) => ('value' in node ? node.value : '')).join('');
const URL_ATTRIBUTES = new Set([
  'href',
  'src',
  'srcset',
  'cite',
  'action',
  'formaction',
  'data',
  'poster',
  'background',
  'xlink:href',
  'ping',
  'longdesc',
  'usemap',
]);

/** Fails unless a browser would run nothing but the site's own script and load only images and the site's styles. */
export function expectInert(html: string): void {
  for (const scripting of [true, false]) {
    const ids = new Set<string>();
    for (const element of elementsOf(html, scripting)) {
      const { tagName } = element;
      const attributes = attributesOf(element);
      const shown = `<${tagName} ${JSON.stringify(attributes)}>`;
      expect(INERT.has(tagName), shown).to.equal(true);
      expect(element.namespaceURI, shown).to.equal('http://www.w3.org/1999/xhtml');
      for (const [name, value] of Object.entries(attributes)) {
        expect(name, shown).not.to.match(/^on|^style$|^srcdoc$|^http-equiv$|^target$|^form|^is$|^ping$/i);
        if (URL_ATTRIBUTES.has(name)) {
          const { protocol } = new URL(value, 'https://host.example/docs/');
          expect(
            [
              'http:',
              'https:',
              ...(tagName === 'a' ? ['mailto:', 'tel:'] : []),
              ...(tagName === 'img' && /^data:image\/(?:png|gif|jpeg|webp|avif);base64,/.test(value) ? ['data:'] : []),
            ],
            shown,
          ).to.include(protocol);
        }
      }
      if (attributes.name !== undefined) expect(tagName, shown).to.be.oneOf(['meta', 'details']);
      if (tagName === 'link')
        expect(attributes.rel, shown).to.be.oneOf(['stylesheet', 'canonical', 'icon', 'prev', 'next']);
      if (tagName === 'link' && attributes.rel === 'stylesheet')
        expect(attributes.href, shown).to.match(/^\/docs\/~quire\/assets\/[a-z]+-[0-9a-f]{16}\.css$/);
      if (tagName === 'script' && attributes.src !== undefined)
        expect(attributes.src, shown).to.match(/^\/docs\/~quire\/assets\/main-[A-Z0-9]{8}\.js$/);
      else if (tagName === 'script') expect(INLINE_SCRIPTS, shown).to.include(scriptText(element));
      if (tagName === 'input') expect(attributes, shown).to.include({ type: 'checkbox', disabled: '' });
      if (tagName === 'button') expect(attributes, shown).to.include({ type: 'button' });
      if (attributes.id !== undefined) {
        expect(ids.has(attributes.id), `${shown} twice`).to.equal(false);
        ids.add(attributes.id);
        expect(tagName, shown).not.to.be.oneOf(['img', 'input', 'form', 'object', 'embed', 'iframe']);
      }
    }
  }
}
