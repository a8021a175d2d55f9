import type { PageOperation } from '../../ports/content/computed-pages.ts';
import type {
  Breadcrumb,
  SwitcherItem,
  SwitcherGroup,
  NavigationItem,
  TitledLink,
} from '../../ports/sites/site-renderer.ts';
import type { ApiLabels } from './api-reference/api-labels.ts';
import { methodClass, methodText } from './api-reference/method-text.ts';
import { html, type Html } from '../html.ts';
import type { SiteLabels } from './labels.ts';
import { isExternal, safeUrl } from './safe-url.ts';
import { renderIcon } from './icons.ts';
import { relativeTo } from './relative-href.ts';

/**
 * Renders a link of the frame; an unsafe URL leaves only its title.
 *
 * @param opensNewTab opens links to other sites in a new tab
 */
export function frameLink(
  href: string | undefined,
  title: Html | string,
  attributes: Html | string = '',
  opensNewTab = false,
): Html {
  const safe = href === undefined ? undefined : safeUrl(href, 'link');
  if (safe === undefined) return html`<span>${title}</span>`;
  return html`<a href="${safe}"${isExternal(safe) && html` rel="noopener noreferrer"`}${isExternal(safe) && opensNewTab && html` target="_blank"`}${attributes}>${title}</a>`;
}

const CURRENT_ATTRIBUTE = html` aria-current="page"`;

/** Returns the items from the root to the current page, without recursion, as trees may be deep. */
function findOpenItems(items: readonly NavigationItem[]): ReadonlySet<NavigationItem> {
  const parents = new Map<NavigationItem, NavigationItem | undefined>();
  const pending: NavigationItem[] = [...items].reverse();
  for (let item = pending.pop(); item; item = pending.pop()) {
    if (item.current) {
      const open = new Set<NavigationItem>();
      for (let each: NavigationItem | undefined = item; each; each = parents.get(each)) open.add(each);
      return open;
    }
    for (let at = item.children.length - 1; at >= 0; at--) {
      const child = item.children[at] as NavigationItem;
      parents.set(child, item);
      pending.push(child);
    }
  }
  return new Set();
}

/** Mark of entries with subpages, or of a list in which all entries have some. */
const MORE_ATTRIBUTE = html` data-more`;

const isBranch = ({ type, children, hasMoreChildren }: NavigationItem): boolean =>
  type !== 'group' && (children.length > 0 || hasMoreChildren === true);

/** Maximum level of the table of contents. */
const MAX_LEVELS = 40;

/**
 * Renders the emoji or the icon beside the title of a page; undefined without either.
 *
 * @param style style of icons, such as `solid`
 */
export const titleMark = (
  { emoji, icon }: Pick<NavigationItem, 'emoji' | 'icon'>,
  style: string | undefined,
): Html | undefined =>
  emoji === undefined
    ? icon === undefined
      ? undefined
      : renderIcon(icon, style)
    : html`<span class="s-emoji" aria-hidden="true">${emoji}</span>`;

type OperationLabels = Pick<ApiLabels, 'deprecated' | 'webhook'>;

/** Renders the title of an operation behind its method, which titles of operations without a name begin with. */
function operationTitle(
  title: string,
  { method, isWebhook, isDeprecated }: PageOperation,
  labels: OperationLabels,
): Html {
  const shown = methodText(method, isWebhook === true, labels);
  const rest = title.startsWith(`${shown} `) ? title.slice(shown.length + 1) : title;
  return html`<b class="s-method ${methodClass(method)}">${shown}</b> ${
    isDeprecated === true ? html`<s dir="auto">${rest}</s>` : html`<span dir="auto">${rest}</span>`
  }`;
}

/** Renders the title of an entry. Most of a large page are these: without a mark, style sheets give it its direction. */
function entryTitle(entry: NavigationItem, labels: OperationLabels, iconStyle: string | undefined): Html | string {
  const { title, operation } = entry;
  if (operation !== undefined) return operationTitle(title, operation, labels);
  const mark = titleMark(entry, iconStyle);
  return mark === undefined ? title : html`${mark} <span dir="auto">${title}</span>`;
}

/**
 * Renders the table of contents: groups with their content, and subpages only along the current page, with addresses
 * relative to it and without the end tags of entries, which keeps pages of large spaces small.
 *
 * @param iconStyle style of icons, such as `solid`
 * @param address path of the page; without it, addresses are not relative
 */
export function tableOfContents(
  items: readonly NavigationItem[],
  labels: OperationLabels,
  { iconStyle, address }: { readonly iconStyle?: string | undefined; readonly address?: string | undefined } = {},
): Html {
  const open = findOpenItems(items);
  const shorten = address === undefined ? (href: string): string => href : relativeTo(address);
  const list = (entries: readonly NavigationItem[], level: number): Html => {
    const areBranches = entries.length > 1 && entries.every(isBranch);
    return html`<ul${areBranches && MORE_ATTRIBUTE}>${entries.map((entry) => item(entry, level, areBranches))}</ul>`;
  };
  const item = (entry: NavigationItem, level: number, isMarked: boolean): Html => {
    const title = entryTitle(entry, labels, iconStyle);
    const isExpanded = entry.children.length > 0 && level < MAX_LEVELS && (entry.type === 'group' || open.has(entry));
    const group = entry.type === 'group';
    const current = entry.current === true && CURRENT_ATTRIBUTE;
    const branch = !isMarked && isBranch(entry) && MORE_ATTRIBUTE;
    const deprecated = entry.operation?.isDeprecated === true && html` title="${labels.deprecated}"`;
    const marks = html`${current}${branch}${deprecated}`;
    const label =
      group && entry.href === undefined
        ? html`<span class="s-group">${title}</span>`
        : frameLink(entry.href && shorten(entry.href), title, marks);
    return html`<li>${label}${isExpanded && list(entry.children, level + 1)}`;
  };
  return list(items, 0);
}

const isGroup = (one: SwitcherItem | SwitcherGroup): one is SwitcherGroup => 'items' in one;

const switcherLinks = (items: readonly (SwitcherItem | SwitcherGroup)[]): Html =>
  html`<ul>${items.map((one) =>
    isGroup(one)
      ? html`<li><span class="s-group"><span dir="auto">${one.title}</span></span>${switcherLinks(one.items)}</li>`
      : html`<li>${frameLink(one.href, html`<span dir="auto">${one.title}</span>`, one.current ? CURRENT_ATTRIBUTE : '')}</li>`,
  )}</ul>`;

/** Renders a menu that opens without scripts. */
export const menu = (className: string, label: Html, content: Html, name?: string): Html =>
  html`<details class="s-dropdown ${className}" data-menu><summary${name !== undefined && html` aria-label="${name}"`}>${label}</summary><div class="s-panel">${content}</div></details>`;

const hasSections = (sections: readonly (SwitcherItem | SwitcherGroup)[]): boolean =>
  sections.flatMap((one) => (isGroup(one) ? one.items : [one])).length > 1;

/** Renders the tabs below the header; groups are menus. */
export function sectionTabs(sections: readonly (SwitcherItem | SwitcherGroup)[], labels: SiteLabels): Html | undefined {
  if (!hasSections(sections)) return undefined;
  const tab = (one: SwitcherItem | SwitcherGroup): Html =>
    isGroup(one)
      ? html`<li${one.items.some(({ current }) => current) && html` class="s-current"`}>${menu('s-section-group', html`<span dir="auto">${one.title}</span>`, switcherLinks(one.items))}</li>`
      : html`<li>${frameLink(one.href, html`<span dir="auto">${one.title}</span>`, one.current ? CURRENT_ATTRIBUTE : '')}</li>`;
  return html`<nav class="s-sections" aria-label="${labels.sections}"><ul>${sections.map(tab)}</ul></nav>`;
}

/** Renders the sections and variants as lists, for the drawer of narrow screens. */
export function drawerSwitches(
  sections: readonly (SwitcherItem | SwitcherGroup)[],
  variants: readonly SwitcherItem[],
  labels: SiteLabels,
): Html | undefined {
  const list = (title: string, links: Html): Html =>
    html`<details class="s-drawer-list"><summary><span dir="auto">${title}</span></summary>${links}</details>`;
  const all = sections.flatMap((one) => (isGroup(one) ? one.items : [one]));
  const current = all.find((one) => one.current)?.title ?? labels.sections;
  const variant = variants.find((one) => one.current)?.title ?? labels.variants;
  const lists = [
    ...(hasSections(sections) ? [list(current, switcherLinks(sections))] : []),
    ...(variants.length > 1 ? [list(variant, switcherLinks(variants))] : []),
  ];
  return lists.length === 0 ? undefined : html`${lists}`;
}

/** Renders the switch between versions or languages, which opens without scripts. */
export function variantSwitch(variants: readonly SwitcherItem[], labels: SiteLabels): Html | undefined {
  if (variants.length < 2) return undefined;
  const current = variants.find((variant) => variant.current)?.title ?? labels.variants;
  return menu(
    's-variants',
    html`<span dir="auto">${current}</span>`,
    switcherLinks(variants),
    `${labels.variants}: ${current}`,
  );
}

export function breadcrumbTrail(crumbs: readonly Breadcrumb[], labels: SiteLabels): Html | undefined {
  if (crumbs.length === 0) return undefined;
  return html`<nav class="s-crumbs" aria-label="${labels.breadcrumbs}"><ol>${crumbs.map(({ href, title }) => html`<li>${frameLink(href, html`<span dir="auto">${title}</span>`)}</li>`)}</ol></nav>`;
}

export function pager(
  previous: TitledLink | undefined,
  next: TitledLink | undefined,
  labels: SiteLabels,
): Html | undefined {
  if (!previous && !next) return undefined;
  const link = (to: TitledLink, label: string, rel: 'prev' | 'next'): Html =>
    frameLink(
      to.href,
      html`<small>${label}</small> <span dir="auto">${to.title}</span>`,
      html` class="s-${rel}" rel="${rel}"`,
    );
  return html`<nav class="s-pager" aria-label="${labels.pagination}">${previous && link(previous, labels.previous, 'prev')}${next && link(next, labels.next, 'next')}</nav>`;
}
