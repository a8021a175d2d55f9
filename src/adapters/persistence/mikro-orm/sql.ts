import { createHash } from 'node:crypto';
import pg from 'pg';

/** timestamptz as ISO 8601 text, bigint as a number (all of ours stay below 2^53). */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === 1184) return (value: string) => new Date(value).toISOString();
    if (oid === 20) return Number;
    return pg.types.getTypeParser(oid, format as 'text');
  }) as pg.CustomTypesConfig['getTypeParser'],
};

/** A statement that the server parses and plans once per connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** Names a statement by its text, so that the same text is the same prepared statement everywhere. */
export const statement = (text: string): Statement => ({ name: `q_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`, text });

export interface Queryable {
  query(config: pg.QueryConfig): Promise<pg.QueryResult<any>>;
}

/** Runs a named statement; a plan that a migration made stale is prepared anew, once. */
export async function rows<R = any>(on: Queryable, { name, text }: Statement, values: readonly unknown[]): Promise<R[]> {
  const config = { name, text, values: values as unknown[], types: TYPES };
  try {
    return (await on.query(config)).rows;
  } catch (error) {
    if (!/cached plan must not change result type/.test((error as Error).message)) throw error;
    return (await on.query({ ...config, name: undefined })).rows;
  }
}

export interface PoolOptions {
  readonly url: string;
  readonly max: number;
}

/** The pool that reads go through; commands have the ORM's own. */
export function createPool({ url, max }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max, idleTimeoutMillis: 30_000, connectionTimeoutMillis: 10_000, application_name: 'quire-reads' });
  // An idle connection that breaks is dropped by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  return pool;
}
