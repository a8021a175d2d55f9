import type { Nodes, PhrasingContent } from 'mdast';
import { parseGitHubAlert } from '../../domain/content/markdown/github-alert.ts';
import { hasWords, type Part, type Piece, type Segment, type SegmentKind } from '../../domain/translations/segment.ts';
import { tagPieces } from './attribute-pieces.ts';
import { HeadingReader } from './heading-reader.ts';
import { htmlPieces } from './html-pieces.ts';
import { InlineParts, sourceRange } from './inline-parts.ts';
import { parseMasked, type MaskedDocument } from './parse-masked.ts';
import { documentStructure } from './document-structure.ts';

/**
 * Splits Markdown into segments by the positions of its syntax tree; text that is too complex to parse is not split.
 */
export class MarkdownSegments {
  constructor(private readonly isTooComplex: (markdown: string) => boolean) {}

  segment(markdown: string): readonly Piece[] | undefined {
    return this.#parse(markdown, () => new SegmentReader(markdown).pieces());
  }

  structureOf(markdown: string): string | undefined {
    return this.#parse(markdown, () => documentStructure(markdown));
  }

  #parse<T>(markdown: string, read: () => T): T | undefined {
    if (this.isTooComplex(markdown)) return undefined;
    try {
      return read();
    } catch (error) {
      // The document is nested deeper than the stack of the parser allows.
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }
}

class SegmentReader {
  readonly #parsed: MaskedDocument;
  readonly #headings: HeadingReader;
  readonly #pieces: Piece[] = [];
  /** Offset in the source up to which pieces were added. */
  #position = 0;

  constructor(markdown: string) {
    this.#parsed = parseMasked(markdown);
    this.#headings = new HeadingReader(this.#parsed.text);
  }

  pieces(): readonly Piece[] {
    this.#add(this.#parsed.frontMatter);
    this.#readBlock(this.#parsed.root);
    this.#add(this.#parsed.text.slice(this.#position));
    return this.#pieces;
  }

  #readBlock(node: Nodes): void {
    switch (node.type) {
      case 'paragraph':
        return this.#addWords(node.children, 'markdown');
      case 'heading': {
        const { words, anchor, aliases, hasOwnId } = this.#headings.read(node);
        const ids = { anchor, ...(aliases.length > 0 && { aliases }) };
        return this.#addWords(words, 'markdown', hasOwnId ? {} : ids);
      }
      case 'tableCell':
        return this.#addWords(node.children, 'cell');
      case 'html':
        return this.#addHtml(node);
      case 'blockTag': {
        const [from, to] = sourceRange(node);
        return this.#addPieces(from, to, tagPieces(this.#parsed.text.slice(from, to)));
      }
      case 'blockquote':
        // The marker of an alert keeps its line.
        return (parseGitHubAlert(node, this.#parsed.text) ?? node).children.forEach((child) => this.#readBlock(child));
      default:
        if ('children' in node) for (const child of node.children) this.#readBlock(child);
    }
  }

  #addWords(
    nodes: readonly PhrasingContent[],
    kind: SegmentKind,
    options: Pick<Segment, 'anchor' | 'aliases'> = {},
  ): void {
    const [first, last] = [nodes[0], nodes.at(-1)];
    if (first === undefined || last === undefined) return;
    const [from, to] = [sourceRange(first)[0], sourceRange(last)[1]];
    const parts = new InlineParts(this.#parsed, kind).parse(nodes, from, to);
    this.#addPieces(from, to, hasWords(parts) ? [{ kind, parts, ...options }] : rawPieces(parts));
  }

  #addHtml(node: Extract<Nodes, { type: 'html' }>): void {
    const [from, to] = sourceRange(node);
    const masked = this.#parsed.masked.slice(from, to);
    // Lines within quotes and lists start with marks that are not part of the HTML.
    if (masked === node.value) this.#addPieces(from, to, htmlPieces(this.#parsed.text.slice(from, to), masked));
  }

  /** Adds pieces at their position in the source. */
  #addPieces(from: number, to: number, pieces: readonly Piece[]): void {
    if (from < this.#position) return;
    this.#add(this.#parsed.text.slice(this.#position, from));
    for (const piece of pieces) this.#add(piece);
    this.#position = to;
  }

  /** Merges adjacent source texts. */
  #add(piece: Piece): void {
    const last = this.#pieces.at(-1);
    if (piece === '') return;
    if (typeof piece === 'string' && typeof last === 'string') this.#pieces[this.#pieces.length - 1] = last + piece;
    else this.#pieces.push(piece);
  }
}

const rawPieces = (parts: readonly Part[]): Piece[] => parts.flatMap(({ raw }) => raw);
