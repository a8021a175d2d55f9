import type { BlobContent, ByteRange } from '../files/blob-store.ts';

/** Files that can be made again at any time, kept for a while so that they need not be. Others of this machine's users cannot read them. */
export interface RenderedFiles {
  /** Undefined when it is not kept, or no longer. */
  get(key: string, range?: ByteRange): Promise<BlobContent | undefined>;
  /** Keeps a file whole or not at all; whatever the source throws is thrown. @param key letters, digits and hyphens */
  put(key: string, source: AsyncIterable<Uint8Array>): Promise<void>;
}
