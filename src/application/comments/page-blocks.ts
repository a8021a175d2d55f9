import type { Hash } from '../../domain/content/objects/content-object.ts';
import { fetchObject } from '../../domain/content/objects/object-query.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { BlockDocuments } from '../../ports/content/block-documents.ts';
import type { ContentStore } from '../../ports/content/content-store.ts';
import { read } from '../content/reading.ts';
import { LruCache } from '../content/lru-cache.ts';

/** Blocks that are kept in all; each takes some 200 bytes. */
const MAX_CACHED_BLOCKS = 50_000;
const MAX_PREVIEW_LENGTH = 120;

/** The blocks of documents, which comments name by their keys; a document is looked through once. */
export class PageBlocks {
  readonly #cache = new LruCache<ReadonlyMap<string, string>>(MAX_CACHED_BLOCKS);
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  constructor(
    private readonly content: Pick<ContentStore, 'get'>,
    private readonly blocks: BlockDocuments,
  ) {}

  /**
   * By key, in the order of the text: how the text of each block begins, in at most 120 characters.
   * @param organizationId owner of the document
   */
  async of(document: Hash, organizationId: Id): Promise<ReadonlyMap<string, string>> {
    const known = this.#cache.get(document);
    if (known !== undefined) return known;
    const bytes = await read(this.content, fetchObject(document));
    const places = await this.blocks.blocksOf(this.#decoder.decode(bytes), organizationId);
    const found = new Map(places.map(({ key, preview }) => [key, [...preview].slice(0, MAX_PREVIEW_LENGTH).join('')]));
    this.#cache.set(document, found, found.size + 1);
    return found;
  }
}
