import type { Image, Link, LinkReference, PhrasingContent } from 'mdast';
import { isIconTag } from '../../domain/content/markdown/icon-tag.ts';
import {
  hasWords,
  parsePlainParts,
  type Part,
  type Piece,
  type SegmentKind,
} from '../../domain/translations/segment.ts';
import { elementPieces, ADDRESS_OR_FILE_NAME, tagPieces } from './attribute-pieces.ts';
import { MASKED, type MaskedDocument } from './parse-masked.ts';

/** Elements whose content is not translated, besides icons, emoji and formulas. */
const OPAQUE_ELEMENTS = new Set(['code', 'kbd', 'pre', 'script', 'style', 'textarea', 'svg', 'math', 'picture']);
/** Element for an emoji or a formula. */
const CUSTOM_INLINE = /^<span\b[^]*\sdata-(?:gb-custom-inline|tag)\b/i;
const ELEMENT = /^<([a-z][\w-]*)\b[^]*>$/i;
const VOID = /^(?:br|hr|img|wbr|input|source)$/i;

/** Splits inline content into parts; offsets refer to the parsed text. */
export class InlineParts {
  #tag = 0;
  readonly #parts: Part[] = [];

  constructor(
    private readonly parsed: MaskedDocument,
    private readonly kind: SegmentKind,
  ) {}

  parse(nodes: readonly PhrasingContent[], from: number, to: number): readonly Part[] {
    this.#addSiblings(nodes, from, to);
    return this.#parts;
  }

  #addSiblings(nodes: readonly PhrasingContent[], from: number, to: number): void {
    let at = from;
    for (let i = 0; i < nodes.length; i++) {
      const node = nodes[i]!;
      const [start, end] = sourceRange(node);
      // Marks of the quote that continues on this line.
      if (start > at) this.#addOpaque(at, start);
      at = end;
      const closing = node.type === 'html' ? findClosing(nodes, i) : undefined;
      if (closing === undefined) {
        this.#addNode(node);
        continue;
      }
      at = sourceRange(nodes[closing]!)[1];
      if (isOpaque(node) || closing === i + 1) this.#addOpaque(start, at);
      else this.#addPair(start, end, nodes.slice(i + 1, closing), sourceRange(nodes[closing]!)[0], at);
      i = closing;
    }
    if (to > at) this.#addOpaque(at, to);
  }

  #addNode(node: PhrasingContent): void {
    const [start, end] = sourceRange(node);
    switch (node.type) {
      case 'text':
        return this.#addText(node.value, start, end);
      case 'html':
        return this.#addVoid(elementPieces(this.parsed.text.slice(start, end)));
      case 'image':
        return this.#addVoid(this.#imagePieces(node, start, end));
      case 'link':
      case 'linkReference': {
        const isTranslated = this.parsed.text[start] === '[' && !isAddressOrFileName(node);
        return isTranslated
          ? this.#addChildren(node.children, start, end, this.#fullReferenceEnd(node, start, end))
          : this.#addOpaque(start, end);
      }
      case 'strong':
      case 'emphasis':
      case 'delete':
        return this.#addChildren(node.children, start, end);
      default:
        return this.#addOpaque(start, end);
    }
  }

  /** Returns the end of a reference whose label is its text, with the label apart from the text. */
  #fullReferenceEnd(node: Link | LinkReference, start: number, end: number): string | undefined {
    if (node.type === 'link' || node.referenceType === 'full') return undefined;
    const written = this.parsed.text.slice(start + 1, end - (node.referenceType === 'collapsed' ? '][]' : ']').length);
    return `][${written.replace(/[ \t]*(?:\r\n|\r|\n)[ \t>]*/g, ' ')}]`;
  }

  #addChildren(children: readonly PhrasingContent[], start: number, end: number, endIfTranslated?: string): void {
    const [first, last] = [children[0], children.at(-1)];
    if (first === undefined || last === undefined) return this.#addOpaque(start, end);
    this.#addPair(start, sourceRange(first)[0], children, sourceRange(last)[1], end, endIfTranslated);
  }

  #addPair(
    start: number,
    inside: number,
    children: readonly PhrasingContent[],
    insideEnd: number,
    end: number,
    rawIfTranslated?: string,
  ): void {
    const tag = ++this.#tag;
    this.#parts.push({ token: { kind: 'open', tag }, raw: [this.parsed.text.slice(start, inside)] });
    this.#addSiblings(children, inside, insideEnd);
    this.#parts.push({
      token: { kind: 'close', tag },
      raw: [this.parsed.text.slice(insideEnd, end)],
      ...(rawIfTranslated !== undefined && { rawIfTranslated }),
    });
  }

  /**
   * Adds the words of a text node; masked parts become opaque. The source may contain escapes that the value does not.
   */
  #addText(value: string, start: number, end: number): void {
    const masked = this.parsed.masked.slice(start, end);
    const runs = [...masked.matchAll(MASKED)];
    const words = value.split(MASKED);
    // The text cannot be split unambiguously and stays opaque.
    if (words.length !== runs.length + 1) return this.#addOpaque(start, end);
    let at = 0;
    words.forEach((text, i) => {
      const to = runs[i]?.index ?? masked.length;
      if (to > at) this.#addWords(text, this.parsed.text.slice(start + at, start + to));
      const run = runs[i];
      if (run === undefined) return;
      at = to + run[0].length;
      this.#addVoid(tagPieces(this.parsed.text.slice(start + to, start + at)));
    });
  }

  /** Adds words. Plain URLs within a link text are not links; texts with escapes are not searched for URLs. */
  #addWords(text: string, raw: string): void {
    const onOneLine = (written: string): string => written.replace(/[ \t]*(?:\r\n|\r|\n)[ \t]*/g, ' ');
    if (text !== raw) this.#parts.push({ token: { kind: 'text', text: onOneLine(text) }, raw: [raw] });
    else {
      for (const part of parsePlainParts(raw, onOneLine)!) {
        if (part.token.kind === 'void') this.#addVoid(part.raw);
        else this.#parts.push(part);
      }
    }
  }

  #imagePieces({ alt }: Image, start: number, end: number): Piece[] {
    const raw = this.parsed.text.slice(start, end);
    const words = alt ?? '';
    const isPlain =
      raw.startsWith(`![${words}](`) &&
      !/[\ue000\r\n]/.test(this.parsed.masked.slice(start, start + words.length + 2)) &&
      !ADDRESS_OR_FILE_NAME.test(words);
    const parts = parsePlainParts(words)!;
    return isPlain && hasWords(parts) ? ['![', { kind: this.kind, parts }, raw.slice(2 + words.length)] : [raw];
  }

  #addOpaque(start: number, end: number): void {
    this.#addVoid([this.parsed.text.slice(start, end)]);
  }

  /** Merges adjacent opaque parts into one tag. */
  #addVoid(raw: readonly Piece[]): void {
    const last = this.#parts.at(-1);
    if (last?.token.kind === 'void')
      this.#parts[this.#parts.length - 1] = { token: last.token, raw: [...last.raw, ...raw] };
    else this.#parts.push({ token: { kind: 'void', tag: ++this.#tag }, raw });
  }
}

/** @throws RangeError for a node without a position */
export function sourceRange(node: {
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

const isAddressOrFileName = ({ children: [only, ...more] }: Link | LinkReference): boolean =>
  more.length === 0 && only?.type === 'text' && ADDRESS_OR_FILE_NAME.test(only.value.trim());

const elementName = (node: PhrasingContent): string =>
  node.type === 'html' ? (ELEMENT.exec(node.value)?.[1] ?? '').toLowerCase() : '';

const isOpaque = (node: PhrasingContent): boolean =>
  node.type === 'html' &&
  (OPAQUE_ELEMENTS.has(elementName(node)) || isIconTag(node.value) || CUSTOM_INLINE.test(node.value));

/** Finds the closing tag of the element that starts at `at` among its siblings. */
function findClosing(nodes: readonly PhrasingContent[], at: number): number | undefined {
  const name = elementName(nodes[at]!);
  if (name === '' || VOID.test(name) || (nodes[at] as { value: string }).value.endsWith('/>')) return undefined;
  let depth = 0;
  for (let i = at; i < nodes.length; i++) {
    const node = nodes[i]!;
    if (node.type !== 'html') continue;
    if (elementName(node) === name && !node.value.endsWith('/>')) depth += 1;
    else if (new RegExp(`^</${name}\\s*>$`, 'i').test(node.value) && --depth === 0) return i;
  }
  return undefined;
}
