import { LRUCache } from 'lru-cache';
import { decodeDocument } from '../../domain/content/documents/decode-document.ts';
import type { Hash } from '../../domain/content/objects/content-object.ts';
import { fetchObject } from '../../domain/content/objects/object-query.ts';
import type { OrganizationId } from '../../domain/kernel/id.ts';
import type { BlockDocuments } from '../../ports/content/block-documents.ts';
import type { ContentStore } from '../../ports/content/content-store.ts';
import { read } from '../content/reading.ts';

/** Capacity of the cache in blocks of about 200 bytes. */
const MAX_CACHED_BLOCKS = 50_000;
const MAX_PREVIEW_LENGTH = 120;

/** Cache of the blocks of documents, by the keys that comments use; parses each document once. */
export class PageBlocks {
  readonly #cache = new LRUCache<Hash, ReadonlyMap<string, string>>({
    maxSize: MAX_CACHED_BLOCKS,
    sizeCalculation: (found) => found.size + 1,
  });

  constructor(
    private readonly content: Pick<ContentStore, 'get'>,
    private readonly blocks: BlockDocuments,
  ) {}

  /**
   * Returns the beginning of each block's text, at most 120 characters, by block key and in document order.
   * @param organizationId owner of the document
   */
  async of(document: Hash, organizationId: OrganizationId): Promise<ReadonlyMap<string, string>> {
    const known = this.#cache.get(document);
    if (known !== undefined) return known;
    const bytes = await read(this.content, fetchObject(document));
    const places = await this.blocks.blocksOf(decodeDocument(bytes), organizationId);
    const found = new Map(places.map(({ key, preview }) => [key, [...preview].slice(0, MAX_PREVIEW_LENGTH).join('')]));
    this.#cache.set(document, found);
    return found;
  }
}
