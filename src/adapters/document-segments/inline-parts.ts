import type { Image, PhrasingContent } from 'mdast';
import {
  hasWords,
  parsePlainParts,
  type Part,
  type Piece,
  type SegmentKind,
} from '../../domain/translations/segment.ts';
import { elementPieces, NAME, tagPieces } from './attribute-pieces.ts';
import { MASKED, type Parsed } from './parse.ts';

/** Elements that hold no words. */
const OPAQUE = new Set([
  'code',
  'kbd',
  'pre',
  'script',
  'style',
  'textarea',
  'svg',
  'math',
  'i',
  'span',
  'picture',
  'button',
]);
const ELEMENT = /^<([a-z][\w-]*)\b[^]*>$/i;
const VOID = /^(?:br|hr|img|wbr|input|source)$/i;

/** The parts of a line of inline content, from and to offsets of the parsed text. */
export class InlineParts {
  #tag = 0;
  readonly #parts: Part[] = [];

  constructor(
    private readonly parsed: Parsed,
    private readonly kind: SegmentKind,
  ) {}

  of(nodes: readonly PhrasingContent[], from: number, to: number): readonly Part[] {
    this.#siblings(nodes, from, to);
    return this.#parts;
  }

  #siblings(nodes: readonly PhrasingContent[], from: number, to: number): void {
    let at = from;
    for (let i = 0; i < nodes.length; i++) {
      const node = nodes[i]!;
      const [start, end] = placeOf(node);
      // Marks of the quote that a line goes on in.
      if (start > at) this.#alone(at, start);
      at = end;
      const closing = node.type === 'html' ? closingOf(nodes, i) : undefined;
      if (closing === undefined) {
        this.#node(node);
        continue;
      }
      at = placeOf(nodes[closing]!)[1];
      if (OPAQUE.has(nameOf(node)) || closing === i + 1) this.#alone(start, at);
      else this.#pair(start, end, nodes.slice(i + 1, closing), placeOf(nodes[closing]!)[0], at);
      i = closing;
    }
    if (to > at) this.#alone(at, to);
  }

  #node(node: PhrasingContent): void {
    const [start, end] = placeOf(node);
    switch (node.type) {
      case 'text':
        return this.#text(node.value, start, end);
      case 'html':
        return this.#add(elementPieces(this.parsed.text.slice(start, end)));
      case 'image':
        return this.#add(this.#image(node, start, end));
      case 'link': {
        const [only] = node.children;
        const isName = node.children.length === 1 && only?.type === 'text' && NAME.test(only.value.trim());
        return this.parsed.text[start] === '[' && !isName
          ? this.#around(node.children, start, end)
          : this.#alone(start, end);
      }
      case 'linkReference':
        return node.referenceType === 'full' ? this.#around(node.children, start, end) : this.#alone(start, end);
      case 'strong':
      case 'emphasis':
      case 'delete':
        return this.#around(node.children, start, end);
      default:
        return this.#alone(start, end);
    }
  }

  #around(children: readonly PhrasingContent[], start: number, end: number): void {
    const [first, last] = [children[0], children.at(-1)];
    if (first === undefined || last === undefined) return this.#alone(start, end);
    this.#pair(start, placeOf(first)[0], children, placeOf(last)[1], end);
  }

  #pair(start: number, inside: number, children: readonly PhrasingContent[], insideEnd: number, end: number): void {
    const tag = ++this.#tag;
    this.#parts.push({ token: { kind: 'open', tag }, raw: [this.parsed.text.slice(start, inside)] });
    this.#siblings(children, inside, insideEnd);
    this.#parts.push({ token: { kind: 'close', tag }, raw: [this.parsed.text.slice(insideEnd, end)] });
  }

  /** The words of a text node; what was masked in it stands alone. The source may have escapes that the value has not. */
  #text(value: string, start: number, end: number): void {
    const masked = this.parsed.masked.slice(start, end);
    const runs = [...masked.matchAll(MASKED)];
    const words = value.split(MASKED);
    // A mark at which they cannot be told apart: left alone as a whole.
    if (words.length !== runs.length + 1) return this.#alone(start, end);
    let at = 0;
    words.forEach((text, i) => {
      const to = runs[i]?.index ?? masked.length;
      if (to > at) this.#words(text, this.parsed.text.slice(start + at, start + to));
      const run = runs[i];
      if (run === undefined) return;
      at = to + run[0].length;
      this.#add(tagPieces(this.parsed.text.slice(start + to, start + at)));
    });
  }

  /** Addresses among words are no links where they stand in the text of one; where there are escapes, they are not looked for. */
  #words(text: string, raw: string): void {
    const onOneLine = (written: string): string => written.replace(/[ \t]*(?:\r\n|\r|\n)[ \t]*/g, ' ');
    if (text !== raw) this.#parts.push({ token: { kind: 'text', text: onOneLine(text) }, raw: [raw] });
    else {
      for (const part of parsePlainParts(raw, onOneLine)!) {
        if (part.token.kind === 'void') this.#add(part.raw);
        else this.#parts.push(part);
      }
    }
  }

  #image({ alt }: Image, start: number, end: number): Piece[] {
    const raw = this.parsed.text.slice(start, end);
    const words = alt ?? '';
    const isPlain =
      raw.startsWith(`![${words}](`) &&
      !/[\ue000\r\n]/.test(this.parsed.masked.slice(start, start + words.length + 2)) &&
      !NAME.test(words);
    const parts = parsePlainParts(words)!;
    return isPlain && hasWords(parts) ? ['![', { kind: this.kind, parts }, raw.slice(2 + words.length)] : [raw];
  }

  #alone(start: number, end: number): void {
    this.#add([this.parsed.text.slice(start, end)]);
  }

  /** What stands side by side is one tag. */
  #add(raw: readonly Piece[]): void {
    const last = this.#parts.at(-1);
    if (last?.token.kind === 'void')
      this.#parts[this.#parts.length - 1] = { token: last.token, raw: [...last.raw, ...raw] };
    else this.#parts.push({ token: { kind: 'void', tag: ++this.#tag }, raw });
  }
}

/** @throws RangeError for a node that is in no place */
export function placeOf(node: {
  readonly position?:
    | {
        readonly start: { readonly offset?: number | undefined };
        readonly end: { readonly offset?: number | undefined };
      }
    | undefined;
}): readonly [number, number] {
  const [start, end] = [node.position?.start.offset, node.position?.end.offset];
  if (start === undefined || end === undefined) throw new RangeError('a node has no place');
  return [start, end];
}

const nameOf = (node: PhrasingContent): string =>
  node.type === 'html' ? (ELEMENT.exec(node.value)?.[1] ?? '').toLowerCase() : '';

/** Where the element that begins at `at` ends among its siblings. */
function closingOf(nodes: readonly PhrasingContent[], at: number): number | undefined {
  const name = nameOf(nodes[at]!);
  if (name === '' || VOID.test(name) || (nodes[at] as { value: string }).value.endsWith('/>')) return undefined;
  let depth = 0;
  for (let i = at; i < nodes.length; i++) {
    const node = nodes[i]!;
    if (node.type !== 'html') continue;
    if (nameOf(node) === name && !node.value.endsWith('/>')) depth += 1;
    else if (new RegExp(`^</${name}\\s*>$`, 'i').test(node.value) && --depth === 0) return i;
  }
  return undefined;
}
