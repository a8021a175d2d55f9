import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import Koa from 'koa';
import pg from 'pg';
import { SameWork, type Parameter, type Recording } from './same-work.ts';

/**
 * Measures what Koa and pg alone cost on the database of the measured instance, with prepared statements and answers of
 * the size that Quire's have. Prints its address when it listens.
 *
 * - `GET /rows/…`: one row by its key. `PUT /rows/…` stores the answer that the row has.
 * - `POST /insert`, `POST /update`: one row of 3 kB in a transaction.
 * - `/same/NAME`: the statements that Quire sends for a request, in a transaction where the method is not GET.
 *   `PUT /same/NAME` takes recordings of the request (see `SameWork`) and the answer.
 * - `GET /static/BYTES`: an answer that needs no database.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: Number(process.env['CONNECTIONS']) });
await pool.query(`
  CREATE TABLE IF NOT EXISTS bench_rows (path text PRIMARY KEY, answer jsonb NOT NULL);
  CREATE TABLE IF NOT EXISTS bench_texts (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text text NOT NULL);
`);
const ROW_BYTES = 3_000;
const KEPT_ROWS = 20;
for (let i = 0; i < KEPT_ROWS; i++) await pool.query('INSERT INTO bench_texts (text) VALUES ($1)', [textOf(i)]);

/** Text that the database cannot store in a few bytes. */
function textOf(seed: number): string {
  const words = Array.from({ length: ROW_BYTES / 8 }, (_, i) => ((seed * 7919 + i * 104_729) % 1e7).toString(36));
  return words.join(' ').slice(0, ROW_BYTES);
}

interface Task {
  readonly work: SameWork;
  readonly answer: unknown;
  /** Ends with the last repetition of a request that writes: each needs what the one before it wrote. */
  last: Promise<unknown>;
}
const tasks = new Map<string, Task>();
const names = new Map<string, string>();
/** Returns the name under which a connection prepares a statement. */
function nameOf(text: string): string {
  const name = names.get(text) ?? `floor_${names.size}`;
  names.set(text, name);
  return name;
}
const send = (on: pg.Pool | pg.PoolClient, text: string, values: readonly unknown[]): Promise<pg.QueryResult> =>
  on.query({ name: nameOf(text), text, values: [...values] });

async function inTransaction(task: (client: pg.PoolClient) => Promise<unknown>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await task(client);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

const staticAnswers = new Map<number, string>();
/** Returns an answer of a size in bytes. */
function staticAnswer(bytes: number): string {
  const known = staticAnswers.get(bytes) ?? 'x'.repeat(bytes);
  staticAnswers.set(bytes, known);
  return known;
}

let written = 0;
const INSERT = 'INSERT INTO bench_texts (text) VALUES ($1) RETURNING id';
const UPDATE = 'UPDATE bench_texts SET text = $2 WHERE id = $1 RETURNING id';
const handlers: Record<string, (ctx: Koa.Context, name: string) => Promise<unknown>> = {
  'GET rows': async (_ctx, path) =>
    (await send(pool, 'SELECT answer FROM bench_rows WHERE path = $1', [path])).rows[0].answer,
  'PUT rows': async (ctx, path) => {
    const answer = JSON.stringify(await json(ctx.req));
    await pool.query('INSERT INTO bench_rows VALUES ($1, $2) ON CONFLICT (path) DO UPDATE SET answer = $2', [
      path,
      answer,
    ]);
    return {};
  },
  'POST insert': async () => {
    await inTransaction((client) => send(client, INSERT, [textOf(++written)]));
    return {};
  },
  'POST update': async () => {
    await inTransaction((client) => send(client, UPDATE, [(++written % KEPT_ROWS) + 1, textOf(written)]));
    return {};
  },
  'PUT same': async (ctx, name) => {
    const { recordings, answer } = (await json(ctx.req)) as { recordings: Recording[]; answer: unknown };
    tasks.set(name, { work: new SameWork(recordings), answer, last: Promise.resolve() });
    return {};
  },
  'GET same': async (_ctx, name) => {
    const { work, answer } = tasks.get(name)!;
    await work.repeat((text, values: Parameter[]) => send(pool, text, values));
    return answer;
  },
  'POST same': async (_ctx, name) => {
    const { work, answer } = tasks.get(name)!;
    const written = tasks
      .get(name)!
      .last.then(() =>
        inTransaction((client) => work.repeat((text, values: Parameter[]) => send(client, text, values))),
      );
    tasks.get(name)!.last = written.catch(() => undefined);
    await written;
    return answer;
  },
};

const app = new Koa();
app.use(async (ctx) => {
  const [, what = '', ...rest] = ctx.path.split('/');
  if (what === 'static') {
    ctx.type = 'text/html';
    ctx.body = staticAnswer(Number(rest[0]));
    return;
  }
  const handler = handlers[`${ctx.method} ${what}`];
  if (handler !== undefined) ctx.body = await handler(ctx, rest.join('/'));
});
const server = createServer(app.callback()).listen(0, '127.0.0.1', () =>
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`),
);
pool.on('error', () => process.exit(1));
process.on('SIGTERM', () => process.exit(0));
