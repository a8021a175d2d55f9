import { fixedScheme } from '../../domain/sites/customization.ts';
import type {
  EmptyView,
  NavigationItem,
  NotFoundView,
  PageCover,
  PagePart,
  PageView,
  SearchView,
  SiteShell,
} from '../../ports/sites/site-renderer.ts';
import { apiLabelsOf } from './api-reference/api-labels.ts';
import type { OutlineEntry } from './content/headings.ts';
import { resolveHref } from './content/resolve-links.ts';
import { directionOfText, type Direction } from '../../domain/content/text/text-direction.ts';
import { directionOfLanguage } from './direction.ts';
import { formatDate } from './format-date.ts';
import { Html, html } from '../html.ts';
import { languageOfText, shownText } from '../text-language.ts';
import { ANSWER_LABELS, BROWSER_LABELS } from './browser-labels.ts';
import type { SiteLabels } from './labels.ts';
import {
  breadcrumbTrail,
  drawerSwitches,
  frameLink,
  pager,
  sectionTabs,
  tableOfContents,
  titleMark,
  variantSwitch,
} from './navigation.ts';
import {
  renderAnnouncement,
  headerLinks,
  appearanceHead,
  hasThemeChoice,
  joinBasePath,
  searchForm,
  siteFooter,
  siteName,
  themeChoice,
} from './appearance-parts.ts';
import { customizationClasses, customizationStylesheet } from './customization-styles.ts';
import { INLINE_SCRIPTS, THEME_SCRIPT } from './inline-scripts.ts';
import { feedbackForm, pageActions } from './page-tools/page-actions.ts';
import { pageHead } from './page-tools/page-head.ts';
import type { PageNeeds } from './security-headers.ts';
import { browserScripts } from './static/browser-scripts.ts';
import { EXTRA_STYLESHEETS, SITE_STYLESHEET } from './stylesheet.ts';
import { safeUrl } from './safe-url.ts';
import { searchResults } from './search-results.ts';

interface DocumentParts {
  readonly site: SiteShell;
  readonly labels: SiteLabels;
  readonly title: string;
  /** Language of the page, as far as it is known. */
  readonly language?: string;
  readonly direction: Direction;
  readonly head: Html;
  readonly navigation: readonly NavigationItem[] | undefined;
  /** Path at which readers open the page. */
  readonly address?: string | undefined;
  readonly main: Html;
  readonly aside?: Html;
  readonly isWide?: boolean;
  /** Picture across the page, above its columns. */
  readonly banner?: Html;
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

/** Renders the frame of all pages. It is complete without scripts: drawer and outline are popovers, menus `details`. */
function renderDocument(parts: DocumentParts): SiteDocument {
  const {
    site,
    labels,
    title,
    language,
    direction,
    head,
    navigation,
    address,
    main,
    aside,
    isWide = false,
    banner,
    query,
    needs,
  } = parts;
  const full = title === site.title || title === '' ? site.title : `${title} · ${site.title}`;
  const home =
    safeUrl(site.appearance?.primaryHref ?? joinBasePath(site.basePath, ''), 'link') ?? joinBasePath(site.basePath, '');
  const hasContents = navigation !== undefined && navigation.length > 0;
  const tabs = sectionTabs(site.sections ?? [], labels);
  const switches = drawerSwitches(site.sections ?? [], site.variants ?? [], labels);
  const links = headerLinks(site.appearance, 's-drawer-links');
  const theme = themeChoice(site, labels);
  const classes = [
    ...(site.appearance ? [customizationClasses(site.appearance.customization)] : []),
    ...(tabs ? ['s-has-tabs'] : []),
    ...(aside ? ['s-has-outline'] : []),
  ].join(' ');
  const document = html`<html${language !== undefined && html` lang="${language}"`} dir="${direction}"${classes !== '' && html` class="${classes}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${appearanceHead(site)}<title>${full}</title>
${head}${stylesheets(site, needs)}${
    hasThemeChoice(site) && html`<script>${new Html(THEME_SCRIPT)}</script>\n`
  }<script type="module" src="${joinBasePath(site.basePath, browserScripts().paths.main)}"></script>
</head>
<body data-texts="${browserTexts(site, labels)}">
<a class="s-skip" href="#quire-content">${labels.skipToContent}</a>
${site.isPreview && html`<aside class="s-announcement s-announcement-warning s-preview" aria-label="${labels.preview}"><p>${labels.previewText}</p></aside>\n`}${renderAnnouncement(site.appearance, labels)}<header class="s-header">
<div class="s-bar">
${
  (hasContents || switches || links || theme) &&
  html`<button class="s-menu s-icon s-icon-menu" type="button" popovertarget="quire-menu" aria-label="${labels.menu}"></button>
`
}<a class="s-title" href="${home}" dir="auto">${siteName(site)}</a>
${variantSwitch(site.variants ?? [], labels)}${searchForm(site, labels, query)}${headerLinks(site.appearance)}${theme}
</div>
${tabs}</header>
${banner}<div class="s-body${!hasContents && ' s-no-menu'}">
<div class="s-nav" id="quire-menu" role="region" aria-label="${labels.menu}" popover>
<div class="s-drawer-head"><button class="s-icon s-icon-close" type="button" popovertarget="quire-menu" popovertargetaction="hide" aria-label="${labels.close}"></button></div>
${switches && html`<div class="s-drawer">${switches}</div>\n`}${hasContents && html`<nav class="s-contents" aria-label="${labels.tableOfContents}">${tableOfContents(navigation, apiLabelsOf(textLanguage(site)), { iconStyle: iconStyle(site), address })}</nav>\n`}${links && html`<div class="s-drawer">${links}</div>\n`}</div>
<main class="s-main${isWide && ' s-wide'}" id="quire-content" tabindex="-1">
${main}</main>
${aside}</div>
${siteFooter(site.appearance, labels)}</body>
</html>
`;
  return { html: `<!doctype html>\n${document.value}`, needs: { inlineScripts: INLINE_SCRIPTS } };
}

/** Returns the interface texts that scripts show. */
const browserTexts = ({ appearance }: SiteShell, labels: SiteLabels): string =>
  [...BROWSER_LABELS, ...(appearance?.answers ? ANSWER_LABELS : [])].map((name) => labels[name]).join('\n');

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
  const { language, direction } = languageOfPage(site, `${page.title} ${shownText(content)}`);
  const toc = isShown('outline') ? outline : [];
  const cover = renderCover(page.cover, view);
  const mark = titleMark(page, iconStyle(site));
  return renderDocument({
    site,
    labels,
    ...(language !== undefined && { language }),
    direction,
    ...(needs && { needs }),
    title: page.title,
    head: pageHead(view, textLanguage(site)),
    navigation: isShown('tableOfContents') ? view.navigation : undefined,
    address: view.address,
    ...(cover && page.cover?.isFull && { banner: cover }),
    main: html`${outlineButton(toc, labels)}${breadcrumbTrail(view.breadcrumbs, labels)}<article>
${!page.cover?.isFull && cover}${titleRow(
      isShown('title') && html`<h1 dir="auto">${mark && html`${mark} `}${page.title}</h1>\n`,
      pageActions(view, textLanguage(site), labels),
    )}${
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
    aside: renderOutline(toc, labels),
    ...(page.isWide && { isWide: true }),
  });
}

/** Puts the actions of a page beside its title. */
const titleRow = (title: Html | false, actions: Html | undefined): Html | false =>
  actions === undefined ? title : html`<div class="s-heading">${title}${actions}</div>\n`;

/** Renders the page for an unknown address. */
export function notFoundDocument({ site, navigation, suggestions }: NotFoundView, labels: SiteLabels): SiteDocument {
  // Readers of a variant stay in it, such as in their language.
  const home = site.variants?.find(({ current }) => current)?.href ?? joinBasePath(site.basePath, '');
  return renderDocument({
    site,
    labels,
    navigation,
    title: labels.notFoundTitle,
    ...languageOfPage(site),
    head: NO_INDEX,
    main: html`<article class="s-plain"><p class="s-code" aria-hidden="true">404</p><h1>${labels.notFoundTitle}</h1>
<p class="s-lead">${labels.notFoundText}</p>
<p>${frameLink(home, labels.home, html` class="s-button s-primary"`)}</p></article>
${
  suggestions !== undefined &&
  html`<nav aria-labelledby="quire-similar"><h2 id="quire-similar">${labels.similarPages}</h2>
<ul class="s-suggestions">${suggestions.map(({ title, href }) => html`<li>${frameLink(href, html`<span dir="auto">${title}</span>`)}</li>`)}</ul></nav>\n`
}`,
  });
}

/** Renders the page of a space or a site in which nothing is published. */
export function emptyDocument({ site, navigation, title }: EmptyView, labels: SiteLabels): SiteDocument {
  return renderDocument({
    site,
    labels,
    navigation,
    title,
    ...languageOfPage(site),
    head: NO_INDEX,
    main: html`<article class="s-plain"><h1 dir="auto">${title}</h1>
<p class="s-lead">${labels.nothingPublished}</p></article>
`,
  });
}

const NO_INDEX = html`<meta name="robots" content="noindex">\n`;

/** Renders a page of search results. */
export function searchDocument(view: SearchView, labels: SiteLabels): SiteDocument {
  return renderDocument({
    site: view.site,
    labels,
    navigation: view.navigation,
    query: view.query,
    title: labels.search,
    ...languageOfPage(view.site),
    head: NO_INDEX,
    main: searchResults(view, labels),
  });
}

/** Returns the language of the interface texts of a site. */
const textLanguage = ({ language, appearance }: SiteShell): string | undefined =>
  language ?? appearance?.customization.internationalization.locale;

/** Determines the language and the writing direction of a page; the content decides where the site does not. */
function languageOfPage(site: SiteShell, content = ''): { readonly language?: string; readonly direction: Direction } {
  const locale = site.appearance?.customization.internationalization.locale;
  const language = site.language ?? (locale === 'en' ? undefined : locale) ?? languageOfText(content) ?? locale ?? 'en';
  return {
    language,
    direction: content === '' || site.language !== undefined ? directionOfLanguage(language) : directionOfText(content),
  };
}

/** Positions of covers that the style sheet has, in percent. */
const COVER_STEP = 10;

function renderCover(cover: PageCover | undefined, { site, resolveLink }: PageView): Html | undefined {
  if (cover === undefined) return undefined;
  const [light, dark] = [cover.image, cover.darkImage].map((target) => {
    const { href, file } = target === undefined ? {} : resolveHref(target, 'image', resolveLink);
    return file?.src ?? href;
  });
  const scheme = site.appearance && fixedScheme(site.appearance.customization);
  const image = scheme === 'dark' ? (dark ?? light) : (light ?? dark);
  if (image === undefined) return undefined;
  const step = Math.round((cover.position ?? 50) / COVER_STEP) * COVER_STEP;
  const classes = `s-cover${cover.isFull ? ' s-cover-full' : ''}${step === 50 ? '' : ` s-cover-${step}`}`;
  return html`<picture>${
    scheme === undefined &&
    dark !== undefined &&
    dark !== image &&
    html`<source srcset="${dark.replaceAll(',', '%2C')}" media="(prefers-color-scheme: dark)">`
  }<img class="${classes}" src="${image}" alt=""></picture>
`;
}

/** Returns the style of the icons of a site. */
const iconStyle = ({ appearance }: SiteShell): string | undefined => appearance?.customization.styling.icons;

/** Renders the button that shows the outline on screens without room for it. */
const outlineButton = (outline: readonly OutlineEntry[], labels: SiteLabels): Html | undefined =>
  outline.length < 2
    ? undefined
    : html`<button class="s-outline-button" type="button" popovertarget="quire-outline">${labels.outline}</button>\n`;

function renderOutline(outline: readonly OutlineEntry[], labels: SiteLabels): Html | undefined {
  if (outline.length < 2) return undefined;
  const highest = Math.min(...outline.map(({ level }) => level));
  return html`<div class="s-outline" id="quire-outline" popover><nav aria-label="${labels.outline}"><p>${labels.outline}</p><ul>${outline.map(
    ({ id, title, level }) =>
      html`<li${level > highest && html` class="s-level-${level - highest}"`}><a href="#${id}" dir="auto">${title}</a></li>`,
  )}</ul></nav></div>
`;
}

/** Renders the last change and the link that edits the page, unless the actions of the page have that link. */
function renderPageFooter({ page, site, tools }: PageView, labels: SiteLabels): Html | undefined {
  const hasEditAction = tools?.actions.some(({ kind }) => kind === 'git') === true;
  const edit = page.editHref === undefined || hasEditAction ? undefined : safeUrl(page.editHref, 'link');
  const date = page.updatedAt === undefined ? undefined : /^\d{4}-\d{2}-\d{2}/.exec(page.updatedAt)?.[0];
  if (edit === undefined && date === undefined) return undefined;
  return html`<footer class="s-footer">${date !== undefined && html`<span>${labels.lastUpdated} <time datetime="${page.updatedAt}">${formatDate(date, site.language ?? site.appearance?.customization.internationalization.locale ?? 'en')}</time></span> `}${edit !== undefined && frameLink(edit, labels.edit)}</footer>
`;
}
