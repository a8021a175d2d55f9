import type { Fingerprints, InstanceState, InstanceStates } from '../../../ports/instance.ts';

/** Fingerprints of an instance whose data ends with this process. */
export class MemoryInstanceStates implements InstanceStates {
  #known: Fingerprints = { secretKey: null, fileStorage: null };

  async read(): Promise<InstanceState> {
    return { ...this.#known, writable: true, clockOffsetMs: 0 };
  }

  async update(task: (known: Fingerprints) => Promise<Fingerprints>): Promise<void> {
    this.#known = await task(this.#known);
  }
}
