import { createRequire } from 'node:module';

/** Subset of the DOM nodes that the parser creates; its own types would add browser types to the whole project. */
export interface XmlNode {
  readonly nodeType: number;
  readonly childNodes: ArrayLike<XmlNode>;
  readonly textContent: string | null;
}
export interface XmlElement extends XmlNode {
  readonly localName: string;
  readonly namespaceURI: string | null;
  readonly attributes: ArrayLike<{
    readonly name: string;
    readonly localName: string;
    readonly namespaceURI: string | null;
    readonly value: string;
  }>;
}
interface Parser {
  parseFromString(text: string, type: string): { readonly documentElement: XmlElement | null } | undefined;
}

const ELEMENT = 1;
const MAX_CHARACTERS = 256 * 1024;
const MAX_DEPTH = 32;
const MAX_TAGS = 4_000;

/** XML that is malformed or not accepted. */
export class InvalidXml extends Error {}

const load = createRequire(import.meta.url);

/**
 * Parses XML with the parser that the signature library uses, so that both see the same document. Declarations, CDATA
 * sections, comments and processing instructions are rejected before parsing: no entity is expanded, no resource is
 * loaded and no text can be split. Warnings of the parser are errors.
 *
 * @throws InvalidXml
 */
export function parseXml(text: string): XmlElement {
  if (text.length > MAX_CHARACTERS) throw new InvalidXml('too long');
  const body = text.replace(
    /^<\?xml\s+version=["']1\.0["'](?:\s+encoding=["']utf-8["'])?(?:\s+standalone=["'](?:yes|no)["'])?\s*\?>/i,
    '',
  );
  if (/<[!?]/.test(body)) throw new InvalidXml('a declaration, a comment or an instruction');
  if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(body))
    throw new InvalidXml('a character that XML does not have');
  if (body.split('<', MAX_TAGS + 2).length > MAX_TAGS + 1) throw new InvalidXml('too many elements');
  const { DOMParser } = load('@xmldom/xmldom') as { DOMParser: new (options: object) => Parser };
  const fail = (message: string): never => {
    throw new InvalidXml(message);
  };
  const root = new DOMParser({ errorHandler: { warning: fail, error: fail, fatalError: fail } }).parseFromString(
    body,
    'text/xml',
  )?.documentElement;
  if (!root) return fail('empty');
  requireShallow(root);
  return root;
}

/** Checks the depth breadth-first, because the document may be nested arbitrarily deep. */
function requireShallow(root: XmlElement): void {
  let level = [root];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw new InvalidXml('nested too deeply');
    level = level.flatMap(childElements);
  }
}

/** Returns the children of a node that are elements. */
export const childElements = (parent: XmlNode): XmlElement[] =>
  Array.from(parent.childNodes).filter(({ nodeType }) => nodeType === ELEMENT) as XmlElement[];
/** Yields the element and all its descendants in document order. */
export function* elementAndDescendants(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of childElements(element)) yield* elementAndDescendants(child);
}
/** Tells whether an element has a name in a namespace. */
export const isElement = (element: XmlElement, namespace: string, name: string): boolean =>
  element.localName === name && element.namespaceURI === namespace;
/** Returns the child elements with a name in a namespace. */
export const childrenNamed = (parent: XmlElement, namespace: string, name: string): XmlElement[] =>
  childElements(parent).filter((child) => isElement(child, namespace, name));
/** Returns the value of an attribute without a namespace; undefined if absent. */
export const attributeOf = (element: XmlElement, name: string): string | undefined =>
  Array.from(element.attributes).find((each) => each.localName === name && !each.namespaceURI)?.value;
/** Returns the text of an element without child elements; undefined otherwise. */
export const textOf = (element: XmlElement): string | undefined =>
  childElements(element).length > 0 ? undefined : (element.textContent ?? '').trim();
