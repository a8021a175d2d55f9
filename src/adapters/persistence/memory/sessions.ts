import type { RateLimiter, RateLimitRule, TokenFilter, TokenRevoker } from '../../../ports/sessions.ts';
import type { ApiTokenState } from '../../../domain/sessions/api-token.ts';
import type { Overlay } from './kernel/overlay.ts';

/** Rate limits of this process. */
export class MemoryRateLimiter implements RateLimiter {
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

export class MemoryTokenRevoker implements TokenRevoker {
  constructor(private readonly overlay: Overlay) {}

  async revoke({ expiredBy, except, exceptVia, ...equal }: TokenFilter): Promise<number> {
    if (equal.userId === undefined && equal.via === undefined)
      throw new Error('tokens can be revoked for a user or a provider only');
    const conditions = Object.entries(equal).filter(([, value]) => value !== undefined);
    const gone = this.overlay.rows<ApiTokenState>('apiTokens').filter(({ state }) => {
      if (state.id === except || (exceptVia !== undefined && state.via === exceptVia)) return false;
      if (expiredBy !== undefined && (state.expiresAt === null || state.expiresAt > expiredBy)) return false;
      return conditions.every(([field, value]) => state[field as keyof ApiTokenState] === value);
    });
    for (const { version, state } of gone) this.overlay.write('apiTokens', version, state.id, undefined);
    return gone.length;
  }
}
