import type { Piece } from '../../domain/translations/segment.ts';

/** Takes documents apart for translation. Pure. */
export interface DocumentSegments {
  /**
   * The segments of a markdown document, and between them what no translation touches: put together it is the document,
   * byte for byte. Undefined for what would take long to read.
   */
  of(markdown: string): readonly Piece[] | undefined;
  /** Equal for documents with the same blocks, tags, links, code and elements in the same places, whatever their words. */
  structureOf(markdown: string): string | undefined;
}
