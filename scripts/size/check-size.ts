import pg from 'pg';
import { pageText } from '../../bench/page-text.ts';
import { startSeeding, type SeededSpace } from '../../bench/seeding.ts';
import { Tokens } from '../../src/composition/tokens.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { startInstance, type Instance } from '../../src/instance.ts';
import { WITHOUT_REQUEST_LIMITS } from '../../test/support/backends.ts';
import { SizeClient } from './size-client.ts';

export interface SizeOptions {
  readonly pages: number;
  readonly spaces: number;
  /** Directory of the instance, with its database unless there is a URL. */
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly report: (line: string) => void;
}

/** Times of an operation in milliseconds, one request after the other. */
export interface OperationTimes {
  readonly operation: string;
  readonly p50: number;
  readonly p99: number;
}

export interface SizeFigures {
  /** Time for generating the pages. */
  readonly seconds: number;
  readonly bytesPerPage: number;
  /** Largest tables with their indexes. */
  readonly tables: readonly { readonly name: string; readonly bytes: number }[];
  readonly operations: readonly OperationTimes[];
}

const MEASURED = 300;
const WARM_UP = 100;
/** Time after which no further request of an operation is made, in milliseconds. */
const MAX_MS = 10_000;
const MERGES = 60;
const TABLES = `SELECT relname AS name, pg_total_relation_size(oid)::float8 AS bytes FROM pg_class
  WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 2 DESC LIMIT 8`;
/** Number of random choices, so that every run makes the same ones. */
const STRIDE = 7_919;

/** Fills an empty instance with pages, and measures how long requests to it take. */
export async function checkSize({ pages, spaces, dataDir, databaseUrl, report }: SizeOptions): Promise<SizeFigures> {
  const instance = await startInstance(
    readConfig({
      ...WITHOUT_REQUEST_LIMITS,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'silent',
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    }),
    { welcome: false, drainMs: 1_000 },
  );
  try {
    const { reads } = instance.container.get(Tokens.MeasuredDatabase)!.pools() as Readonly<Record<string, pg.Pool>>;
    const url = reads!.options.connectionString!;
    const started = performance.now();
    const seeded = await seed(url, pages, spaces, report);
    const seconds = (performance.now() - started) / 1000;
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows: size } = await client.query('SELECT pg_database_size(current_database())::float8 AS bytes');
    const { rows: tables } = await client.query<{ name: string; bytes: number }>(TABLES);
    await client.end();
    const operations = await measureOperations(instance, seeded, report);
    return { seconds, bytesPerPage: size[0].bytes / pages, tables, operations };
  } finally {
    await instance.stop();
  }
}

function seed(
  url: string,
  pages: number,
  spaces: number,
  report: SizeOptions['report'],
): Promise<readonly SeededSpace[]> {
  const until = (space: number): number => Math.floor((space * pages) / spaces);
  const sizes = Array.from({ length: spaces }, (_, i) => until(i + 1) - until(i));
  const onSpace = (done: number): void => void (done % 100 === 0 && report(`${done} of ${spaces} spaces`));
  return startSeeding(url, sizes, { distinct: true, onSpace });
}

async function measureOperations(
  instance: Instance,
  seeded: readonly SeededSpace[],
  report: SizeOptions['report'],
): Promise<readonly OperationTimes[]> {
  const client = await SizeClient.of(instance);
  const spaceAt = (i: number): SeededSpace => seeded[(i * STRIDE) % seeded.length]!;
  const pageAt = (i: number): string => {
    const { spaceId, pages } = spaceAt(i);
    return `/v1/spaces/${spaceId}/content/page/${pages[(i * STRIDE) % pages.length]}?format=markdown`;
  };
  const organization = `/v1/orgs/${client.organizationId}`;
  report('giving a team access');
  const member = await client.memberOfTeam(seeded.map(({ spaceId }) => spaceId));
  report('measuring');
  const reads: Record<string, (i: number) => string> = {
    'get a space': (i) => `/v1/spaces/${spaceAt(i).spaceId}`,
    'get a page': pageAt,
    'list the pages of a space': (i) => `/v1/spaces/${spaceAt(i).spaceId}/content/pages`,
    'list the spaces of the organization': () => `${organization}/spaces?limit=50`,
    'search the organization, a word of every title': (i) => `${organization}/search?query=page%20unknown${i}`,
    'search the organization, a word of every text': () => `${organization}/search?query=configuration`,
    'search the organization, a word of no page': (i) => `${organization}/search?query=unknown${i}`,
    'search a space': (i) => `/v1/spaces/${spaceAt(i).spaceId}/search?query=configuration%20${i % 997}`,
  };
  const byTeam = ['get a page', 'list the spaces of the organization', 'search the organization, a word of no page'];
  const document = (i: number) => ({ markdown: `${pageText(i)}\nChanged for the time ${i}.\n` });
  const requests: Record<string, (i: number) => Promise<unknown>> = {
    ...Object.fromEntries(Object.entries(reads).map(([name, path]) => [name, (i: number) => client.get(path(i))])),
    ...Object.fromEntries(byTeam.map((name) => [`${name}, as a member of a team`, (i) => member.get(reads[name]!(i))])),
    'update a page': (i) => {
      const { spaceId, pages } = spaceAt(i);
      return client.change(spaceId, { operation: 'update_page', page: pages[i % pages.length], document: document(i) });
    },
    'insert a page': (i) =>
      client.change(spaceAt(i).spaceId, { operation: 'insert_page', title: `Inserted ${i}`, document: document(i) }),
  };
  const times: OperationTimes[] = [];
  for (const [operation, request] of Object.entries(requests)) {
    await measure(WARM_UP, (i) => request(i + MEASURED));
    times.push({ operation, ...(await measure(MEASURED, request)) });
  }
  const merges: number[] = [];
  for (let i = 0; i < MERGES; i++) {
    const { spaceId, pages } = spaceAt(i);
    merges.push(await client.timeOfMerge(spaceId, pages[i % pages.length]!, i));
  }
  times.push({ operation: 'merge a change request', ...percentiles(merges) });
  return times;
}

async function measure(count: number, request: (i: number) => Promise<unknown>): Promise<{ p50: number; p99: number }> {
  const times: number[] = [];
  const end = performance.now() + MAX_MS;
  for (let i = 0; i < count && performance.now() < end; i++) {
    const from = performance.now();
    await request(i);
    times.push(performance.now() - from);
  }
  return percentiles(times);
}

function percentiles(times: readonly number[]): { p50: number; p99: number } {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
  return { p50: at(0.5), p99: at(0.99) };
}
