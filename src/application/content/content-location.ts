import type { InSpace } from '../kernel/scope.ts';
import type { Hash } from '../../domain/content/objects/content-object.ts';
import type { Id } from '../../domain/kernel/id.ts';

/** Which content an operation reads: that of one revision. */
export interface ContentLocation {
  readonly spaceId: Id;
  readonly revisionId: Id;
  readonly content: Hash;
  /** When it is read as a change request's. */
  readonly changeRequestId?: Id;
}
/** What names a revision of a space. */
export interface InRevision extends InSpace {
  readonly revisionId: Id;
}
