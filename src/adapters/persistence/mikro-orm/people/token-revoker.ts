import type { TokenFilter, TokenRevoker } from '../../../../ports/people/token-revoker.ts';
import { statement } from '../kernel/sql.ts';
import type { Transaction } from '../kernel/transaction.ts';

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
    const given = (Object.keys(CONDITIONS) as (keyof TokenFilter)[]).filter((field) => filter[field] !== undefined);
    if (!given.includes('userId') && !given.includes('via'))
      throw new Error('tokens can be revoked for a user or a provider only');
    const where = given.map((field, index) => CONDITIONS[field](`$${index + 1}`)).join(' AND ');
    const text = `WITH gone AS (DELETE FROM api_tokens WHERE ${where} RETURNING 1) SELECT count(*)::int AS count FROM gone`;
    const [row] = await this.transaction.rows<{ count: number }>(
      statement(text),
      given.map((field) => filter[field]),
    );
    return row!.count;
  }
}
