import { parseHTML } from 'linkedom';

/** What we use of an element; the platform's types are those of browsers. */
export interface PageElement {
  readonly nodeType: number;
  readonly nodeName: string;
  textContent: string;
  className: string;
  readonly parentNode: PageElement | null;
  readonly firstElementChild: PageElement | null;
  readonly firstChild: PageElement | null;
  readonly nextSibling: PageElement | null;
  readonly childNodes: readonly PageElement[];
  readonly children: readonly PageElement[];
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  hasAttribute(name: string): boolean;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
  closest(selector: string): PageElement | null;
  contains(other: PageElement): boolean;
  append(...nodes: readonly (PageElement | string)[]): void;
  replaceWith(...nodes: readonly (PageElement | string)[]): void;
  remove(): void;
  normalize(): void;
}

export interface PageDocument {
  readonly documentElement: PageElement | null;
  readonly head: PageElement;
  readonly body: PageElement;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
  createElement(name: string): PageElement;
}

/** Deeper than pages nest, and shallow enough for everything that walks over them. */
const MAX_DEPTH = 400;

/** A page, with what stands outside of its body put into it. @throws RangeError where it nests too deep */
export function parsePage(html: string): PageDocument {
  const whole = /<html[\s>]/i.test(html) ? html : `<!doctype html><html><head></head><body>${html}</body></html>`;
  const { document } = parseHTML(whole) as unknown as { document: PageDocument };
  const { head, body } = document;
  for (const node of [...document.documentElement!.childNodes]) if (node !== head && node !== body) body.append(node);
  requireShallow(document.documentElement!);
  // An escape in a text is a node of its own until then.
  document.documentElement!.normalize();
  return document;
}

function requireShallow(top: PageElement): void {
  let depth = 0;
  for (let node: PageElement | null = top; node !== null;) {
    if (depth > MAX_DEPTH) throw new RangeError(`elements are nested more than ${MAX_DEPTH} levels deep`);
    if (node.firstChild !== null) {
      node = node.firstChild;
      depth++;
      continue;
    }
    while (node !== top && node.nextSibling === null) {
      node = node.parentNode!;
      depth--;
    }
    node = node === top ? null : node.nextSibling;
  }
}

/** Text as it is read: without line breaks, blanks at its ends or rows of them. */
export const elementText = (element: PageElement | null | undefined): string =>
  (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
