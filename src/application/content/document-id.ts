import type { Hash } from '../../domain/content/objects/content-object.ts';
import type { Id } from '../../domain/kernel/id.ts';

const DIGEST = 16;
/**
 * Names one version of a document: the thing that holds it and a digest. It opens nothing by itself, as it is looked up
 * through that thing in a revision that the caller may see.
 */
export const documentIdOf = (holder: Id, document: Hash): string => `${holder}${document.slice(0, DIGEST)}`;
/** The page or reusable content that a document's id names. */
export const holderOf = (documentId: string): Id => documentId.slice(0, -DIGEST);
