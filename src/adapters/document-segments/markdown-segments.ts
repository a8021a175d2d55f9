import type { Nodes, PhrasingContent } from 'mdast';
import { hasWords, type Part, type Piece, type Segment, type SegmentKind } from '../../domain/translations/segment.ts';
import { Headings } from './headings.ts';
import { htmlPieces } from './html-pieces.ts';
import { InlineParts, placeOf } from './inline-parts.ts';
import { parseMasked, type Parsed } from './parse.ts';
import { structureOf } from './structure.ts';

/** Takes markdown apart by the places that its parser gives; text that would take long to parse is not taken apart. */
export class MarkdownSegments {
  constructor(private readonly isTooComplex: (markdown: string) => boolean) {}

  of(markdown: string): readonly Piece[] | undefined {
    return this.#reading(markdown, () => new Reader(markdown).pieces());
  }

  structureOf(markdown: string): string | undefined {
    return this.#reading(markdown, () => structureOf(markdown));
  }

  #reading<T>(markdown: string, read: () => T): T | undefined {
    if (this.isTooComplex(markdown)) return undefined;
    try {
      return read();
    } catch (error) {
      // Deeper than the parser's stack.
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }
}

class Reader {
  readonly #parsed: Parsed;
  readonly #source: string;
  readonly #headings: Headings;
  readonly #pieces: Piece[] = [];
  /** What was written, in the source. */
  #done = 0;

  constructor(markdown: string) {
    this.#parsed = parseMasked(markdown);
    this.#headings = new Headings(this.#parsed.text);
    this.#source = markdown.slice(this.#parsed.frontMatter.length);
  }

  pieces(): readonly Piece[] {
    this.#add(this.#parsed.frontMatter);
    this.#block(this.#parsed.root);
    this.#add(this.#source.slice(this.#done));
    return this.#pieces;
  }

  #block(node: Nodes): void {
    switch (node.type) {
      case 'paragraph':
        return this.#words(node.children, 'markdown');
      case 'heading': {
        const { words, anchor, isGiven } = this.#headings.read(node);
        return this.#words(words, 'markdown', isGiven ? {} : { anchor });
      }
      case 'tableCell':
        return this.#words(node.children, 'cell');
      case 'html':
        return this.#html(node);
      default:
        if ('children' in node) for (const child of node.children) this.#block(child);
    }
  }

  #words(nodes: readonly PhrasingContent[], kind: SegmentKind, more: Pick<Segment, 'anchor'> = {}): void {
    const [first, last] = [nodes[0], nodes.at(-1)];
    if (first === undefined || last === undefined) return;
    const [from, to] = [placeOf(first)[0], placeOf(last)[1]];
    const parts = new InlineParts(this.#parsed, kind).of(nodes, from, to);
    // Blocks of one line: a line that the source has not, for a tag, is in none of them.
    this.#place(from, to, hasWords(parts) ? [{ kind, parts, ...more }] : rawOf(parts));
  }

  #html(node: Extract<Nodes, { type: 'html' }>): void {
    const [from, to] = placeOf(node);
    const masked = this.#parsed.masked.slice(from, to);
    // Within quotes and lists, lines begin with what is no HTML.
    if (masked === node.value) this.#place(from, to, htmlPieces(this.#parsed.text.slice(from, to), masked));
  }

  /** Puts pieces where they stand in the source, unless something was put between its lines there. */
  #place(from: number, to: number, pieces: readonly Piece[]): void {
    const [start, end] = [this.#parsed.originalOffset(from), this.#parsed.originalOffset(to)];
    if (end - start !== to - from || start < this.#done) return;
    this.#add(this.#source.slice(this.#done, start));
    for (const piece of pieces) this.#add(piece);
    this.#done = end;
  }

  /** Neighbouring texts are one. */
  #add(piece: Piece): void {
    const last = this.#pieces.at(-1);
    if (piece === '') return;
    if (typeof piece === 'string' && typeof last === 'string') this.#pieces[this.#pieces.length - 1] = last + piece;
    else this.#pieces.push(piece);
  }
}

const rawOf = (parts: readonly Part[]): Piece[] => parts.flatMap(({ raw }) => raw);
