import type { RateLimiter, RateLimitRule } from '../../../../ports/secrets/attempts.ts';

/** Tries of this process. */
export class MemoryAttempts implements RateLimiter {
  readonly #until = new Map<string, number>();

  async consume(key: string, { burst: atOnce, refillMs: every }: RateLimitRule, at: string): Promise<number> {
    const now = Date.parse(at);
    const next = Math.max(this.#until.get(key) ?? 0, now) + every;
    const late = next - (now + atOnce * every);
    if (late > 0) return late;
    for (const [other, until] of this.#until) if (until <= now) this.#until.delete(other);
    this.#until.set(key, next);
    return 0;
  }

  async refund(key: string, { refillMs: every }: RateLimitRule): Promise<void> {
    const until = this.#until.get(key);
    if (until !== undefined) this.#until.set(key, until - every);
  }

  async reset(key: string): Promise<void> {
    this.#until.delete(key);
  }
}
