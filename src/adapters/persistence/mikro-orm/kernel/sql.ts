import { createHash } from 'node:crypto';
import pg from 'pg';
import { TransactionAborted } from '../../../../domain/kernel/errors.ts';
import { isStalePlan, readError } from './database-errors.ts';
import { Pipeline, type Outcome, type Step } from './pipeline.ts';

/** A statement that the server parses and plans once per connection, or each time where its name is empty. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

const STATEMENTS = new Map<string, Statement>();
/** More texts than the program has, unless one of them is made of what callers say. */
const MAX_STATEMENTS = 5_000;

/** Names a statement by its text, so that the same text is the same prepared statement everywhere. */
export function statement(text: string): Statement {
  const known = STATEMENTS.get(text);
  if (known !== undefined) return known;
  if (STATEMENTS.size >= MAX_STATEMENTS) STATEMENTS.clear();
  const made = { name: `q_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`, text };
  STATEMENTS.set(text, made);
  return made;
}

/** A statement of many possible texts, which the server parses and plans anew each time. */
export const unprepared = (text: string): Statement => ({ name: '', text });

/** A connection, or a pool of them. */
export type Queryable = pg.ClientBase | pg.Pool;

/** Raised when a migration made plans stale, so that every statement is prepared anew under a new name. */
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
    // Where it was asked for says more than where its answer was read.
    Error.captureStackTrace(error);
    throw on instanceof pg.Pool ? readError(error) : error;
  });
}

/** A connection of a pool, to be given back. @throws DatabaseUnavailable */
export async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw readError(error);
  }
}

/** Like `send`, where a plan that a migration made stale spoils what came before: then all of it has to be done again. @throws TransactionAborted */
async function sendInTransaction(on: Queryable, steps: readonly Step[]): Promise<Outcome> {
  try {
    return await send(on, steps);
  } catch (error) {
    if (!isStalePlan(error)) throw error;
    generation++;
    throw new TransactionAborted();
  }
}

/** Until the end of its round trip. */
const AS_PREPARED = statement("SELECT set_config('plan_cache_mode', 'force_generic_plan', true)");

/**
 * Runs a named statement, outside of a transaction. One whose plan a migration made stale is prepared anew, once.
 * @param planned whether the server keeps to one plan, for a statement whose planning for each value costs more than it gains
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

/** Runs a named statement within a transaction, which may begin together with it. @throws TransactionAborted where all has to be done again */
export function sendWithin(
  on: Queryable,
  statement: Statement,
  values: readonly unknown[],
  begins: boolean,
): Promise<Outcome> {
  const one = step(statement, values);
  return sendInTransaction(on, begins ? [step(BEGIN, []), one] : [one]);
}

/** Runs a statement and commits, in one round trip. @returns what the server did: COMMIT, or ROLLBACK where it had failed before @throws TransactionAborted */
export async function thenCommit(on: Queryable, statement: Statement, values: readonly unknown[]): Promise<string> {
  return (await sendInTransaction(on, [step(statement, values), step(COMMIT, [])])).command;
}

export interface PoolOptions {
  readonly url: string;
  readonly max: number;
  /** What the connections are for, as the server lists them. */
  readonly name?: string;
  /** Settings of every connection: SQL that is run when it opens. */
  readonly settings?: string;
  /** How long one may wait for a connection, in milliseconds. */
  readonly connectTimeoutMs?: number;
}

/** A pool of connections: that of the reads unless it is told otherwise. */
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
