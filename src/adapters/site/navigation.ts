import type { SwitcherItem, SwitcherGroup, NavigationItem, TitledLink } from '../../ports/sites/site-renderer.ts';
import { html, type Html } from './html.ts';
import type { SiteLabels } from './labels.ts';
import { isExternal, safeUrl } from './safe-url.ts';

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

/** Maximum level of the table of contents. */
const MAX_LEVELS = 40;

/**
 * Renders the table of contents: groups with their content, and subpages only along the current page, which keeps pages
 * of large spaces small.
 */
export function tableOfContents(items: readonly NavigationItem[]): Html {
  const open = findOpenItems(items);
  const list = (entries: readonly NavigationItem[], level: number): Html =>
    html`<ul>${entries.map((entry) => item(entry, level))}</ul>`;
  const item = (entry: NavigationItem, level: number): Html => {
    const title = html`${entry.emoji && html`<span class="s-emoji" aria-hidden="true">${entry.emoji}</span> `}<span dir="auto">${entry.title}</span>`;
    const isExpanded = entry.children.length > 0 && level < MAX_LEVELS && (entry.type === 'group' || open.has(entry));
    const marks = html`${entry.current === true && CURRENT_ATTRIBUTE}${(entry.children.length > 0 || entry.hasMoreChildren === true) && entry.type !== 'group' && html` class="${open.has(entry) ? 's-branch s-open' : 's-branch'}"`}`;
    const group = entry.type === 'group';
    const label =
      group && entry.href === undefined
        ? html`<span class="s-group">${title}</span>`
        : frameLink(entry.href, title, marks);
    return html`<li>${label}${isExpanded && list(entry.children, level + 1)}</li>`;
  };
  return list(items, 0);
}

/** Renders the tabs of the header. */
export function sectionLinks(
  sections: readonly (SwitcherItem | SwitcherGroup)[],
  labels: SiteLabels,
): Html | undefined {
  if (sections.flatMap((one) => ('items' in one ? one.items : [one])).length < 2) return undefined;
  const tab = ({ href, title, current }: SwitcherItem): Html =>
    html`<li>${frameLink(href, html`<span dir="auto">${title}</span>`, current ? CURRENT_ATTRIBUTE : '')}</li>`;
  const group = ({ title, items }: SwitcherGroup): Html =>
    html`<li class="s-section-group"><span dir="auto">${title}</span><ul>${items.map(tab)}</ul></li>`;
  return html`<nav class="s-sections" aria-label="${labels.sections}"><ul>${sections.map((one) => ('items' in one ? group(one) : tab(one)))}</ul></nav>`;
}

/** Renders the switch between versions or languages, which opens without scripts. */
export function variantSwitch(variants: readonly SwitcherItem[], labels: SiteLabels): Html | undefined {
  if (variants.length < 2) return undefined;
  const current = variants.find((variant) => variant.current)?.title ?? labels.variants;
  const links = variants.map(
    ({ href, title, current: here }) =>
      html`<li>${frameLink(href, html`<span dir="auto">${title}</span>`, here ? CURRENT_ATTRIBUTE : '')}</li>`,
  );
  return html`<details class="s-variants" data-menu><summary aria-label="${labels.variants}: ${current}"><span dir="auto">${current}</span></summary><ul>${links}</ul></details>`;
}

export function breadcrumbTrail(crumbs: readonly TitledLink[], labels: SiteLabels): Html | undefined {
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
