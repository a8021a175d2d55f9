import { createHash } from 'node:crypto';
import pg from 'pg';
import { TransactionAborted } from '../../../domain/kernel/errors.ts';

/** How values of a type are read: timestamptz as ISO 8601 text, bigint as a number (all of ours stay below 2^53). */
const PARSERS = new Map<number, (value: string) => unknown>([
  [1184, (value) => new Date(value).toISOString()],
  [20, Number],
]);
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number) => {
    const known = PARSERS.get(oid);
    if (known !== undefined) return known;
    const parser = pg.types.getTypeParser(oid, 'text') as (value: string) => unknown;
    PARSERS.set(oid, parser);
    return parser;
  }) as pg.CustomTypesConfig['getTypeParser'],
};

/** A statement that the server parses and plans once per connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

const STATEMENTS = new Map<string, Statement>();
/** More texts than the program has, unless one of them is made of what callers say. */
const MOST_STATEMENTS = 5_000;

/** Names a statement by its text, so that the same text is the same prepared statement everywhere. */
export function statement(text: string): Statement {
  const known = STATEMENTS.get(text);
  if (known !== undefined) return known;
  if (STATEMENTS.size >= MOST_STATEMENTS) STATEMENTS.clear();
  const made = { name: `q_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`, text };
  STATEMENTS.set(text, made);
  return made;
}

export interface Queryable {
  query(config: pg.QueryConfig): Promise<pg.QueryResult<any>>;
}

/** Raised when a migration made plans stale, so that every statement is prepared anew under a new name. */
let generation = 0;
const isStalePlan = (error: unknown): boolean => /cached plan must not change result type/.test((error as Error).message);

const prepared = ({ name, text }: Statement, values: readonly unknown[]): pg.QueryConfig => ({
  name: generation === 0 ? name : `${name}_${generation}`,
  text,
  values: values as unknown[],
  types: TYPES,
});

/**
 * Runs a named statement. One whose plan a migration made stale is prepared anew, once.
 * @param inTransaction whether a failure has spoilt what came before: then all of it has to be done again
 * @throws TransactionAborted
 */
export async function rows<R = any>(on: Queryable, statement: Statement, values: readonly unknown[], inTransaction = false): Promise<R[]> {
  try {
    return (await on.query(prepared(statement, values))).rows;
  } catch (error) {
    if (!isStalePlan(error)) throw error;
    generation++;
    if (inTransaction) throw new TransactionAborted();
    return (await on.query(prepared(statement, values))).rows;
  }
}

const answerTo = (query: pg.Query): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => {
    (query as unknown as { callback: (error: Error | null, result: pg.QueryResult) => void }).callback = (error, result) => (error ? reject(error) : resolve(result));
  });

/** Sends two queries in one write; the server answers them one after the other. @returns what became of each */
function together(on: pg.ClientBase, first: pg.QueryConfig, second: pg.QueryConfig): Promise<[PromiseSettledResult<pg.QueryResult>, PromiseSettledResult<pg.QueryResult>]> {
  const [leading, following] = [new pg.Query(first), new pg.Query(second)];
  const [sendFirst, sendSecond] = [leading.submit.bind(leading), following.submit.bind(following)];
  const [answer, later] = [answerTo(leading), answerTo(following)];
  let sent = false;
  leading.submit = (connection) => {
    sent = true;
    connection.stream.cork();
    try {
      sendFirst(connection);
      sendSecond(connection);
    } finally {
      connection.stream.uncork();
    }
    on.query(following);
  };
  // It went out with the first: this is its turn to be answered.
  following.submit = () => {};
  on.query(leading);
  // A connection that broke before the first was sent never hears of the second.
  return Promise.allSettled([answer, answer.then(() => later, (error: Error) => (sent ? later : Promise.reject(error)))]);
}

const orThrow = <T>(result: PromiseSettledResult<T>): T => {
  if (result.status === 'fulfilled') return result.value;
  if (!isStalePlan(result.reason)) throw result.reason;
  generation++;
  throw new TransactionAborted();
};

/** Runs a command without parameters and a statement that follows it, in one round trip; the second is tried even where the first failed. */
export async function rowsAfter<R = any>(on: pg.ClientBase, command: string, statement: Statement, values: readonly unknown[]): Promise<R[]> {
  const [first, second] = await together(on, { text: command }, prepared(statement, values));
  orThrow(first);
  return orThrow(second).rows;
}

/** Runs a statement and commits, in one round trip. @returns what the server did: COMMIT, or ROLLBACK after a failure */
export async function thenCommit(on: pg.ClientBase, statement: Statement, values: readonly unknown[]): Promise<string> {
  const [first, second] = await together(on, prepared(statement, values), { text: 'COMMIT' });
  orThrow(first);
  return orThrow(second).command;
}

export interface PoolOptions {
  readonly url: string;
  readonly max: number;
  /** What the connections are for, as the server lists them. */
  readonly name?: string;
  /** How values of statements that bring no types of their own are read. */
  readonly types?: pg.CustomTypesConfig;
  /** Settings of every connection: SQL that is run when it opens. */
  readonly settings?: string;
  /** How long one may wait for a connection, in milliseconds. */
  readonly patience?: number;
}

/** A pool of connections: that of the reads unless it is told otherwise. */
export function createPool({ url, max, name = 'quire-reads', types, settings, patience = 10_000 }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: patience,
    application_name: name,
    ...(types && { types }),
    ...(settings !== undefined && { onConnect: (client: pg.ClientBase) => client.query(settings) }),
  });
  // An idle connection that breaks is dropped by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  return pool;
}
