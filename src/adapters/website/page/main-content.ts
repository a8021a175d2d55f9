import { Readability } from '@mozilla/readability';
import type { PageDocument, PageElement } from './dom.ts';

/** Never part of what a page says. */
const NON_CONTENT =
  'script, style, noscript, template, link, meta, nav, form, button:not(:has(table)), dialog, object, canvas, [hidden], [role="navigation"], [role="search"], [role="banner"], [role="contentinfo"], ' +
  'a.headerlink, a.header-anchor, a.anchor, a.anchorlink, a.hash-link, a.heading-anchor, .breadcrumbs, .breadcrumb, .toc, .table-of-contents, .skip-link, .sr-only, .visually-hidden';
/** Of a page without a main part. */
const FRAME_ELEMENTS = 'header, footer, aside';
/** Beyond this a page is taken whole: looking for its main part would take too long. */
const MAX_ELEMENTS = 5000;
const MIN_TEXT_LENGTH = 20;

/** The part of a page that is its own: what the page says so of, else what looks most like it, else all but its frame. */
export function mainContent(document: PageDocument): PageElement {
  for (const junk of [...document.querySelectorAll(NON_CONTENT)]) {
    keepHeadingId(junk);
    junk.remove();
  }
  const declared = declaredContent(document);
  if (declared !== undefined) return declared;
  return extractedContent(document) ?? withoutFrame(document.body);
}

/** A link of a heading to itself leaves its id behind. */
function keepHeadingId(junk: PageElement): void {
  const heading = junk.nodeName === 'A' && junk.hasAttribute('id') ? junk.closest('h1, h2, h3, h4, h5, h6') : null;
  if (heading && !heading.hasAttribute('id')) heading.setAttribute('id', junk.getAttribute('id')!);
}

function declaredContent(document: PageDocument): PageElement | undefined {
  const mains = [...document.querySelectorAll('main, [role="main"]')].filter(hasContent);
  const around = mains[0] ?? document.body;
  const articles = [...around.querySelectorAll('article')].filter(hasContent);
  if (articles.length === 1) return articles[0];
  return mains.length > 0 ? withoutFrame(mains[0]!) : undefined;
}

const hasContent = (element: PageElement): boolean =>
  element.textContent.trim().length >= MIN_TEXT_LENGTH || element.querySelector('img') !== null;

function extractedContent(document: PageDocument): PageElement | undefined {
  if ([...document.querySelectorAll('*')].length > MAX_ELEMENTS) return undefined;
  const before = document.body.textContent.trim().length;
  const reader = new Readability<PageElement>(document as never, {
    keepClasses: true,
    charThreshold: 100,
    serializer: ((element: PageElement) => element) as never,
  });
  const found = reader.parse()?.content ?? undefined;
  // Its own name for what it put around the content is nobody's anchor.
  for (const around of found?.querySelectorAll('[id^="readability-"]') ?? []) around.removeAttribute('id');
  // What drops most of a short page has not understood it.
  return found !== undefined && found.textContent.trim().length * 4 >= Math.min(before, 2000) ? found : undefined;
}

/** Hints are often written as asides. */
function withoutFrame(element: PageElement): PageElement {
  for (const part of [...element.querySelectorAll(FRAME_ELEMENTS)]) {
    const isHint =
      part.nodeName === 'ASIDE' &&
      /aside|admonition|callout|note|tip|warning|caution|danger|hint/i.test(part.className);
    if (!isHint && part.querySelector('h1') === null) part.remove();
  }
  return element;
}
