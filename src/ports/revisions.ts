import type { Revision } from '../domain/content/revision.ts';
import type { Id } from '../domain/kernel/id.ts';

/** Reads of committed revisions. */
export interface Revisions {
  /** The revision, when it belongs to the space (its primary content or one of its change requests). */
  find(spaceId: Id, id: Id): Promise<Revision | undefined>;
}
