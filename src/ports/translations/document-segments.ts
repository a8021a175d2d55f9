import type { OrganizationId } from '../../domain/kernel/id.ts';
import type { Piece } from '../../domain/translations/segment.ts';

/**
 * Splits documents into segments for translation without blocking the event loop. Each call names the organization that
 * owns the document and is charged for the use of parser threads.
 */
export interface DocumentSegmenter {
  /**
   * Splits a markdown document into translatable segments and the text between them; concatenated, they are the
   * document, byte for byte. Undefined for a document that takes too long to parse.
   */
  segment(markdown: string, organizationId: OrganizationId): Promise<readonly Piece[] | undefined>;
  /**
   * Returns a string that is equal for documents with the same blocks, tags, links, code and elements in the same
   * places, whatever their words. Undefined for a document that takes too long to parse.
   */
  structureOf(markdown: string, organizationId: OrganizationId): Promise<string | undefined>;
}
