import type { SpaceId } from '../../../domain/kernel/id.ts';
import type { SpaceState } from '../../../domain/spaces.ts';
import type { SpacePurger } from '../../../ports/spaces.ts';
import type { Overlay } from './kernel/overlay.ts';

/** Purger of the counters of a space; all other rows are deleted with the space itself. */
export class MemorySpacePurger implements SpacePurger {
  constructor(private readonly overlay: Overlay) {}

  async purgeBatch(spaceId: SpaceId): Promise<boolean> {
    for (const { version, state } of this.overlay.rows<{ readonly id: string }>('counters'))
      if (state.id.startsWith(`${spaceId}/`)) this.overlay.write('counters', version, state.id, undefined);
    return false;
  }

  async listDeletedBefore(instant: string, limit: number): ReturnType<SpacePurger['listDeletedBefore']> {
    const deleted = this.overlay
      .rows<SpaceState>('spaces')
      .flatMap(({ state: { id, organizationId, deletedAt } }) =>
        deletedAt !== null && deletedAt < instant ? [{ id, organizationId, deletedAt }] : [],
      );
    return deleted.sort((a, b) => (a.deletedAt + a.id < b.deletedAt + b.id ? -1 : 1)).slice(0, limit);
  }
}
