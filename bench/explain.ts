import { Client } from 'pg';
import { HOTTEST, hottestNamed, type HottestRequest } from './hottest.ts';
import { withMeasured } from './measured.ts';
import { load } from './processes.ts';
import { record, recordTwo, SameWork, type Parameter } from './same-work.ts';
import { TOKEN, type Requests, type World } from './world.ts';

/** Characters of a statement that are printed. */
const SHOWN_TEXT = 400;

/**
 * Prints the statements of a request with their plans, rows, times and blocks. Those of a request that writes are
 * repeated in a transaction that is rolled back.
 */
async function explain(world: World, database: Client, name: HottestRequest): Promise<void> {
  const { quire } = world;
  const requests: Requests = await HOTTEST[name](world);
  // The caches of a server that runs for long are full.
  await load({ url: quire.url, token: TOKEN, connections: 2, seconds: 2, ...requests });
  const { paths, method = 'GET', body = '' } = requests;
  let sent = 0;
  const request = (): Promise<unknown> =>
    world.api(
      method,
      paths[0]!,
      body === '' ? undefined : JSON.parse(body.replaceAll('[<id>]', `explained-${sent++}`)),
    );
  const work = new SameWork(method === 'GET' ? [await record(quire, request)] : await recordTwo(quire, request));
  console.log(`\n${name}`);
  await database.query('BEGIN');
  await work.repeat((text, values) => print(database, text, values));
  await database.query('ROLLBACK');
}

async function print(database: Client, text: string, values: Parameter[]): Promise<void> {
  console.log(`\n  ${text.replaceAll(/\s+/g, ' ').slice(0, SHOWN_TEXT)}`);
  const { rows } = await database.query(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, values);
  for (const { 'QUERY PLAN': line } of rows) console.log(`    ${line}`);
}

const requestedNames = hottestNamed(process.argv.slice(2));
await withMeasured([100, 10_000], true, async ({ world, databaseUrl }) => {
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    for (const name of requestedNames) await explain(world, database, name);
  } finally {
    await database.end();
  }
});
