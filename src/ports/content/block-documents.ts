import type { BlockInput } from '../../domain/content/documents/node-reader.ts';
import type { OrganizationId } from '../../domain/kernel/id.ts';

/** Document as a tree of blocks (`DocumentModel` in the API). Blocks contain blocks, inlines and text. */
export interface BlockDocument {
  readonly object: 'document';
  readonly data: { readonly schemaVersion: number };
  readonly nodes: readonly Block[];
}

export interface Block {
  readonly object: 'block';
  readonly type: string;
  /**
   * Key, unique within the document and derived from the block's content: an unchanged block keeps its key when others
   * change.
   */
  readonly key: string;
  readonly isVoid: boolean;
  readonly data: Readonly<Record<string, unknown>>;
  /** Properties that follow from the document and are ignored when blocks are written: the id that URLs name. */
  readonly meta?: { readonly id: string };
  readonly nodes?: readonly (Block | Inline | Text)[];
  /** Parts of a block that are documents of their own: captions, cells, bodies. */
  readonly fragments?: readonly Fragment[];
}

export interface Fragment {
  readonly object: 'fragment';
  readonly key: string;
  readonly type?: string;
  readonly fragment: string;
  readonly nodes: readonly Block[];
}

export interface Inline {
  readonly object: 'inline';
  readonly type: string;
  readonly key: string;
  readonly isVoid: boolean;
  readonly data: Readonly<Record<string, unknown>>;
  readonly nodes?: readonly (Inline | Text)[];
  /** Parts of an inline that are documents of their own: the body of an annotation. */
  readonly fragments?: readonly Fragment[];
}

export interface Text {
  readonly object: 'text';
  readonly key: string;
  readonly leaves: readonly Leaf[];
}

export interface Leaf {
  readonly object: 'leaf';
  readonly text: string;
  readonly marks: readonly Mark[];
  /** Marks text that is Markdown source, kept because no inline or mark represents it. */
  readonly raw?: true;
}

export interface Mark {
  readonly object: 'mark';
  readonly type: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Position of a block in a markdown document. */
export interface BlockPosition {
  readonly key: string;
  readonly type: string;
  /** Key of the enclosing block; undefined for top-level blocks. */
  readonly parent?: string;
  /** Range of the block in UTF-16 units: offset of its first character, and of the one after its last. */
  readonly start: number;
  readonly end: number;
  /** Beginning of the block's text on one line; empty for blocks without text. */
  readonly preview: string;
}

export interface DocumentOptions {
  readonly title?: string;
  /**
   * Simplifies source that no block represents: HTML loses what has no equivalent, and comments and definitions are
   * omitted. Such a document is for readers; writing it back loses content.
   */
  readonly forReaders?: boolean;
}

/**
 * Converts markdown into blocks. Equal markdown gives equal blocks and keys; a document that takes too long to parse
 * becomes one raw paragraph. Parsing does not block the event loop.
 */
export interface BlockDocuments {
  /**
   * Converts a document into blocks; source that no block represents becomes a paragraph marked `raw`.
   *
   * @param options.title title of the page; a heading at the start of the document that repeats it is omitted
   * @param organizationId owner of the document, charged for the use of parser threads
   * @throws DomainError of the category `unavailable` or `too-many` while too many documents wait to be parsed
   */
  fromMarkdown(markdown: string, organizationId: OrganizationId, options?: DocumentOptions): Promise<BlockDocument>;
  /**
   * Lists all blocks of the document that `fromMarkdown` returns, in document order, parents first, with the same keys.
   *
   * @param organizationId owner of the document, charged for the use of parser threads
   * @throws DomainError of the category `unavailable` or `too-many` while too many documents wait to be parsed
   */
  blocksOf(markdown: string, organizationId: OrganizationId): Promise<readonly BlockPosition[]>;
  /**
   * Converts the blocks of a caller to Markdown.
   *
   * @param path names the list of blocks in errors
   * @param organizationId owner of the document, charged for the use of threads
   * @throws Invalid naming a block of unknown type, the invalid member, or a document that takes too long to convert
   * @throws DomainError of the category `unavailable` or `too-many` while too many documents wait for a thread
   */
  toMarkdown(nodes: readonly BlockInput[], path: string, organizationId: OrganizationId): Promise<string>;
}
