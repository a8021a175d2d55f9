import { followsReader, type Customization, type ThemedValue } from '../../domain/sites/customization.ts';
import type { SocialLink, SocialPlatform } from '../../domain/sites/social-accounts.ts';
import type { MenuItem, SiteShell, SiteAppearance, TitledLink } from '../../ports/sites/site-renderer.ts';
import { html, type Html } from '../html.ts';
import { renderIcon } from './icons.ts';
import type { SiteLabels } from './labels.ts';
import { frameLink, menu } from './navigation.ts';
import { contentHash } from './static/static-asset.ts';
import { FAVICON } from './static/favicon.ts';
import { safeUrl } from './safe-url.ts';

type ThemedImage = { readonly src: string; readonly media?: string };

/** Returns the images of the available color schemes, the default first. */
function themedImages(customization: Customization, { light, dark }: ThemedValue): readonly ThemedImage[] {
  const hasBoth = followsReader(customization);
  const [first, second] = [
    safeUrl(hasBoth || customization.themes.default === 'light' ? light : dark, 'image'),
    hasBoth ? safeUrl(dark, 'image') : undefined,
  ];
  if (first === undefined) return [];
  return [
    { src: first },
    ...(second === undefined || second === first ? [] : [{ src: second, media: '(prefers-color-scheme: dark)' }]),
  ];
}

/** Returns the logo of the site, else its title. */
export function siteName({ title, appearance: look }: SiteShell): Html | string {
  const logo = look?.customization.header.logo;
  return (logo && picture(look.customization, logo, title)) ?? title;
}

function picture(customization: Customization, image: ThemedValue, alt: string): Html | undefined {
  const [first, second] = themedImages(customization, image);
  if (first === undefined) return undefined;
  return html`<picture>${second && html`<source srcset="${second.src.replaceAll(',', '%2C')}" media="${second.media}">`}<img class="s-logo" src="${first.src}" alt="${alt}"></picture>`;
}

/** Renders the icons, the social preview and the color schemes of a site. */
export function appearanceHead({ appearance, basePath }: SiteShell): Html {
  const scheme =
    appearance === undefined || followsReader(appearance.customization)
      ? 'light dark'
      : appearance.customization.themes.default;
  const preview =
    appearance?.customization.socialPreview.url === undefined
      ? undefined
      : safeUrl(appearance.customization.socialPreview.url, 'image');
  return html`<meta name="color-scheme" content="${scheme}">
${(appearance && faviconLinks(appearance.customization)) ?? html`<link rel="icon" href="${basePath.replace(/\/+$/, '')}/${FAVICON.path}">\n`}${
    preview !== undefined &&
    html`<meta property="og:image" content="${preview}">
<meta name="twitter:card" content="summary_large_image">
`
  }`;
}

function faviconLinks(customization: Customization): Html | undefined {
  const { favicon } = customization;
  if ('emoji' in favicon) {
    const drawing = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><text y=".9em" font-size="90">${decodeEmoji(favicon.emoji)}</text></svg>`;
    return html`<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(drawing.value)}">\n`;
  }
  if (!('icon' in favicon)) return undefined;
  return html`${themedImages(customization, favicon.icon).map(({ src, media }) => html`<link rel="icon" href="${src}"${media !== undefined && html` media="${media}"`}>\n`)}`;
}

/** Decodes an emoji that is stored as hexadecimal code points. */
const decodeEmoji = (emoji: string): string =>
  /^[0-9a-f-]+$/i.test(emoji)
    ? String.fromCodePoint(...emoji.split('-').map((point) => parseInt(point, 16) % 0x110000))
    : emoji;

const opensNewTab = (look: SiteAppearance): boolean => look.customization.externalLinks.target === 'blank';
const siteLink = (look: SiteAppearance, { title, href }: TitledLink, attributes: Html | string = ''): Html =>
  frameLink(href, html`<span dir="auto">${title}</span>`, attributes, opensNewTab(look));

/** Icons of platforms whose icon has another name. */
const PLATFORM_ICONS: Partial<Record<SocialPlatform, string>> = { twitter: 'x-twitter' };

/** Renders links to accounts as icons of their platforms. */
const accountLinks = (look: SiteAppearance, accounts: readonly SocialLink[]): Html =>
  html`<ul class="s-accounts">${accounts.map(({ platform, title, href }) => {
    const icon = renderIcon(PLATFORM_ICONS[platform] ?? platform, 'brands');
    return html`<li>${frameLink(href, icon ?? title, html` aria-label="${title}" title="${title}"`, opensNewTab(look))}</li>`;
  })}</ul>`;

/** Renders the links and menus of the header; menus open without scripts. */
export function headerLinks(appearance: SiteAppearance | undefined, className = 's-links'): Html | undefined {
  if (appearance === undefined) return undefined;
  const { header, socialLinks } = appearance;
  if (header.length + socialLinks.header.length === 0) return undefined;
  const style = (of: MenuItem): Html | string =>
    of.style === 'link' ? '' : html` class="${of.style === 'button-primary' ? 's-button s-primary' : 's-button'}"`;
  const item = (one: MenuItem): Html => {
    if (one.links.length === 0) return siteLink(appearance, { title: one.title, href: one.href! }, style(one));
    const links = [...(one.href === undefined ? [] : [{ title: one.title, href: one.href }]), ...one.links];
    return menu(
      's-menu-list',
      html`<span dir="auto">${one.title}</span>`,
      html`<ul>${links.map((each) => html`<li>${siteLink(appearance, each)}</li>`)}</ul>`,
    );
  };
  const accounts = socialLinks.header.length > 0 && html`<li>${accountLinks(appearance, socialLinks.header)}</li>`;
  return html`<ul class="${className}">${header.map((one) => html`<li>${item(one)}</li>`)}${accounts}</ul>`;
}

/** Renders the announcement above all pages; a script lets readers dismiss it until it changes. */
export function renderAnnouncement(appearance: SiteAppearance | undefined, labels: SiteLabels): Html | undefined {
  if (appearance?.announcement === undefined) return undefined;
  const { message, style, link } = appearance.announcement;
  const key = contentHash(JSON.stringify([message, link]));
  return html`<aside class="s-announcement s-announcement-${style}" aria-label="${labels.announcement}" data-announcement="${key}"><p><span dir="auto">${message}</span>${link && html` ${siteLink(appearance, link)}`}</p><button class="s-icon s-icon-close" type="button" data-dismiss hidden aria-label="${labels.dismiss}"></button></aside>\n`;
}

/** Renders the fields of a search that a form sends along. */
export const searchOrigin = ({ spaceId }: SiteShell): Html | undefined =>
  spaceId === undefined ? undefined : html`<input type="hidden" name="from" value="${spaceId}">`;

/** Renders a form that leads to the search page; a script opens a dialog in its place. */
export function searchForm(site: SiteShell, labels: SiteLabels, query = ''): Html | undefined {
  const { searchPath, appearance: look, searchScopes = [] } = site;
  if (searchPath === undefined) return undefined;
  const isProminent = look?.customization.styling.search === 'prominent';
  const input = html`<input type="search" name="q" maxlength="512" value="${query}" placeholder="${labels.search}" aria-label="${labels.searchIn}"
 autocomplete="off">`;
  const button = html`<button class="s-icon s-icon-search" type="submit" aria-label="${labels.search}"></button>`;
  const attributes = html`role="search" method="get" action="${searchAction(site)}" data-search="${searchScopes.join(' ')}"`;
  return html`<form class="s-search${isProminent && ' s-search-prominent'}" ${attributes}${answerAttributes(site)}>${input}${searchOrigin(site)}
<kbd aria-hidden="true"></kbd>${button}</form>`;
}

/** Renders what a script needs to ask the questions of readers. */
function answerAttributes({ basePath, appearance }: SiteShell): Html | undefined {
  if (appearance?.answers === undefined) return undefined;
  const { path, assistant } = appearance.answers;
  return html` data-answers="${joinBasePath(basePath, path)}"${assistant && html` data-assistant="${JSON.stringify(assistant)}"`}`;
}

/** Returns the address of the search page. */
export const searchAction = ({ basePath, searchPath = '' }: SiteShell): string => joinBasePath(basePath, searchPath);

/** Appends `path` to the base path of a site. */
export const joinBasePath = (basePath: string, path: string): string => `${basePath.replace(/\/+$/, '')}/${path}`;

/** Reports whether readers choose the color scheme. */
export const hasThemeChoice = ({ appearance }: SiteShell): boolean =>
  appearance === undefined || appearance.customization.themes.toggeable;

/** Renders the choice of the color scheme, which a script shows and copies to the drawer. */
export function themeChoice(site: SiteShell, labels: SiteLabels): Html | undefined {
  if (!hasThemeChoice(site)) return undefined;
  const choices = [
    ['system', labels.themeSystem],
    ['light', labels.themeLight],
    ['dark', labels.themeDark],
  ] as const;
  return html`<div class="s-theme" role="group" aria-label="${labels.theme}" data-theme-choice hidden>${choices.map(([name, label]) => html`<button class="s-icon s-icon-${name}" type="button" data-choice="${name}" aria-pressed="false" aria-label="${label}" title="${label}"></button>`)}</div>`;
}

/** Renders the footer of all pages. */
export function siteFooter(appearance: SiteAppearance | undefined, labels: SiteLabels): Html | undefined {
  if (appearance === undefined) return undefined;
  const {
    footer: { logo, copyright },
    privacyPolicy,
    trademark,
  } = appearance.customization;
  const groups = appearance.footer.map(
    ({ title, links }) =>
      html`<div><h2 dir="auto">${title}</h2><ul>${links.map((link) => html`<li>${siteLink(appearance, link)}</li>`)}</ul></div>`,
  );
  const image = logo && picture(appearance.customization, logo, '');
  const accounts = appearance.socialLinks.footer;
  const rest = [
    ...(copyright ? [html`<p dir="auto">${copyright}</p>`] : []),
    ...(privacyPolicy.url === undefined
      ? []
      : [html`<p>${siteLink(appearance, { title: labels.privacyPolicy, href: privacyPolicy.url })}</p>`]),
    ...(trademark.enabled ? [html`<p>${labels.poweredBy}</p>`] : []),
    ...(accounts.length === 0 ? [] : [accountLinks(appearance, accounts)]),
  ];
  if (image === undefined && groups.length === 0 && rest.length === 0) return undefined;
  return html`<footer class="s-site-footer">${image}${groups}${rest.length > 0 && html`<div class="s-footer-end">${rest}</div>`}</footer>\n`;
}
