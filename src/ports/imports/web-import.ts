import type { Id } from '../../domain/kernel/id.ts';
import type { ResourceConsumer } from '../kernel/request-limits.ts';

/** Sources that can be imported by URL: a whole website, or one page as HTML or Markdown. */
export const IMPORT_SOURCES = ['website', 'html', 'markdown'] as const;
export type ImportSource = (typeof IMPORT_SOURCES)[number];

export interface ImportedPage {
  readonly id: Id;
  /** A group stands for a part of the URL path that is not a page itself; it has no text. */
  readonly type: 'document' | 'group';
  /** Earlier page of the import; null at the root. */
  readonly parent: Id | null;
  /** Title; never empty. */
  readonly title: string;
  /** Valid slug derived from the URL; may be taken by a sibling. */
  readonly slug: string;
  readonly description?: string;
  /**
   * Markdown in which links to pages and files of the import are `/pages/<id>` and `/files/<id>`; all other links are
   * external.
   */
  readonly markdown: string;
  /** Set if the page is an unconverted Markdown file, with its own front matter and heading. */
  readonly isVerbatim?: true;
}

export interface ImportedSite {
  /** Pages, parents before their children, siblings in order. Contains at least one document. */
  readonly pages: readonly ImportedPage[];
  /** Number of pages and images that were found, and of those that were imported. */
  readonly discovered: number;
  readonly imported: number;
  /** Pages and images that were found and not imported, with the reason. */
  readonly lost: readonly LostResource[];
}

export interface LostResource {
  readonly url: string;
  readonly reason: string;
}

export interface WebImportRequest {
  readonly url: string;
  readonly source: ImportSource;
  /** Tells whether groups may be at the root. */
  readonly allowsRootGroups: boolean;
  /** Account that the import is charged to. */
  readonly consumer: ResourceConsumer;
  newId(): Id;
  /** Stores the bytes of an image; undefined if they are not an image. */
  storeImage(name: string, bytes: Uint8Array): Promise<Id | undefined>;
  /** Called after each page with the numbers of pages that were read and that are known. */
  onProgress?(done: number, total: number): void;
  /** Stops requesting pages when aborted. */
  readonly signal?: AbortSignal;
}

/**
 * Imports pages from the web, bounded in pages, bytes and time: pages beyond a limit are skipped and counted. A hostile
 * page affects only the import that reads it.
 */
export interface WebImporter {
  /**
   * Imports the pages of a URL.
   * @throws Invalid naming `url` if no page could be fetched; ShareExhausted or PoolBusy if no place becomes free
   */
  importPages(request: WebImportRequest): Promise<ImportedSite>;
}
