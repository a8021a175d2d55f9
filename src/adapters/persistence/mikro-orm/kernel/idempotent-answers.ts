import { StaleWrite } from '../../../../domain/kernel/errors.ts';
import type { IdempotentAnswer, IdempotentAnswers } from '../../../../ports/kernel/idempotent-answers.ts';
import { statement } from './sql.ts';
import type { Transaction } from './transaction.ts';

/** Number of expired answers that one statement deletes; more than it adds, so that they become fewer. */
const PURGED = 20;

const FIND = statement(
  `SELECT id, fingerprint, box, expires_at AS "expiresAt" FROM idempotent_answers WHERE id = $1 AND expires_at > $2::timestamptz`,
);
const ADD = statement(`WITH expired AS (
    DELETE FROM idempotent_answers WHERE id IN (
      SELECT id FROM idempotent_answers WHERE expires_at <= $5::timestamptz AND id <> $1
      ORDER BY expires_at LIMIT ${PURGED} FOR UPDATE SKIP LOCKED)
  )
  INSERT INTO idempotent_answers (id, fingerprint, box, expires_at) VALUES ($1, $2, $3, $4::timestamptz)
  ON CONFLICT (id) DO UPDATE SET fingerprint = excluded.fingerprint, box = excluded.box, expires_at = excluded.expires_at
    WHERE idempotent_answers.expires_at <= $5::timestamptz
  RETURNING id`);

/** Answers of idempotent requests, stored in the transaction of the request. */
export class PgIdempotentAnswers implements IdempotentAnswers {
  constructor(private readonly transaction: Transaction) {}

  async find(id: string, now: string): Promise<IdempotentAnswer | undefined> {
    const [row] = await this.transaction.rows<IdempotentAnswer>(FIND, [id, now]);
    return row;
  }

  async add({ id, fingerprint, box, expiresAt }: IdempotentAnswer, now: string): Promise<void> {
    // Waits for a concurrent unit of work that adds the same id.
    const added = await this.transaction.rows(ADD, [id, fingerprint, box, expiresAt, now]);
    if (added.length === 0) throw new StaleWrite('answer');
  }
}
