import type pg from 'pg';
import type { RateLimiter, RateLimitRule, TokenFilter, TokenRevoker } from '../../../ports/sessions.ts';
import { rows, statement } from './kernel/sql.ts';
import type { Transaction } from './kernel/transaction.ts';

/**
 * One row per key with the time until which its attempts are used up, if one is restored every $3 milliseconds. An
 * attempt moves that time on, unless it is then further ahead than all attempts together; one statement decides and
 * stores this for all nodes.
 */
const CONSUME = statement(
  `INSERT INTO attempts AS a (key, until) VALUES ($1, $2::timestamptz + $3::float8 * interval '1 millisecond')
   ON CONFLICT (key) DO UPDATE SET until = greatest(a.until, $2::timestamptz) + $3::float8 * interval '1 millisecond'
   WHERE greatest(a.until, $2::timestamptz) + $3::float8 * interval '1 millisecond' <= $2::timestamptz + $3::float8 * $4::float8 * interval '1 millisecond'
   RETURNING 1`,
);
const LATE = statement(
  `SELECT (extract(epoch FROM greatest(until, $2::timestamptz) - $2::timestamptz) * 1000 + $3::float8 - $3::float8 * $4::float8)::float8 AS late FROM attempts WHERE key = $1`,
);
const REFUND = statement(`UPDATE attempts SET until = until - $2::float8 * interval '1 millisecond' WHERE key = $1`);
const FORGET = statement('DELETE FROM attempts WHERE key = $1');
/** Deletes keys with no used attempts; a few with each attempt, so that they never become many. */
const CLEAR = statement(
  'DELETE FROM attempts WHERE key IN (SELECT key FROM attempts WHERE until < $1 ORDER BY until LIMIT 5 FOR UPDATE SKIP LOCKED)',
);

/** Rate limits of all nodes; outside of every unit of work, so that an attempt counts whatever its result. */
export class PgRateLimiter implements RateLimiter {
  constructor(private readonly pool: pg.Pool) {}

  async consume(key: string, { burst: atOnce, refillMs: every }: RateLimitRule, at: string): Promise<number> {
    const [taken] = await rows(this.pool, CONSUME, [key, at, every, atOnce]);
    if (taken !== undefined) {
      await rows(this.pool, CLEAR, [at]);
      return 0;
    }
    const [row] = await rows<{ late: number }>(this.pool, LATE, [key, at, every, atOnce]);
    return Math.max(1, Math.ceil(row?.late ?? 1));
  }

  async refund(key: string, { refillMs: every }: RateLimitRule): Promise<void> {
    await rows(this.pool, REFUND, [key, every]);
  }

  async reset(key: string): Promise<void> {
    await rows(this.pool, FORGET, [key]);
  }
}

const CONDITIONS: Readonly<Record<keyof TokenFilter, (parameter: string) => string>> = {
  userId: (parameter) => `user_id = ${parameter}`,
  kind: (parameter) => `kind = ${parameter}`,
  via: (parameter) => `via = ${parameter}`,
  organizationId: (parameter) => `organization_id = ${parameter}`,
  expiredBy: (parameter) => `expires_at <= ${parameter}::timestamptz`,
  exceptVia: (parameter) => `via IS DISTINCT FROM ${parameter}`,
  except: (parameter) => `id <> ${parameter}`,
};

export class PgTokenRevoker implements TokenRevoker {
  constructor(private readonly transaction: Transaction) {}

  async revoke(filter: TokenFilter): Promise<number> {
    const fields = (Object.keys(CONDITIONS) as (keyof TokenFilter)[]).filter((field) => filter[field] !== undefined);
    if (!fields.includes('userId') && !fields.includes('via'))
      throw new Error('tokens can be revoked for a user or a provider only');
    const where = fields.map((field, index) => CONDITIONS[field](`$${index + 1}`)).join(' AND ');
    const text = `WITH gone AS (DELETE FROM api_tokens WHERE ${where} RETURNING 1) SELECT count(*)::int AS count FROM gone`;
    const [row] = await this.transaction.rows<{ count: number }>(
      statement(text),
      fields.map((field) => filter[field]),
    );
    return row!.count;
  }
}
