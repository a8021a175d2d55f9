import type { Id } from '../../kernel/id.ts';
import type { Touch } from './changes.ts';

interface Entry {
  readonly id: Id;
  readonly kind: Touch;
  readonly ref?: string;
}

/** What became of things of one kind, once each, in the order of first touch; what was made and deleted again is not told. */
export class Touches {
  readonly #entries = new Map<Id, Entry>();

  touch(id: Id, kind: Touch, ref?: string): void {
    const before = this.#entries.get(id)?.kind;
    if (before === undefined) this.#entries.set(id, ref === undefined ? { id, kind } : { id, kind, ref });
    else if (kind === 'deleted' && before === 'created') this.#entries.delete(id);
    else if (kind === 'deleted') this.#entries.set(id, { id, kind });
    else if (before === 'deleted') this.#entries.set(id, { id, kind: 'updated' });
  }

  all(): readonly Entry[] {
    return [...this.#entries.values()];
  }
}
