import type { Hash } from '../../domain/content/objects.ts';
import { fetchObject } from '../../domain/content/reading.ts';
import type { Block, BlockDocuments } from '../../ports/block-documents.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import { read } from '../content/reading.ts';
import { RecentlyUsed } from '../content/recently-used.ts';
import { blocksOf, digestOfBlock } from './block-nodes.ts';

/** Weight of the digests that are kept: some 100 bytes for each block. */
const MAX_DIGESTS = 100_000;

/** The blocks that documents consist of: what comments on blocks refer to. */
export class PageBlocks {
  readonly #digests = new RecentlyUsed<ReadonlySet<string>>(MAX_DIGESTS);
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  constructor(
    private readonly content: Pick<ContentStore, 'get'>,
    private readonly blocks: BlockDocuments,
  ) {}

  /** The block with this key, as `format=document` shows the document. */
  async find(document: Hash, key: string): Promise<Block | undefined> {
    for (const block of await this.#of(document)) if (block.key === key) return block;
    return undefined;
  }

  /** Whether the document has a block that says this, wherever it is; a document is looked through once. */
  async has(document: Hash, digest: string): Promise<boolean> {
    let digests = this.#digests.get(document);
    if (digests === undefined) {
      digests = new Set([...(await this.#of(document))].map(digestOfBlock));
      this.#digests.set(document, digests, digests.size + 1);
    }
    return digests.has(digest);
  }

  async #of(document: Hash): Promise<Iterable<Block>> {
    const bytes = await read(this.content, fetchObject(document));
    return blocksOf(this.blocks.fromMarkdown(this.#decoder.decode(bytes)));
  }
}
