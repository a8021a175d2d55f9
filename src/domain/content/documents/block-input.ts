/** Unvalidated block of a document as a caller provides it (contract: DocumentModel). */
export type BlockInput = Readonly<Record<string, unknown>>;
