import type { Id } from '../../domain/kernel/id.ts';
import type { SpaceState } from '../../domain/spaces/space.ts';

/** What belongs to a space and goes with it. */
export interface SpacePurger {
  /** Takes away some of what the space still has, so much as is done in a moment. False when nothing is left that is worth a step of its own. */
  purgeBatch(spaceId: Id): Promise<boolean>;
  /** Spaces that were deleted before an instant and are still there, at most so many. */
  listDeletedBefore(
    instant: string,
    limit: number,
  ): Promise<readonly Pick<SpaceState, 'id' | 'organizationId' | 'deletedAt'>[]>;
}
