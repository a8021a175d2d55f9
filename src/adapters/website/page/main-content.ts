import { Readability } from '@mozilla/readability';
import type { PageDocument } from './dom.ts';
import type { PageElement } from './page-element.ts';

/** Elements that are never part of the content. */
const NON_CONTENT =
  'script, style, noscript, template, link, meta, nav, form, button:not(:has(table)), dialog, object, canvas, [hidden], [role="navigation"], [role="search"], [role="banner"], [role="contentinfo"], ' +
  'a.headerlink, a.header-anchor, a.anchor, a.anchorlink, a.hash-link, a.heading-anchor, .breadcrumbs, .breadcrumb, .toc, .table-of-contents, .skip-link, .sr-only, .visually-hidden';
/** Frame of a page without a declared main element. */
const FRAME_ELEMENTS = 'header, footer, aside';
/** Elements whose footer names a source, and asides that are part of the text. */
const QUOTATION = 'blockquote, figure';
const ASIDE_TITLE = '.sidebar-title, .topic-title';
/** Number of elements beyond which the main content is not searched for, because the search would take too long. */
const MAX_ELEMENTS = 5000;
const MIN_TEXT_LENGTH = 20;

/** Finds the main content of a page: the declared element, else the most likely one, else everything but the frame. */
export function mainContent(document: PageDocument): PageElement {
  for (const junk of [...document.querySelectorAll(NON_CONTENT)]) {
    keepHeadingId(junk);
    junk.remove();
  }
  const declared = declaredContent(document);
  if (declared !== undefined) return declared;
  return extractedContent(document) ?? withoutFrame(document.body);
}

/** Moves the id of a heading's anchor link to the heading. */
function keepHeadingId(junk: PageElement): void {
  const heading = junk.nodeName === 'A' && junk.hasAttribute('id') ? junk.closest('h1, h2, h3, h4, h5, h6') : null;
  if (heading && !heading.hasAttribute('id')) heading.setAttribute('id', junk.getAttribute('id')!);
}

function declaredContent(document: PageDocument): PageElement | undefined {
  const mains = [...document.querySelectorAll('main, [role="main"]')].filter(hasContent);
  const container = mains[0] ?? document.body;
  const articles = [...container.querySelectorAll('article')].filter(hasContent);
  if (articles.length === 1 && isMostOf(articles[0]!, container)) return withoutFrame(articles[0]!, 'header, footer');
  return mains.length > 0 ? withoutFrame(mains[0]!) : undefined;
}

/** Reports whether an element is the content of its container, rather than a card or a quotation in it. */
const isMostOf = (element: PageElement, container: PageElement): boolean =>
  element.querySelector('h1') !== null || element.textContent.trim().length * 2 >= container.textContent.trim().length;

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
  // Removes ids that the library added.
  for (const wrapper of found?.querySelectorAll('[id^="readability-"]') ?? []) wrapper.removeAttribute('id');
  // A result that drops most of a short page is wrong.
  return found !== undefined && found.textContent.trim().length * 4 >= Math.min(before, 2000) ? found : undefined;
}

/** Removes the frame; asides with the classes of a hint or with a title are content. */
function withoutFrame(element: PageElement, frame = FRAME_ELEMENTS): PageElement {
  for (const part of [...element.querySelectorAll(frame)]) {
    const isContent =
      (part.nodeName === 'ASIDE' &&
        (/aside|admonition|callout|note|tip|warning|caution|danger|hint/i.test(part.className) ||
          part.querySelector(ASIDE_TITLE) !== null)) ||
      part.querySelector('h1') !== null ||
      part.closest(QUOTATION) !== null;
    if (!isContent) part.remove();
  }
  return element;
}
