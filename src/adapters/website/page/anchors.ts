import type { PageDocument } from './dom.ts';
import type { PageElement } from './page-element.ts';
import { percentDecoded } from '../../../domain/kernel/percent-decoded.ts';

/** Attribute of an empty element that stands for an anchor, with its name. */
export const ANCHOR = 'data-import-anchor';

const HEADINGS = 'h1, h2, h3, h4, h5, h6';
const NAME = /^[^\s"'<>&]{1,100}$/;
/** Elements whose beginning is no place for an anchor. */
const OUTSIDE = new Set(['TABLE', 'UL', 'OL', 'DL', 'PRE', 'FIGURE', 'IMG', 'DETAILS', 'VIDEO', 'IFRAME', 'HR', 'BR']);
const ROWS = new Set(['TR', 'THEAD', 'TBODY', 'TFOOT', 'COL', 'COLGROUP', 'CAPTION']);

/**
 * Keeps the anchors besides those of headings that links of the page lead to, and those of terms, which links of other
 * pages lead to. Links of a heading to itself become its text.
 */
export function keepAnchors(document: PageDocument, content: PageElement): void {
  for (const link of [...content.querySelectorAll('a[href^="#"]')])
    if (link.closest(HEADINGS) !== null && !link.hasAttribute('id')) link.replaceWith(...link.childNodes);
  const linked = new Set([...content.querySelectorAll('a[href^="#"]')].map(fragmentOf));
  const kept = new Set<string>();
  for (const element of [...content.querySelectorAll('[id], a[name]')]) {
    const name = element.getAttribute('id') ?? element.getAttribute('name')!;
    const isLinked = linked.has(name) || element.nodeName === 'DT';
    if (!isLinked || kept.has(name) || !NAME.test(name) || isHeadingAnchor(element)) continue;
    kept.add(name);
    const anchor = document.createElement('a');
    anchor.setAttribute(ANCHOR, name);
    insert(anchor, element);
  }
}

/** Reports whether a heading has the anchor of an element as its own. */
const isHeadingAnchor = (element: PageElement): boolean =>
  element.closest(HEADINGS) !== null || /^H[1-6]$/.test(element.firstElementChild?.nodeName ?? '');

function insert(anchor: PageElement, element: PageElement): void {
  if (ROWS.has(element.nodeName)) {
    const cell = element.querySelector('td, th');
    if (cell !== null) insert(anchor, cell);
  } else if (OUTSIDE.has(element.nodeName)) element.replaceWith(anchor, element);
  else if (element.firstChild === null) element.append(anchor);
  else element.firstChild.replaceWith(anchor, element.firstChild);
}

/** Returns the fragment that a link within the page names. */
export const fragmentOf = (link: PageElement): string => percentDecoded(link.getAttribute('href')!.slice(1));
