import type { InSpace } from '../kernel/scope.ts';
import type { Hash } from '../../domain/content/objects/content-object.ts';
import type { Id } from '../../domain/kernel/id.ts';

/** Revision of a space that an operation reads. */
export interface ContentLocation {
  readonly spaceId: Id;
  readonly revisionId: Id;
  readonly content: Hash;
  /** Change request through which the revision is read; absent for the primary content. */
  readonly changeRequestId?: Id;
}
/** Input that names a revision of a space. */
export interface InRevision extends InSpace {
  readonly revisionId: Id;
}
