import { Client } from 'pg';
import { HOTTEST, hottestNamed, type HottestRequest } from './hottest.ts';
import { withMeasured } from './measured.ts';
import { load } from './processes.ts';
import { record, type Parameter, type Recorded } from './same-work.ts';
import { TOKEN, type Requests, type World } from './world.ts';

/** Characters of a statement that are printed. */
const SHOWN_TEXT = 400;

/**
 * Prints the statements of a request with their plans: of reads with rows, times and blocks. What a write changed is
 * changed, so that its statements cannot run again and have no times.
 */
async function explain(world: World, database: Client, name: HottestRequest): Promise<void> {
  const { quire } = world;
  const requests: Requests = HOTTEST[name](world);
  // The caches of a server that runs for long are full.
  await load({ url: quire.url, token: TOKEN, connections: 2, seconds: 2, ...requests });
  const { paths, method = 'GET', body } = requests;
  const statements = await record(quire, () => world.api(method, paths[0]!, body && JSON.parse(body)));
  console.log(`\n${name}: ${statements.length} statements`);
  for (const statement of statements) await print(database, statement, method === 'GET');
}

async function print(database: Client, { text, values }: Recorded, isRead: boolean): Promise<void> {
  const parameters = values.map((value): Parameter =>
    value === null || typeof value === 'string' ? value : Buffer.from(value.base64, 'base64'),
  );
  console.log(`\n  ${text.replaceAll(/\s+/g, ' ').slice(0, SHOWN_TEXT)}`);
  const { rows } = await database.query(`EXPLAIN ${isRead ? '(ANALYZE, BUFFERS)' : ''} ${text}`, parameters);
  for (const { 'QUERY PLAN': line } of rows) console.log(`    ${line}`);
}

const wanted = hottestNamed(process.argv.slice(2));
await withMeasured([100, 10_000], true, async ({ world, databaseUrl }) => {
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    for (const name of wanted) await explain(world, database, name);
  } finally {
    await database.end();
  }
});
