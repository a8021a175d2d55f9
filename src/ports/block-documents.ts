/** A document as a tree of blocks (contract: DocumentModel). Blocks hold blocks, inlines and text. */
export interface BlockDocument {
  readonly object: 'document';
  readonly data: { readonly schemaVersion: number };
  readonly nodes: readonly Block[];
}

export interface Block {
  readonly object: 'block';
  readonly type: string;
  /** Unique within the document; the same text gives the same keys. */
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
  readonly leaves: readonly { readonly object: 'leaf'; readonly text: string; readonly marks: readonly Mark[] }[];
}

export interface Mark {
  readonly object: 'mark';
  readonly type: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Shows markdown as blocks, for those who ask for a document. */
export interface BlockDocuments {
  /** Never fails: what is no known block is a paragraph of its source text. Pure. */
  fromMarkdown(markdown: string): BlockDocument;
}
