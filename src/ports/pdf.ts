import type { PageNode } from '../domain/content/content-reads.ts';
import type { File, VariableValue } from '../domain/content/page.ts';
import type { Id } from '../domain/kernel/id.ts';
import { DomainError } from '../domain/kernel/errors.ts';
import type { BlobContent, ByteRange } from './uploads/blob-store.ts';

/** A text that others include, and where it lies in the Git repository, as far as it lies in one. */
export interface PdfInclude {
  readonly markdown: string;
  readonly path?: string;
}

/** Content as it is printed: all that the renderer needs but the bytes of images. Plain data, so that it can go to another thread. */
export interface PdfBook {
  readonly title: string;
  readonly organization: string;
  /** What a change request is about. */
  readonly subtitle?: string;
  /** Of the revision, ISO 8601. */
  readonly date: string;
  /** All pages, also those that are not printed: links lead to them. */
  readonly tree: readonly PageNode[];
  /** The pages that are printed; all when it is absent. */
  readonly printedPages?: ReadonlySet<Id>;
  readonly documents: ReadonlyMap<Id, string>;
  readonly files: readonly File[];
  readonly variables: ReadonlyMap<string, VariableValue>;
  /** By what an `include` says. */
  readonly includes: ReadonlyMap<string, PdfInclude>;
}

/** The bytes behind a hash; undefined for what is not there or too large to be printed. */
export type ImageLoader = (blob: string) => Promise<Uint8Array | undefined>;

/** Makes PDF files of content. */
export interface PdfRenderer {
  /**
   * The bytes of the file, as they are made. The same book and images give the same bytes. Nothing is fetched: an image
   * that is not a file of the book is printed as its words. Leaving the loop early stops the work.
   * @throws PdfLimitExceeded when the file would pass a limit
   */
  render(book: PdfBook, images: ImageLoader): AsyncIterable<Uint8Array>;
}

/** The content is more than fits one file. */
export class PdfLimitExceeded extends DomainError {
  readonly category = 'too-large';
  constructor(message: string) {
    super(message);
  }
}

/** Files that can be made again at any time, kept for a while so that they need not be. Others of this machine's users cannot read them. */
export interface RenderedFiles {
  /** Undefined when it is not kept, or no longer. */
  get(key: string, range?: ByteRange): Promise<BlobContent | undefined>;
  /** Keeps a file whole or not at all; whatever the source throws is thrown. @param key letters, digits and hyphens */
  put(key: string, source: AsyncIterable<Uint8Array>): Promise<void>;
}
