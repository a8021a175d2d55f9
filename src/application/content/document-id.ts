import type { Hash } from '../../domain/content/objects/content-object.ts';
import type { Id } from '../../domain/kernel/id.ts';

const DIGEST = 16;
/**
 * Builds the id of one version of a document: the id of its page or reusable content, and a digest. The id grants no
 * access: the document is looked up in a revision that the caller may see.
 */
export const documentIdOf = (holder: Id, document: Hash): string => `${holder}${document.slice(0, DIGEST)}`;
/** Extracts the id of the page or reusable content from the id of a document. */
export const holderOf = (documentId: string): Id => documentId.slice(0, -DIGEST);
