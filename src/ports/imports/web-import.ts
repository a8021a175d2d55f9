import type { Id } from '../../domain/kernel/id.ts';
import type { ResourceConsumer } from '../kernel/resource-consumer.ts';

/** What can be imported by its address: a whole website, or one page as HTML or Markdown. */
export const IMPORT_SOURCES = ['website', 'html', 'markdown'] as const;
export type ImportSource = (typeof IMPORT_SOURCES)[number];

export interface ImportedPage {
  readonly id: Id;
  /** A group stands for a part of the address that is no page itself; it has no text. */
  readonly type: 'document' | 'group';
  /** An earlier page of the import; null at the top. */
  readonly parent: Id | null;
  /** Never empty. */
  readonly title: string;
  /** From the address; fit to be one, but perhaps taken. */
  readonly slug: string;
  readonly description?: string;
  /** Links to pages and files of the import are `/pages/<id>` and `/files/<id>`, all others lead to the web. */
  readonly markdown: string;
  /** Markdown as a person wrote it: its front matter and its heading say what the page is. */
  readonly isVerbatim?: true;
}

export interface ImportedSite {
  /** Parents before their children, siblings in order. At least one document. */
  readonly pages: readonly ImportedPage[];
  /** Pages and images that were found, and those of them that were brought. */
  readonly discovered: number;
  readonly imported: number;
}

export interface WebImportRequest {
  readonly url: string;
  readonly source: ImportSource;
  /** Whether a group may stand at the top. */
  readonly allowsRootGroups: boolean;
  /** Account that the import is charged to. */
  readonly consumer: ResourceConsumer;
  newId(): Id;
  /** Stores an image's bytes; undefined when they are no image. */
  storeImage(name: string, bytes: Uint8Array): Promise<Id | undefined>;
}

/**
 * Brings pages from the web. Bounded in pages, bytes and time: what lies beyond is left out and counted. Hostile pages cost
 * their own turn only.
 */
export interface WebImporter {
  /** @throws Invalid naming `url` when not a single page could be had; ShareExhausted or PoolBusy when no place becomes free */
  importPages(request: WebImportRequest): Promise<ImportedSite>;
}
