import { TransactionAborted } from '../../../../domain/kernel/errors.ts';

/** Locks that a task holds until it ends. */
export interface Holder {
  readonly held: Set<string>;
}

/** Exclusive locks by name, first come first served. A wait that would be a deadlock fails. */
export class Locks {
  readonly #owners = new Map<string, Holder>();
  readonly #queues = new Map<string, { holder: Holder; granted: () => void }[]>();
  readonly #waits = new Map<Holder, string>();

  /** @throws TransactionAborted when waiting would be a deadlock */
  async acquire(holder: Holder, name: string): Promise<void> {
    const owner = this.#owners.get(name);
    if (owner === holder) return;
    if (owner === undefined) {
      this.#owners.set(name, holder);
      holder.held.add(name);
      return;
    }
    if (this.#circular(holder, name)) throw new TransactionAborted();
    this.#waits.set(holder, name);
    await new Promise<void>((granted) => {
      const queue = this.#queues.get(name) ?? [];
      queue.push({ holder, granted });
      this.#queues.set(name, queue);
    });
  }

  release(holder: Holder): void {
    for (const name of holder.held) {
      const next = this.#queues.get(name)?.shift();
      if (next === undefined) {
        this.#owners.delete(name);
        this.#queues.delete(name);
        continue;
      }
      this.#owners.set(name, next.holder);
      this.#waits.delete(next.holder);
      next.holder.held.add(name);
      next.granted();
    }
    holder.held.clear();
  }

  #circular(holder: Holder, name: string): boolean {
    for (let owner = this.#owners.get(name); owner !== undefined;) {
      if (owner === holder) return true;
      const waitsFor = this.#waits.get(owner);
      owner = waitsFor === undefined ? undefined : this.#owners.get(waitsFor);
    }
    return false;
  }
}
