import type { PageDocument } from '../../../src/adapters/website/page/dom.ts';
import { requireShallow, type PageElement } from '../../../src/adapters/website/page/page-element.ts';
import { prepareTables } from '../../../src/adapters/website/page/table-cells.ts';
import { toMarkdown } from '../../../src/adapters/website/page/to-markdown.ts';
import { rewriteLists } from './pasted-lists.ts';

/** Adds a picture to the space and returns its path; undefined if it cannot be added. */
export type AddPicture = (picture: File) => Promise<string | undefined>;

/**
 * Converts formatted text of the clipboard to Markdown. Pictures that it contains are added to the space.
 *
 * @throws RangeError when its elements are nested too deeply
 */
export async function pastedMarkdown(html: string, addPicture: AddPicture): Promise<string> {
  const { body } = new DOMParser().parseFromString(withoutStyles(html), 'text/html');
  requireShallow(body as unknown as PageElement);
  for (const one of body.querySelectorAll('script, title')) one.remove();
  await adoptPictures(body, addPicture);
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

/** Data URL of a picture; the names of its type and of its format, and its content. */
const PICTURE = /^data:(image\/(png|jpeg|gif|webp|avif|svg)(?:\+xml)?);base64,([\w+/=\s]+)$/i;

/** Longest name of a picture, in characters. */
const MAX_NAME = 60;

/** Adds the pictures to the space that the text contains, each once; removes those that are neither there nor on the web. */
async function adoptPictures(body: HTMLElement, addPicture: AddPicture): Promise<void> {
  const paths = new Map<string, string | undefined>();
  for (const image of body.querySelectorAll('img')) {
    const { src } = image;
    if (/^https?:/i.test(src)) continue;
    if (!paths.has(src)) {
      const picture = pictureOf(image);
      paths.set(src, picture && (await addPicture(picture)));
    }
    const path = paths.get(src);
    if (path === undefined) image.remove();
    else image.setAttribute('src', path);
  }
}

/** Returns the picture that an element contains, if it does. */
function pictureOf({ src, alt }: HTMLImageElement): File | undefined {
  const [, type, format, content = ''] = PICTURE.exec(src) ?? [];
  if (type === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
    return new File([bytes], `${(alt.trim() || 'picture').slice(0, MAX_NAME)}.${format}`, { type });
  } catch {
    // The characters are those of base64, their number is not.
    return undefined;
  }
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
