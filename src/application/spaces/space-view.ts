import type { Level } from '../../domain/permissions/level.ts';
import type { SpaceRow } from '../../ports/permissions.ts';
import type { SharedSpace } from '../sites/shared-space.ts';

/** A space as the caller sees it. */
export interface SpaceView {
  readonly space: SpaceRow;
  readonly level: Level | undefined;
  /** Where readers find it who have the share link's key that the caller has. */
  readonly shared?: SharedSpace | undefined;
}
