import type { Revision } from '../../domain/content/revision.ts';
import type { Id, SpaceId } from '../../domain/kernel/id.ts';
import type { UserState } from '../../domain/users.ts';
import type { Page, PageRequest } from '../kernel/repository.ts';

/** Revision with its author; null for the system and for deleted users. */
export interface RevisionWithAuthor {
  readonly revision: Revision;
  readonly author: UserState | null;
}

/** Reads of committed revisions. */
export interface Revisions {
  /** Finds a revision that belongs to the space: to its primary content or one of its change requests. */
  find(spaceId: SpaceId, id: Id): Promise<Revision | undefined>;
  /** Lists the revisions made on one branch in the order in which they were made, whatever the clocks said. */
  list(spaceId: SpaceId, branchId: Id, page: PageRequest): Promise<Page<RevisionWithAuthor>>;
}
