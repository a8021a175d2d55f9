import type { Id } from '../../kernel/id.ts';
import type { EditEffect } from './changes.ts';

interface EffectEntry {
  readonly id: Id;
  readonly kind: EditEffect;
  readonly ref?: string;
}

/**
 * Collects the effects on items of one kind, once each, in the order of first change; omits items that were created and
 * deleted.
 */
export class EditEffects {
  readonly #effects = new Map<Id, EffectEntry>();

  record(id: Id, kind: EditEffect, ref?: string): void {
    const before = this.#effects.get(id)?.kind;
    if (before === undefined) this.#effects.set(id, ref === undefined ? { id, kind } : { id, kind, ref });
    else if (kind === 'deleted' && before === 'created') this.#effects.delete(id);
    else if (kind === 'deleted') this.#effects.set(id, { id, kind });
    else if (before === 'deleted') this.#effects.set(id, { id, kind: 'updated' });
  }

  all(): readonly EffectEntry[] {
    return [...this.#effects.values()];
  }
}
