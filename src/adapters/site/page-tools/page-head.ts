import { PREVIEW_HEIGHT, PREVIEW_WIDTH } from '../../../ports/sites/preview-pictures.ts';
import type { PageView } from '../../../ports/sites/site-renderer.ts';
import { Html, html } from '../../html.ts';
import { safeUrl } from '../safe-url.ts';
import { pageDescription } from './page-description.ts';

const relatedLink = (rel: string, href: string | undefined, attributes: Html | string = ''): Html | false => {
  const safe = href === undefined ? undefined : safeUrl(href, 'link');
  return safe !== undefined && html`<link rel="${rel}"${attributes} href="${safe}">\n`;
};

/** Renders the links to the same page in other languages. */
const alternateLinks = ({ alternates = [] }: PageView['site']): Html =>
  html`${alternates.map(({ language, href }) => relatedLink('alternate', href, html` hreflang="${languageTag(language)}"`))}`;

/** Returns the tag of a language as BCP 47 writes it, such as `pt-BR`. */
const languageTag = (language: string): string => language.replace(/-(\w{2})$/, (region) => region.toUpperCase());

/** Renders what programs read in the head of a page: its description, relations, preview and structured data. */
export function pageHead(view: PageView, language: string | undefined): Html {
  const { site, page, noIndex, canonicalUrl, previous, next, tools } = view;
  const canonical = canonicalUrl === undefined ? undefined : safeUrl(canonicalUrl, 'link');
  const description = pageDescription(view);
  return html`${description !== undefined && html`<meta name="description" content="${description}">\n`}${
    noIndex === true && html`<meta name="robots" content="noindex">\n`
  }${relatedLink('canonical', canonical)}${noIndex !== true && alternateLinks(site)}${relatedLink('prev', previous?.href)}${relatedLink('next', next?.href)}${relatedLink(
    'alternate',
    tools?.markdownHref,
    html` type="text/markdown"`,
  )}${relatedLink('alternate', tools?.feedHref, html` type="application/rss+xml"`)}<meta property="og:type" content="article">
<meta property="og:site_name" content="${site.title}">
<meta property="og:title" content="${page.title}">
${description !== undefined && html`<meta property="og:description" content="${description}">\n`}${
    canonical !== undefined && html`<meta property="og:url" content="${canonical}">\n`
  }${previewPicture(view)}<meta name="twitter:title" content="${page.title}">
${description !== undefined && html`<meta name="twitter:description" content="${description}">\n`}${
    canonical !== undefined && noIndex !== true && structuredData(view, canonical, description, language)
  }`;
}

/** Renders the picture of a page, unless the customization has one for all pages. */
function previewPicture({ site, page, previewPicture: url }: PageView): Html | undefined {
  const safe = url === undefined ? undefined : safeUrl(url, 'link');
  if (safe === undefined || site.appearance?.customization.socialPreview.url !== undefined) return undefined;
  return html`<meta property="og:image" content="${safe}">
<meta property="og:image:width" content="${PREVIEW_WIDTH}">
<meta property="og:image:height" content="${PREVIEW_HEIGHT}">
<meta property="og:image:alt" content="${page.title}">
<meta name="twitter:card" content="summary_large_image">
`;
}

/** Renders the structured data of a page for search engines (schema.org). */
function structuredData(
  { site, page, breadcrumbs, canonicalHome }: PageView,
  url: string,
  description: string | undefined,
  language: string | undefined,
): Html {
  const absolute = (href: string): string | undefined => {
    if (canonicalHome !== undefined && href.startsWith(site.basePath))
      return canonicalHome + href.slice(site.basePath.length);
    return URL.canParse(href, url) ? new URL(href, url).href : undefined;
  };
  const home = absolute(site.basePath) ?? url;
  const article = {
    '@type': 'TechArticle',
    headline: page.title,
    description,
    url,
    dateModified: page.updatedAt,
    inLanguage: language,
    isPartOf: { '@type': 'WebSite', name: site.title, url: home },
  };
  const linked = breadcrumbs.flatMap(({ title, href }) => (href === undefined ? [] : [{ title, href }]));
  const crumbs = [{ title: site.title, href: home }, ...linked, { title: page.title, href: url }];
  const list = {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ title, href }, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name: title,
      item: absolute(href),
    })),
  };
  return html`<script type="application/ld+json">${jsonInHtml({ '@context': 'https://schema.org', '@graph': [article, list] })}</script>\n`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** Writes a value as JSON that an HTML parser leaves alone: it contains no tag, comment or character reference. */
const jsonInHtml = (value: unknown): Html =>
  new Html(JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => ESCAPES[character]!));
