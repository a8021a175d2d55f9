import type { Level } from '../../domain/permissions/level.ts';
import type { Space } from '../../domain/spaces.ts';
import type { Head } from '../../ports/content/branches.ts';
import type { SpaceRow } from '../../ports/permissions.ts';
import type { SharedSpace } from '../sites/shared-space.ts';

/** Returns the row of a space that the same unit of work has created. */
export const rowOfNewSpace = (space: Space, head: Head): SpaceRow => ({
  state: space.snapshot(),
  head,
  comments: 0,
  changeRequests: 0,
  changeRequestsOpen: 0,
  changeRequestsDraft: 0,
  gitSync: null,
});

/** A space as the caller sees it. */
export interface SpaceView {
  readonly space: SpaceRow;
  readonly level: Level | undefined;
  /** Published address for readers who have the caller's share link key. */
  readonly shared?: SharedSpace | undefined;
}
