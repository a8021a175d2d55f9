import type { Id } from '../../domain/kernel/id.ts';

/** A document as a tree of blocks (contract: DocumentModel). Blocks hold blocks, inlines and text. */
export interface BlockDocument {
  readonly object: 'document';
  readonly data: { readonly schemaVersion: number };
  readonly nodes: readonly Block[];
}

export interface Block {
  readonly object: 'block';
  readonly type: string;
  /** Unique within the document. It follows from what the block says: blocks that stay as they are keep theirs when others change. */
  readonly key: string;
  readonly isVoid: boolean;
  readonly data: Readonly<Record<string, unknown>>;
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
  /** The text is Markdown as it was written, which no inline or mark can say. */
  readonly raw?: true;
}

export interface Mark {
  readonly object: 'mark';
  readonly type: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Where a block of a markdown document stands. */
export interface BlockPosition {
  readonly key: string;
  readonly type: string;
  /** The key of the block that it is in; undefined for those of the document itself. */
  readonly parent?: string;
  /** Its first character and the one after its last, in UTF-16 units of the markdown. */
  readonly start: number;
  readonly end: number;
  /** How its text begins, on one line; empty for what has none. */
  readonly preview: string;
}

/**
 * Shows markdown as blocks, for those who ask for a document or speak of a block by its key. Equal markdown gives equal
 * blocks; what takes too long to parse is one raw paragraph. Keeps nobody else waiting.
 */
export interface BlockDocuments {
  /**
   * Reads the blocks of a document; what no block can say is a paragraph of its source, marked `raw`.
   *
   * @param organizationId owner of the document, whose share of the threads it takes
   * @throws DomainError of the category `unavailable` or `too-many` while too many documents wait to be parsed
   */
  fromMarkdown(markdown: string, organizationId: Id): Promise<BlockDocument>;
  /**
   * Lists all blocks of the document that `fromMarkdown` gives, in document order, parents first, with the same keys.
   *
   * @param organizationId owner of the document, whose share of the threads it takes
   * @throws DomainError of the category `unavailable` or `too-many` while too many documents wait to be parsed
   */
  blocksOf(markdown: string, organizationId: Id): Promise<readonly BlockPosition[]>;
}
