import { createRequire } from 'node:module';

/** What is used of the nodes that the parser makes. Its own types would bring those of browsers into the whole project. */
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

/** The text is not XML that we read. */
export class InvalidXml extends Error {}

const load = createRequire(import.meta.url);

/**
 * Parses XML with the very parser that the signatures are checked with, so that both see the same. Declarations, CDATA,
 * comments and processing instructions are refused before anything is parsed: nothing expands, nothing is fetched, and
 * no text can be cut in two. Whatever the parser would only warn of is an error.
 * @throws BadXml
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

/** Walks in breadth: what comes here may be nested as deeply as it likes. */
function requireShallow(root: XmlElement): void {
  let level = [root];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw new InvalidXml('nested too deeply');
    level = level.flatMap(childElements);
  }
}

export const childElements = (parent: XmlNode): XmlElement[] =>
  Array.from(parent.childNodes).filter(({ nodeType }) => nodeType === ELEMENT) as XmlElement[];
/** The element and all below it, in their order. */
export function* elementAndDescendants(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of childElements(element)) yield* elementAndDescendants(child);
}
export const isElement = (element: XmlElement, namespace: string, name: string): boolean =>
  element.localName === name && element.namespaceURI === namespace;
export const childrenNamed = (parent: XmlElement, namespace: string, name: string): XmlElement[] =>
  childElements(parent).filter((child) => isElement(child, namespace, name));
/** An attribute without a namespace; undefined where there is none. */
export const attributeOf = (element: XmlElement, name: string): string | undefined =>
  Array.from(element.attributes).find((each) => each.localName === name && !each.namespaceURI)?.value;
/** The text of an element that holds nothing else; undefined where it holds elements. */
export const textOf = (element: XmlElement): string | undefined =>
  childElements(element).length > 0 ? undefined : (element.textContent ?? '').trim();
