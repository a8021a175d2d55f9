import type { Attempts, AttemptRule } from '../../../../ports/secrets/attempts.ts';

/** Tries of this process. */
export class MemoryAttempts implements Attempts {
  readonly #until = new Map<string, number>();

  async take(key: string, { atOnce, every }: AttemptRule, at: string): Promise<number> {
    const now = Date.parse(at);
    const next = Math.max(this.#until.get(key) ?? 0, now) + every;
    const late = next - (now + atOnce * every);
    if (late > 0) return late;
    for (const [other, until] of this.#until) if (until <= now) this.#until.delete(other);
    this.#until.set(key, next);
    return 0;
  }

  async giveBack(key: string, { every }: AttemptRule): Promise<void> {
    const until = this.#until.get(key);
    if (until !== undefined) this.#until.set(key, until - every);
  }

  async forget(key: string): Promise<void> {
    this.#until.delete(key);
  }
}
