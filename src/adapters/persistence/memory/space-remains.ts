import type { Id } from '../../../domain/kernel/id.ts';
import type { SpaceRemains } from '../../../ports/space-remains.ts';
import type { Overlay } from './overlay.ts';

/** All but the numbers of change requests goes with the space itself. */
export class MemorySpaceRemains implements SpaceRemains {
  constructor(private readonly overlay: Overlay) {}

  async removeSome(spaceId: Id): Promise<boolean> {
    for (const { version, state } of this.overlay.rows<{ readonly id: string }>('counters')) if (state.id.startsWith(`${spaceId}/`)) this.overlay.write('counters', version, state.id, undefined);
    return false;
  }
}
