import type { Counters } from '../../../../ports/kernel/ids.ts';
import { statement } from './sql.ts';
import type { Transaction } from './transaction.ts';

const NEXT = statement(
  `INSERT INTO counters (scope, name, value) VALUES ($1, $2, 1)
   ON CONFLICT (scope, name) DO UPDATE SET value = counters.value + 1 RETURNING value`,
);

/** Counters without gaps or duplicates: a row stays locked until the transaction ends. */
export class PgCounters implements Counters {
  constructor(private readonly transaction: Transaction) {}

  async next(scope: string, name: string): Promise<number> {
    const [row] = await this.transaction.rows<{ value: number }>(NEXT, [scope, name]);
    return row!.value;
  }
}
