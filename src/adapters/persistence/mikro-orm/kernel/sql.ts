import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { ClientGone, currentClient } from '../../../../application/kernel/abandonment.ts';
import { TransactionAborted } from '../../../../domain/kernel/errors.ts';
import { DatabaseUnavailable } from '../../../../ports/kernel/unit-of-work.ts';
import { runAbandonable } from './abandonable-statement.ts';
import { isReadOnly, isStalePlan, isUnanswered, readError } from './database-errors.ts';
import type { StatementLimits } from './statement-limits.ts';
import { listenerOf } from './statement-events.ts';
import { Pipeline, type Outcome, type Step } from './pipeline.ts';
import { answerTimeout, closeSilentConnections } from './pool.ts';
import { Standby } from './standby.ts';

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

/**
 * Runs statements in one round trip. Those that a pool runs for a client are cancelled when the client disconnects.
 * @returns what the last one did
 */
function send(on: Queryable, steps: readonly Step[], limits?: StatementLimits): Promise<Outcome> {
  const pipeline = new Pipeline(steps, limits && answerTimeout(limits.statementMs));
  if (on instanceof pg.Pool && isOverloaded(on)) return Promise.reject(overloaded(on));
  const client = on instanceof pg.Pool ? currentClient() : undefined;
  const ended = listenerOf(on)?.start(steps);
  const sending =
    client === undefined
      ? submit(on, pipeline)
      : runAbandonable(on as pg.Pool, client, (connection) => submit(connection, pipeline));
  return sending.then(
    (outcome) => {
      ended?.(undefined, outcome.affected);
      return outcome;
    },
    (error: Error) => {
      ended?.(error);
      if (error instanceof ClientGone) throw error;
      // The stack of the caller is more useful than that of the socket.
      Error.captureStackTrace(error);
      if (!(on instanceof pg.Pool)) throw error;
      if (isUnanswered(error) || isReadOnly(error)) void closeSilentConnections(on);
      throw readError(error);
    },
  );
}

const submit = (on: Queryable, pipeline: Pipeline): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const done = (error: Error | null, outcome?: Outcome): void => (error ? reject(error) : resolve(outcome!));
    (on.query as (query: Pipeline, callback: typeof done) => void).call(on, pipeline, done);
  });

/** Number of waiters for each connection of a pool from which on further requests are refused at once. */
const MAX_WAITERS = 100;
const isOverloaded = ({ waitingCount, options: { max } }: pg.Pool): boolean => waitingCount >= MAX_WAITERS * max;
const overloaded = ({ waitingCount }: pg.Pool): DatabaseUnavailable =>
  new DatabaseUnavailable(new Error(`${waitingCount} requests wait for a connection`), 'busy');

/** Takes a connection of a pool; the caller releases it. @throws DatabaseUnavailable */
export async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  if (isOverloaded(pool)) throw overloaded(pool);
  const ended = listenerOf(pool)?.start([]);
  try {
    return await pool.connect();
  } catch (error) {
    ended?.(error);
    throw readError(error);
  }
}

/**
 * Runs statements of a transaction in one round trip.
 * @throws TransactionAborted where a migration invalidated a plan: the transaction has to be repeated
 */
async function sendInTransaction(on: Queryable, steps: readonly Step[], limits?: StatementLimits): Promise<Outcome> {
  try {
    return await send(on, steps, limits);
  } catch (error) {
    if (!isStalePlan(error)) throw error;
    generation++;
    throw new TransactionAborted();
  }
}

/** Setting that lasts until the end of its round trip. */
const AS_PREPARED = statement("SELECT set_config('plan_cache_mode', 'force_generic_plan', true)");

/**
 * Runs a statement outside of a transaction; where a migration invalidated its plan, it is prepared again, once. On the
 * pool of a standby, the primary runs what the standby cannot.
 * @param planned `once` keeps one plan, for a statement whose planning for each value costs more than it gains
 */
export async function rows<R = any>(
  on: Queryable,
  statement: Statement,
  values: readonly unknown[],
  planned: 'once' | 'anew' = 'anew',
): Promise<R[]> {
  const steps = (): Step[] => [...(planned === 'once' ? [step(AS_PREPARED, [])] : []), step(statement, values)];
  const standby = on instanceof pg.Pool ? Standby.of(on) : undefined;
  if (standby !== undefined) {
    const outcome = await sendToStandby(standby, steps());
    return outcome === undefined ? rows(standby.primary, statement, values, planned) : outcome.rows;
  }
  try {
    return (await send(on, steps())).rows;
  } catch (error) {
    if (!isStalePlan(error)) throw error;
    generation++;
    return (await send(on, steps())).rows;
  }
}

/** Runs statements of a client on a standby. @returns undefined where the primary has to run them */
async function sendToStandby(standby: Standby, steps: readonly Step[]): Promise<Outcome | undefined> {
  const client = currentClient();
  if (client === undefined || isOverloaded(standby.pool)) return undefined;
  const ended = listenerOf(standby.pool)?.start(steps);
  try {
    const outcome = await standby.read(client, (connection) => submit(connection, new Pipeline(steps)));
    if (outcome !== undefined) ended?.(undefined, outcome.affected);
    return outcome;
  } catch (error) {
    ended?.(error);
    throw error instanceof ClientGone ? error : readError(error);
  }
}

const BEGIN = statement('BEGIN');
const COMMIT = statement('COMMIT');

/**
 * Runs a statement within a transaction, together with BEGIN if the transaction has not begun.
 * @param limits limits of the transaction that differ from those of the connection
 * @throws TransactionAborted where the transaction has to be repeated
 */
export function sendWithin(
  on: Queryable,
  first: Statement,
  values: readonly unknown[],
  begins: boolean,
  limits?: StatementLimits,
): Promise<Outcome> {
  const one = step(first, values);
  if (!begins) return sendInTransaction(on, [one], limits);
  const settings = limits === undefined ? [] : [step(statement(limits.forTransaction), [])];
  return sendInTransaction(on, [step(BEGIN, []), ...settings, one], limits);
}

/**
 * Runs a statement and COMMIT in one round trip.
 * @returns the server's command tag: COMMIT, or ROLLBACK where an earlier statement failed
 * @throws TransactionAborted
 */
export async function thenCommit(
  on: Queryable,
  statement: Statement,
  values: readonly unknown[],
  limits?: StatementLimits,
): Promise<string> {
  return (await sendInTransaction(on, [step(statement, values), step(COMMIT, [])], limits)).command;
}
