import { BlockContainers } from './block-containers.ts';
import { FencedCode, type Fences } from './fenced-code.ts';

/** Kind of a line of a document: text, blank, indented code, or a part of fenced code. */
export type LineKind = 'text' | 'blank' | 'indented' | 'opening' | 'code' | 'closing';

/** Finds code by its lines, which must be passed in order and may end with a line ending. Linear. */
export class CodeLines {
  readonly #fenced: FencedCode;
  readonly #containers = new BlockContainers();

  /** @param fences kinds of fences that count as code */
  constructor(fences: Fences = 'code') {
    this.#fenced = new FencedCode(fences);
  }

  /** Number of quotes around the last line, whose markers are no part of its code. */
  get quotes(): number {
    return this.#containers.quotes;
  }

  read(line: string): LineKind {
    const part = this.#fenced.read(line);
    if (part === 'code' || part === 'closing') return part;
    const kind = this.#containers.read(line);
    if (part === undefined) return kind === 'paragraph' || kind === 'block' ? 'text' : kind;
    this.#containers.endParagraph();
    return part;
  }
}
