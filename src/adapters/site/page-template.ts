import type {
  NavigationItem,
  NotFoundView,
  PagePart,
  PageView,
  LinkResolver,
  SearchView,
  SiteShell,
} from '../../ports/sites/site-renderer.ts';
import type { OutlineEntry } from './content/headings.ts';
import { resolveHref } from './content/resolve-links.ts';
import { directionOfLanguage, directionOfText, type Direction } from './direction.ts';
import { Html, html } from './html.ts';
import { BROWSER_LABELS, type SiteLabels } from './labels.ts';
import { breadcrumbTrail, frameLink, pager, sectionLinks, tableOfContents, variantSwitch } from './navigation.ts';
import {
  renderAnnouncement,
  headerLinks,
  appearanceHead,
  searchForm,
  siteFooter,
  siteName,
} from './appearance-parts.ts';
import { customizationClasses, customizationStylesheet } from './customization-styles.ts';
import { INLINE_SCRIPTS } from './inline-scripts.ts';
import { feedbackForm, pageActions } from './page-tools/page-actions.ts';
import { pageHead } from './page-tools/page-head.ts';
import type { PageNeeds } from './security-headers.ts';
import { browserScripts } from './static/browser-scripts.ts';
import { EXTRA_STYLESHEETS, SITE_STYLESHEET } from './stylesheet.ts';
import { safeUrl } from './safe-url.ts';

/** Appends `path` to the base path of a site. */
export const joinBasePath = (basePath: string, path: string): string => `${basePath.replace(/\/+$/, '')}/${path}`;

interface DocumentParts {
  readonly site: SiteShell;
  readonly labels: SiteLabels;
  readonly title: string;
  readonly direction: Direction;
  readonly head: Html;
  readonly navigation: readonly NavigationItem[] | undefined;
  readonly main: Html;
  readonly aside?: Html;
  /** Search query of a search page. */
  readonly query?: string;
  /** Needs of the content. */
  readonly needs?: PageNeeds;
}

/** Document with the resources that its frame needs. */
export interface SiteDocument {
  readonly html: string;
  readonly needs: PageNeeds;
}

/** Renders the frame of all pages. It is complete without scripts: the menu is a popover, switches are `details`. */
function renderDocument({
  site,
  labels,
  title,
  direction,
  head,
  navigation,
  main,
  aside,
  query,
  needs,
}: DocumentParts): SiteDocument {
  const full = title === site.title || title === '' ? site.title : `${title} · ${site.title}`;
  const home =
    safeUrl(site.appearance?.primaryHref ?? joinBasePath(site.basePath, ''), 'link') ?? joinBasePath(site.basePath, '');
  const menu = navigation && navigation.length > 0;
  const language = site.language ?? site.appearance?.customization.internationalization.locale;
  const document = html`<html${language !== undefined && html` lang="${language}"`} dir="${direction}"${site.appearance && html` class="${customizationClasses(site.appearance.customization)}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${appearanceHead(site.appearance)}<title>${full}</title>
${head}${stylesheets(site, needs)}<script type="module" src="${joinBasePath(site.basePath, browserScripts().paths.main)}"></script>
</head>
<body${BROWSER_LABELS.map((name) => html` data-text-${new Html(kebab(name))}="${labels[name]}"`)}>
<a class="s-skip" href="#quire-content">${labels.skipToContent}</a>
${renderAnnouncement(site.appearance)}<header class="s-header">
${
  menu &&
  html`<button class="s-menu" type="button" popovertarget="quire-menu">${labels.menu}</button>
`
}<a class="s-title" href="${home}" dir="auto">${siteName(site)}</a>
${sectionLinks(site.sections ?? [], labels)}${searchForm(site, labels, query)}${headerLinks(site.appearance)}${variantSwitch(site.variants ?? [], labels)}
</header>
<div class="s-body${!menu && ' s-no-menu'}">
${
  menu &&
  html`<nav class="s-nav" id="quire-menu" popover aria-label="${labels.tableOfContents}">
<button class="s-close" type="button" popovertarget="quire-menu" popovertargetaction="hide">${labels.close}</button>
${tableOfContents(navigation)}</nav>
`
}<main class="s-main" id="quire-content" tabindex="-1">
${main}</main>
${aside}</div>
${siteFooter(site.appearance, labels)}</body>
</html>
`;
  return { html: `<!doctype html>\n${document.value}`, needs: { inlineScripts: INLINE_SCRIPTS } };
}

/** Returns the attribute name of an interface text. */
const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Renders the links to the style sheets: the common one, those that the content needs, that of the customization. */
function stylesheets({ basePath, appearance }: SiteShell, needs: PageNeeds | undefined): Html {
  const assets = [
    SITE_STYLESHEET,
    ...(needs?.styleSheets ?? []).flatMap((name) => EXTRA_STYLESHEETS[name] ?? []),
    ...(appearance === undefined ? [] : [customizationStylesheet(appearance.customization)]),
  ];
  return html`${assets.map(({ path }) => html`<link rel="stylesheet" href="${joinBasePath(basePath, path)}">\n`)}`;
}

export interface PageParts {
  readonly labels: SiteLabels;
  readonly content: string;
  readonly outline: readonly OutlineEntry[];
  readonly needs?: PageNeeds;
}

/** Renders a page around its content. */
export function pageDocument(view: PageView, { labels, content, outline, needs }: PageParts): SiteDocument {
  const { site, page } = view;
  const isShown = (part: PagePart): boolean => !page.hidden?.includes(part);
  const direction =
    site.language === undefined
      ? directionOfText(`${page.title} ${page.markdown.slice(0, 8000)}`)
      : directionOfLanguage(site.language);
  return renderDocument({
    site,
    labels,
    direction,
    ...(needs && { needs }),
    title: page.title,
    head: pageHead(view, textLanguage(site)),
    navigation: isShown('tableOfContents') ? view.navigation : undefined,
    main: html`${breadcrumbTrail(view.breadcrumbs, labels)}<article>
${renderCover(page.cover, view.resolveLink)}${
      isShown('title') &&
      html`<h1 dir="auto">${page.emoji && html`<span class="s-emoji" aria-hidden="true">${page.emoji}</span> `}${page.title}</h1>
`
    }${pageActions(view, textLanguage(site))}${
      isShown('description') &&
      page.description &&
      html`<p class="s-lead" dir="auto">${page.description}</p>
`
    }<div class="s-content">
${new Html(content)}
</div>
</article>
${feedbackForm(view, textLanguage(site))}${renderPageFooter(view, labels)}${isShown('pagination') && site.appearance?.customization.pagination.enabled !== false && pager(view.previous, view.next, labels)}
`,
    aside: isShown('outline') ? renderOutline(outline, labels) : undefined,
  });
}

/** Renders the page for an unknown address. */
export function notFoundDocument({ site, navigation, suggestions }: NotFoundView, labels: SiteLabels): SiteDocument {
  return renderDocument({
    site,
    labels,
    navigation,
    title: labels.notFoundTitle,
    direction: site.language === undefined ? 'ltr' : directionOfLanguage(site.language),
    head: html`<meta name="robots" content="noindex">\n`,
    main: html`<article><h1>${labels.notFoundTitle}</h1>
<p class="s-lead">${labels.notFoundText}</p>
<p>${frameLink(joinBasePath(site.basePath, ''), labels.home)}</p></article>
${suggestions !== undefined && html`<nav aria-label="${labels.search}"><ul class="s-suggestions">${suggestions.map(({ title, href }) => html`<li>${frameLink(href, html`<span dir="auto">${title}</span>`)}</li>`)}</ul></nav>\n`}`,
  });
}

/** Renders search results, with titles above groups if there are several. */
export function searchDocument(
  { site, navigation, query, groups, isIncomplete }: SearchView,
  labels: SiteLabels,
): SiteDocument {
  const list = (results: SearchView['groups'][number]['results']): Html =>
    html`<ul class="s-results">${results.map(({ title, href, excerpt }) => html`<li>${frameLink(href, html`<span dir="auto">${title}</span>`)}${excerpt && html`<p dir="auto">${excerpt}</p>`}</li>`)}</ul>`;
  return renderDocument({
    site,
    labels,
    navigation,
    query,
    title: labels.search,
    direction: site.language === undefined ? 'ltr' : directionOfLanguage(site.language),
    head: html`<meta name="robots" content="noindex">\n`,
    main: html`<article><h1>${labels.search}</h1>
${groups.length === 0 && query !== '' && html`<p class="s-lead">${labels.nothingFound}</p>\n`}${groups.map(({ title, results }) => html`<section>${groups.length > 1 && html`<h2 dir="auto">${title}</h2>`}${list(results)}</section>\n`)}${isIncomplete && html`<p role="status">${labels.moreToFind}</p>\n`}</article>
`,
  });
}

/** Returns the language of the interface texts of a site. */
const textLanguage = ({ language, appearance }: SiteShell): string | undefined =>
  language ?? appearance?.customization.internationalization.locale;

function renderCover(cover: string | undefined, resolve: LinkResolver): Html | undefined {
  const { href } = cover === undefined ? {} : resolveHref(cover, 'image', resolve);
  return href === undefined ? undefined : html`<img class="s-cover" src="${href}" alt="">\n`;
}

function renderOutline(outline: readonly OutlineEntry[], labels: SiteLabels): Html | undefined {
  if (outline.length < 2) return undefined;
  return html`<aside class="s-outline"><nav aria-label="${labels.outline}"><p>${labels.outline}</p><ul>${outline.map(
    ({ id, title, level }) => html`<li class="s-level-${level}"><a href="#${id}" dir="auto">${title}</a></li>`,
  )}</ul></nav></aside>
`;
}

function renderPageFooter({ page }: PageView, labels: SiteLabels): Html | undefined {
  const edit = page.editHref === undefined ? undefined : safeUrl(page.editHref, 'link');
  const date = page.updatedAt === undefined ? undefined : /^\d{4}-\d{2}-\d{2}/.exec(page.updatedAt)?.[0];
  if (edit === undefined && date === undefined) return undefined;
  return html`<footer class="s-footer">${date !== undefined && html`<span>${labels.lastUpdated} <time datetime="${page.updatedAt}">${date}</time></span> `}${edit !== undefined && frameLink(edit, labels.edit)}</footer>
`;
}
