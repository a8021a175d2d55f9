import type { InSpace } from '../kernel/scope.ts';
import type { Hash } from '../../domain/content/objects/content-object.ts';
import type { ChangeRequestId, RevisionId, SpaceId, Id } from '../../domain/kernel/id.ts';

/** Revision of a space that an operation reads. */
export interface ContentLocation {
  readonly spaceId: SpaceId;
  readonly revisionId: RevisionId;
  readonly content: Hash;
  /** Change request through which the revision is read; absent for the primary content. */
  readonly changeRequestId?: ChangeRequestId;
}
/** Input that names a revision of a space. */
export interface InRevision extends InSpace {
  readonly revisionId: RevisionId;
}

const DIGEST = 16;
/**
 * Builds the id of one version of a document: the id of its page or reusable content, and a digest. The id grants no
 * access: the document is looked up in a revision that the caller may see.
 */
export const documentIdOf = (holder: Id, document: Hash): string => `${holder}${document.slice(0, DIGEST)}`;
/** Extracts the id of the page or reusable content from the id of a document. */
export const holderOf = (documentId: string): Id => documentId.slice(0, -DIGEST);
