import { decodeEntities } from '../../domain/content/markdown/decode-entities.ts';

/** Node of a strict parser for well-formed HTML, which rejects everything it does not fully understand. */
export type HtmlNode = string | HtmlElement;
export interface HtmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly HtmlNode[];
}
export interface HtmlTag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly kind: 'open' | 'close' | 'void';
}

const VOID = new Set(['img', 'br', 'source', 'hr']);
const MAX_DEPTH = 30;
const NAME = /^<(\/?)([A-Za-z][A-Za-z0-9]*)/;
const ATTRIBUTE = /\s+([A-Za-z_:][\w:.-]*)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/y;

/** Parses a text that consists of one tag. */
export function htmlTag(text: string): HtmlTag | undefined {
  const start = NAME.exec(text);
  if (start === null || !text.endsWith('>')) return undefined;
  const attributes = new Map<string, string>();
  let at = start[0].length;
  const end = text.endsWith('/>') ? text.length - 2 : text.length - 1;
  while (at < end) {
    ATTRIBUTE.lastIndex = at;
    const found = ATTRIBUTE.exec(text);
    if (found === null) {
      if (text.slice(at, end).trim() !== '') return undefined;
      break;
    }
    const name = found[1]!.toLowerCase();
    const value = decodeEntities(found[2] ?? found[3] ?? found[4] ?? '');
    if (value === undefined || attributes.has(name)) return undefined;
    attributes.set(name, value);
    at = ATTRIBUTE.lastIndex;
  }
  const name = start[2]!.toLowerCase();
  if (start[1] === '/') return attributes.size === 0 ? { name, attributes, kind: 'close' } : undefined;
  return { name, attributes, kind: VOID.has(name) ? 'void' : 'open' };
}

/** Parses HTML; undefined if it is not well-formed or contains comments or unknown character references. */
export function readHtml(source: string): readonly HtmlNode[] | undefined {
  const root: HtmlNode[] = [];
  const open: { readonly name: string; readonly children: HtmlNode[] }[] = [];
  for (const part of source.match(/<[^<>]*>|[^<>]+|[<>]/g) ?? []) {
    const children = open.at(-1)?.children ?? root;
    if (!part.startsWith('<')) {
      const value = part === '>' ? undefined : decodeEntities(part);
      if (value === undefined) return undefined;
      children.push(value);
      continue;
    }
    const tag = htmlTag(part);
    if (tag === undefined) return undefined;
    const { name, attributes, kind } = tag;
    if (kind === 'close') {
      if (open.pop()?.name !== name) return undefined;
      continue;
    }
    const inside: HtmlNode[] = [];
    children.push({ name, attributes, children: inside });
    if (kind === 'open' && open.push({ name, children: inside }) > MAX_DEPTH) return undefined;
  }
  return open.length === 0 ? root : undefined;
}

/** Returns the elements of a list that otherwise contains only white space. */
export function elementsOnly(nodes: readonly HtmlNode[]): readonly HtmlElement[] | undefined {
  const elements: HtmlElement[] = [];
  for (const node of nodes) {
    if (typeof node !== 'string') elements.push(node);
    else if (node.trim() !== '') return undefined;
  }
  return elements;
}

/** Reports whether an element has no attributes other than these. */
export const hasOnly = ({ attributes }: Pick<HtmlElement, 'attributes'>, ...names: readonly string[]): boolean =>
  [...attributes.keys()].every((name) => names.includes(name));
