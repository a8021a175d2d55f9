import type { ResourceConsumer } from '../kernel/request-limits.ts';

/** Formats that are converted into Markdown: web pages, pages of a Confluence export, and Word documents. */
export type DocumentFormat = 'html' | 'confluence' | 'docx';

/** Target of a link or image in a document. */
export interface DocumentTarget {
  readonly kind: 'link' | 'image';
  /** Path from the root of the files, with `/`, if the target is one of them. */
  readonly path?: string;
  /** Absolute URL, if the target is elsewhere. */
  readonly url?: string;
  /** Anchor with `#`, or empty. */
  readonly anchor: string;
  /** Embedded image, if the target is one. */
  readonly image?: { readonly name: string; readonly bytes: Uint8Array };
}

export interface ConversionRequest {
  readonly format: DocumentFormat;
  /** Path of the document among the files. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Account that the conversion is charged to. */
  readonly consumer: ResourceConsumer;
  /** Returns the target to write, in the syntax of Markdown; undefined for an image that becomes its text. */
  resolve(target: DocumentTarget): string | undefined;
}

export interface ConvertedDocument {
  readonly title?: string;
  readonly description?: string;
  /** Text without the heading that is the title. */
  readonly markdown: string;
  /** Paths of the files that links of the whole document lead to, in order, each once. */
  readonly linkedPaths: readonly string[];
  /** Path of the page above, as the document states it. */
  readonly parentPath?: string;
  /** Sentences about parts of the document that the text lacks. */
  readonly losses: readonly string[];
}

/** Document that cannot be converted; the message is written for the caller. */
export class UnconvertibleDocument extends Error {}

/** Converts documents into Markdown, bounded in time and memory. */
export interface DocumentConverter {
  /** @throws UnconvertibleDocument; ShareExhausted or PoolBusy if no place becomes free */
  convert(request: ConversionRequest): Promise<ConvertedDocument>;
}
