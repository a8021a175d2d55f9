import { Readability } from '@mozilla/readability';
import type { Document, Element } from './dom.ts';

/** Never part of what a page says. */
const JUNK =
  'script, style, noscript, template, link, meta, nav, form, button:not(:has(table)), dialog, object, canvas, [hidden], [role="navigation"], [role="search"], [role="banner"], [role="contentinfo"], ' +
  'a.headerlink, a.header-anchor, a.anchor, a.anchorlink, a.hash-link, a.heading-anchor, .breadcrumbs, .breadcrumb, .toc, .table-of-contents, .skip-link, .sr-only, .visually-hidden';
/** Of a page without a main part. */
const FRAME = 'header, footer, aside';
/** Beyond this a page is taken whole: looking for its main part would take too long. */
const MAX_ELEMENTS = 5000;
const ENOUGH = 20;

/** The part of a page that is its own: what the page says so of, else what looks most like it, else all but its frame. */
export function mainContent(document: Document): Element {
  for (const junk of [...document.querySelectorAll(JUNK)]) {
    leaveId(junk);
    junk.remove();
  }
  const said = saidMain(document);
  if (said !== undefined) return said;
  return likelyMain(document) ?? withoutFrame(document.body);
}

/** A link of a heading to itself leaves its id behind. */
function leaveId(junk: Element): void {
  const heading = junk.nodeName === 'A' && junk.hasAttribute('id') ? junk.closest('h1, h2, h3, h4, h5, h6') : null;
  if (heading && !heading.hasAttribute('id')) heading.setAttribute('id', junk.getAttribute('id')!);
}

function saidMain(document: Document): Element | undefined {
  const mains = [...document.querySelectorAll('main, [role="main"]')].filter(saysSomething);
  const around = mains[0] ?? document.body;
  const articles = [...around.querySelectorAll('article')].filter(saysSomething);
  if (articles.length === 1) return articles[0];
  return mains.length > 0 ? withoutFrame(mains[0]!) : undefined;
}

const saysSomething = (element: Element): boolean =>
  element.textContent.trim().length >= ENOUGH || element.querySelector('img') !== null;

function likelyMain(document: Document): Element | undefined {
  if ([...document.querySelectorAll('*')].length > MAX_ELEMENTS) return undefined;
  const before = document.body.textContent.trim().length;
  const reader = new Readability<Element>(document as never, {
    keepClasses: true,
    charThreshold: 100,
    serializer: ((element: Element) => element) as never,
  });
  const found = reader.parse()?.content ?? undefined;
  // Its own name for what it put around the content is nobody's anchor.
  for (const around of found?.querySelectorAll('[id^="readability-"]') ?? []) around.removeAttribute('id');
  // What drops most of a short page has not understood it.
  return found !== undefined && found.textContent.trim().length * 4 >= Math.min(before, 2000) ? found : undefined;
}

/** Hints are often written as asides. */
function withoutFrame(element: Element): Element {
  for (const part of [...element.querySelectorAll(FRAME)]) {
    const isHint =
      part.nodeName === 'ASIDE' &&
      /aside|admonition|callout|note|tip|warning|caution|danger|hint/i.test(part.className);
    if (!isHint && part.querySelector('h1') === null) part.remove();
  }
  return element;
}
