/** Subset of DOM elements that the import uses; the types of the platform are those of browsers. */
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

/** Deeper than any real page, and shallow enough for recursive functions. */
const MAX_DEPTH = 400;

/** @throws RangeError when an element is nested too deeply */
export function requireShallow(top: PageElement): void {
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

/** Returns the text of an element with white space collapsed and trimmed. */
export const elementText = (element: PageElement | null | undefined): string =>
  (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
