import type { InSpace } from '../kernel/scope.ts';
import type { Hash } from '../../domain/content/objects/content-object.ts';
import type { ChangeRequestId, RevisionId, SpaceId } from '../../domain/kernel/id.ts';

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
