import { effectiveLevel } from '../../domain/permissions/access-facts.ts';
import type { Level } from '../../domain/permissions/level.ts';
import type { Space } from '../../domain/spaces.ts';
import type { Head } from '../../ports/content/branches.ts';
import type { Page, PageRequest } from '../../ports/kernel/repository.ts';
import type { Viewer } from '../../ports/kernel/viewer.ts';
import type { SpaceRow } from '../../ports/permissions.ts';
import type { SpaceReads } from '../../ports/spaces.ts';
import type { Reads } from '../kernel/services.ts';
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

/** Lists the spaces that a viewer can see, with the viewer's level on each. */
export async function listSpaceViews(
  { spacesOf }: Pick<Reads, 'spacesOf'>,
  viewer: Viewer,
  filter: Parameters<SpaceReads['listSpaces']>[1],
  page: PageRequest,
): Promise<Page<SpaceView>> {
  const { items, ...rest } = await spacesOf.listSpaces(viewer, filter, page);
  return { items: items.map(({ space, access }) => ({ space, level: effectiveLevel(access) })), ...rest };
}
