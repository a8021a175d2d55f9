import type { PageDocument } from '../../../src/adapters/website/page/dom.ts';
import { requireShallow, type PageElement } from '../../../src/adapters/website/page/page-element.ts';
import { prepareTables } from '../../../src/adapters/website/page/table-cells.ts';
import { toMarkdown } from '../../../src/adapters/website/page/to-markdown.ts';
import { rewriteLists } from './pasted-lists.ts';

/**
 * Converts formatted text of the clipboard to Markdown.
 *
 * @throws RangeError when its elements are nested too deeply
 */
export function pastedMarkdown(html: string): string {
  const { body } = new DOMParser().parseFromString(withoutStyles(html), 'text/html');
  requireShallow(body as unknown as PageElement);
  for (const one of body.querySelectorAll('script, title')) one.remove();
  for (const image of body.querySelectorAll('img')) if (!/^https?:/i.test(image.src)) image.remove();
  // Some word processors state emphasis, or that there is none, by styles.
  for (const bold of body.querySelectorAll('b, strong'))
    if (hasStyle(bold, /font-weight:\s*(?:normal|[1-5]00)/i)) bold.replaceWith(...bold.childNodes);
  for (const span of body.querySelectorAll('span')) {
    const isHeading = span.closest('h1, h2, h3, h4, h5, h6') !== null;
    if (!isHeading && hasStyle(span, /font-weight:\s*(?:bold|[6-9]00)/i)) wrap(span, 'strong');
    if (hasStyle(span, /font-style:\s*italic/i)) wrap(span, 'em');
    if (hasStyle(span, /text-decoration:[^;]*line-through/i)) wrap(span, 'del');
  }
  rewriteLists(body, styleOf);
  // After a block, a line break stands for an empty line.
  for (const blank of body.querySelectorAll(':is(p, h1, h2, h3, h4, h5, h6, ul, ol, table, div) + br')) blank.remove();
  prepareTables(document as unknown as PageDocument, body as unknown as PageElement);
  return toMarkdown(body as unknown as PageElement).trim();
}

/** Renames the styles of elements and removes those of the document, which the policy of the page forbids. */
const withoutStyles = (html: string): string =>
  html
    .replace(/<style[\s>][\s\S]*?<\/style>/gi, '')
    .replace(/<[a-z][^<>]*/gi, (tag) => tag.replace(/\sstyle=/gi, ' data-style='));
const styleOf = (element: Element): string => element.getAttribute('data-style') ?? '';
const hasStyle = (element: Element, style: RegExp): boolean => style.test(styleOf(element));

/** Puts an element around the content of another one. */
function wrap(element: Element, name: 'strong' | 'em' | 'del'): void {
  const inner = element.ownerDocument.createElement(name);
  inner.append(...element.childNodes);
  element.append(inner);
}
