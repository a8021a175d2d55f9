import type { Level } from '../../domain/permissions/level.ts';
import type { SpaceRow } from '../../ports/permissions.ts';
import type { SharedSpace } from '../sites/shared-space.ts';

/** A space as the caller sees it. */
export interface SpaceView {
  readonly space: SpaceRow;
  readonly level: Level | undefined;
  /** Published address for readers who have the caller's share link key. */
  readonly shared?: SharedSpace | undefined;
}
