/** A block of a document as a caller gives it (contract: DocumentModel); nothing about it is known yet. */
export type BlockInput = Readonly<Record<string, unknown>>;
