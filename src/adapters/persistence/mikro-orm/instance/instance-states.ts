import type pg from 'pg';
import type { Fingerprints, InstanceState, InstanceStates } from '../../../../ports/instance.ts';
import { clockOffset, DATABASE_MS } from '../kernel/clock-offset.ts';
import { connect, rows, statement } from '../kernel/sql.ts';

const COLUMNS = 'secret_key AS "secretKey", file_storage AS "fileStorage"';
const READ = statement(
  `SELECT ${COLUMNS}, current_setting('transaction_read_only') = 'off' AS writable, ${DATABASE_MS} AS "databaseMs" FROM instance_fingerprints`,
);
const LOCK = `SELECT ${COLUMNS} FROM instance_fingerprints FOR UPDATE`;
const UPDATE = 'UPDATE instance_fingerprints SET secret_key = $1, file_storage = $2';

/** Fingerprints of an instance in the only row of `instance_fingerprints`. */
export class PgInstanceStates implements InstanceStates {
  constructor(private readonly pool: pg.Pool) {}

  async read(): Promise<InstanceState> {
    type Row = Omit<InstanceState, 'clockOffsetMs'> & { readonly databaseMs: number };
    const { databaseMs, ...state } = (await rows<Row>(this.pool, READ, []))[0]!;
    return { ...state, clockOffsetMs: clockOffset(databaseMs) };
  }

  async update(task: (known: Fingerprints) => Promise<Fingerprints>): Promise<void> {
    const client = await connect(this.pool);
    try {
      await client.query('BEGIN');
      const { secretKey, fileStorage } = await task((await client.query<Fingerprints>(LOCK)).rows[0]!);
      await client.query(UPDATE, [secretKey, fileStorage]);
      await client.query('COMMIT');
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}
