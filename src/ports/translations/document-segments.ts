import type { Id } from '../../domain/kernel/id.ts';
import type { Piece } from '../../domain/translations/segment.ts';

/**
 * Takes documents apart for translation. Keeps nobody else waiting; each call names the organization that owns the
 * document, whose share of the threads it takes.
 */
export interface DocumentSegmenter {
  /**
   * The segments of a markdown document, and between them what no translation touches: put together it is the document,
   * byte for byte. Undefined for what takes too long to parse.
   */
  segment(markdown: string, organizationId: Id): Promise<readonly Piece[] | undefined>;
  /**
   * Equal for documents with the same blocks, tags, links, code and elements in the same places, whatever their words.
   * Undefined for what takes too long to parse.
   */
  structureOf(markdown: string, organizationId: Id): Promise<string | undefined>;
}
