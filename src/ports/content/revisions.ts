import type { Revision } from '../../domain/content/revision.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { UserState } from '../../domain/users.ts';
import type { Page, PageRequest } from '../kernel/repository.ts';

/** A revision with who made it: null for the system, and for users that are gone. */
export interface RevisionWithAuthor {
  readonly revision: Revision;
  readonly author: UserState | null;
}

/** Reads of committed revisions. */
export interface Revisions {
  /** The revision, when it belongs to the space (its primary content or one of its change requests). */
  find(spaceId: Id, id: Id): Promise<Revision | undefined>;
  /** The revisions that were made on one branch. */
  list(spaceId: Id, branchId: Id, page: PageRequest): Promise<Page<RevisionWithAuthor>>;
}
