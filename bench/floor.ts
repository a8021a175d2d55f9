import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import pg from 'pg';

/**
 * Measures what Koa and pg alone cost: one primary-key select, one listing of 50 rows, one full-text search, one insert
 * in a transaction, on the database of the measured instance. Prints its address when it listens.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
await pool.query(
  'CREATE TABLE IF NOT EXISTS bench_floor (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text text NOT NULL)',
);

/** Ten pages by the ranking of the database. */
const SEARCH = `SELECT page_id, title, ts_rank(head || body, $2::tsquery) AS rank FROM page_search
  WHERE space_id = $1 AND all_terms(head, body) @@ $2::tsquery ORDER BY rank DESC LIMIT 10`;

const app = new Koa();
app.use(async (ctx) => {
  const [, what, id, words] = ctx.path.split('/');
  if (what === 'row') ctx.body = (await pool.query('SELECT * FROM spaces WHERE id = $1', [id])).rows[0];
  else if (what === 'list')
    ctx.body = {
      items: (await pool.query('SELECT * FROM spaces WHERE organization_id = $1 ORDER BY id LIMIT 50', [id])).rows,
    };
  else if (what === 'search')
    ctx.body = { items: (await pool.query({ name: 'search', text: SEARCH, values: [id, words] })).rows };
  else if (what === 'insert') {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      ctx.body = (
        await client.query('INSERT INTO bench_floor (text) VALUES ($1) RETURNING id', ['x'.repeat(200)])
      ).rows[0];
      await client.query('COMMIT');
    } finally {
      client.release();
    }
  }
});
const server = createServer(app.callback()).listen(0, '127.0.0.1', () =>
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`),
);
process.on('SIGTERM', () => process.exit(0));
