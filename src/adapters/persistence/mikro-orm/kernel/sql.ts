import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { TransactionAborted } from '../../../../domain/kernel/errors.ts';
import { isStalePlan, readError } from './database-errors.ts';
import { Pipeline, type Outcome, type Step } from './pipeline.ts';

/** A statement that the server parses and plans once per connection, or each time where its name is empty. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** Limit of named statements; the program has fewer, unless it builds texts from input. */
const MAX_STATEMENTS = 5_000;
const STATEMENTS = new LRUCache<string, Statement>({ max: MAX_STATEMENTS });

/** Names a statement by its text, so that equal texts are one prepared statement. */
export function statement(text: string): Statement {
  const known = STATEMENTS.get(text);
  if (known !== undefined) return known;
  const made = { name: `q_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`, text };
  STATEMENTS.set(text, made);
  return made;
}

/** Makes a statement whose text varies, so that the server parses and plans it each time. */
export const unprepared = (text: string): Statement => ({ name: '', text });

/** A connection, or a pool of them. */
export type Queryable = pg.ClientBase | pg.Pool;

/**
 * Suffix of the names of statements; incremented when a migration invalidated plans, so that all are prepared again.
 */
let generation = 0;

const step = ({ name, text }: Statement, values: readonly unknown[]): Step => ({
  name: generation === 0 || name === '' ? name : `${name}_${generation}`,
  text,
  values,
});

/** Runs statements in one round trip. @returns what the last one did */
function send(on: Queryable, steps: readonly Step[]): Promise<Outcome> {
  const pipeline = new Pipeline(steps);
  return new Promise<Outcome>((resolve, reject) => {
    const done = (error: Error | null, outcome?: Outcome): void => (error ? reject(error) : resolve(outcome!));
    (on.query as (query: Pipeline, callback: typeof done) => void).call(on, pipeline, done);
  }).catch((error: Error) => {
    // The stack of the caller is more useful than that of the socket.
    Error.captureStackTrace(error);
    throw on instanceof pg.Pool ? readError(error) : error;
  });
}

/** Takes a connection of a pool; the caller releases it. @throws DatabaseUnavailable */
export async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw readError(error);
  }
}

/**
 * Runs statements of a transaction in one round trip.
 * @throws TransactionAborted where a migration invalidated a plan: the transaction has to be repeated
 */
async function sendInTransaction(on: Queryable, steps: readonly Step[]): Promise<Outcome> {
  try {
    return await send(on, steps);
  } catch (error) {
    if (!isStalePlan(error)) throw error;
    generation++;
    throw new TransactionAborted();
  }
}

/** Setting that lasts until the end of its round trip. */
const AS_PREPARED = statement("SELECT set_config('plan_cache_mode', 'force_generic_plan', true)");

/**
 * Runs a statement outside of a transaction; where a migration invalidated its plan, it is prepared again, once.
 * @param planned whether the server keeps one plan, for a statement whose planning for each value costs more than it
 * gains
 */
export async function rows<R = any>(
  on: Queryable,
  statement: Statement,
  values: readonly unknown[],
  planned: 'once' | 'anew' = 'anew',
): Promise<R[]> {
  const steps = (): Step[] => [...(planned === 'once' ? [step(AS_PREPARED, [])] : []), step(statement, values)];
  try {
    return (await send(on, steps())).rows;
  } catch (error) {
    if (!isStalePlan(error)) throw error;
    generation++;
    return (await send(on, steps())).rows;
  }
}

const BEGIN = statement('BEGIN');
const COMMIT = statement('COMMIT');

/**
 * Runs a statement within a transaction, together with BEGIN if the transaction has not begun.
 * @throws TransactionAborted where the transaction has to be repeated
 */
export function sendWithin(
  on: Queryable,
  statement: Statement,
  values: readonly unknown[],
  begins: boolean,
): Promise<Outcome> {
  const one = step(statement, values);
  return sendInTransaction(on, begins ? [step(BEGIN, []), one] : [one]);
}

/**
 * Runs a statement and COMMIT in one round trip.
 * @returns the server's command tag: COMMIT, or ROLLBACK where an earlier statement failed
 * @throws TransactionAborted
 */
export async function thenCommit(on: Queryable, statement: Statement, values: readonly unknown[]): Promise<string> {
  return (await sendInTransaction(on, [step(statement, values), step(COMMIT, [])])).command;
}

export interface PoolOptions {
  readonly url: string;
  readonly max: number;
  /** Name of the connections in the server's list of them. */
  readonly name?: string;
  /** SQL that each connection runs when it opens. */
  readonly settings?: string;
  /** Time to wait for a connection, in milliseconds. */
  readonly connectTimeoutMs?: number;
}

/** Opens a pool of connections; the defaults are those of the pool for reads. */
export function createPool({
  url,
  max,
  name = 'quire-reads',
  settings,
  connectTimeoutMs = 10_000,
}: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: name,
    ...(settings !== undefined && { onConnect: (client: pg.ClientBase) => client.query(settings) }),
  });
  // An idle connection that breaks is dropped by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  return pool;
}
