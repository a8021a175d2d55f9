import type { PageNode } from '../domain/content/content-reads.ts';
import type { File, VariableValue } from '../domain/content/page.ts';
import type { Id } from '../domain/kernel/id.ts';
import type { Visitor } from '../domain/sites/audience/visitor.ts';
import { DomainError } from '../domain/kernel/errors.ts';
import type { BlobContent, ByteRange } from './uploads.ts';

/** Reusable content with its path in the Git repository, if it has one. */
export interface PdfInclude {
  readonly markdown: string;
  readonly path?: string;
}

/**
 * Content to be printed: everything the renderer needs except the bytes of images. Plain data that can be passed to
 * another thread.
 */
export interface PdfBook {
  readonly title: string;
  readonly organization: string;
  /** Subject of the change request. */
  readonly subtitle?: string;
  /** Date of the revision, ISO 8601. */
  readonly date: string;
  /** All pages, including those that are not printed, because links lead to them. */
  readonly tree: readonly PageNode[];
  /** Pages to print; absent for all. */
  readonly printedPages?: ReadonlySet<Id>;
  readonly documents: ReadonlyMap<Id, string>;
  readonly files: readonly File[];
  readonly variables: ReadonlyMap<string, VariableValue>;
  /** Reader whose conditions and expressions are evaluated; absent for people who edit the content, who see all. */
  readonly reader?: Pick<Visitor, 'claims' | 'isPreviewing'>;
  /** Reusable contents by the target of their `include`. */
  readonly includes: ReadonlyMap<string, PdfInclude>;
}

/** Loads the bytes of an image by hash; undefined if missing or too large to print. */
export type ImageLoader = (blob: string) => Promise<Uint8Array | undefined>;

/** Renders content as PDF. */
export interface PdfRenderer {
  /**
   * Streams the PDF. Equal books and images give equal bytes. Fetches nothing: an image that is not a file of the book
   * is printed as its alternative text. Leaving the loop early stops the work.
   * @throws PdfLimitExceeded if the file would exceed a limit
   */
  render(book: PdfBook, images: ImageLoader): AsyncIterable<Uint8Array>;
}

/** The content does not fit into one file. */
export class PdfLimitExceeded extends DomainError {
  readonly category = 'too-large';
  constructor(message: string) {
    super(message);
  }
}

/** Cache of files that can be rendered again at any time. Files are not readable by other users of the machine. */
export interface RenderedFiles {
  /** Gets a cached file; undefined if not cached. */
  get(key: string, range?: ByteRange): Promise<BlobContent | undefined>;
  /**
   * Stores a file completely or not at all; errors of the source are rethrown.
   * @param key letters, digits and hyphens
   * @throws BlobStoreError when there is no space, or the storage cannot be written
   */
  put(key: string, source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void>;
}
