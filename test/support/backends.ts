import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { tokenSecrets } from '../../src/adapters/system/secrets.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { startInstance, type Instance, type StartOptions } from '../../src/instance.ts';
import { RESULTS_FILE, type FileResult } from './file-results.ts';
import { startTestServer, TEST_SERVER, TestDatabases, type TestServer } from './persistence/test-databases.ts';
import { validateEveryResponse } from './routes/conformance.ts';

export type BackendName = 'memory' | 'embedded' | 'database-url';

/**
 * Storage of a test instance. An instance of each backend is started when a test first needs it, and stopped after the
 * last test.
 */
export interface Backend {
  readonly name: BackendName;
  instance(): Promise<Instance>;
  /** URL of a new database of this backend with the present schema and no rows; undefined in memory. */
  database(): Promise<string | undefined>;
  /** URL of a new database of this backend without a schema; undefined in memory. */
  emptyDatabase(): Promise<string | undefined>;
}

const cleanup: (() => Promise<unknown> | unknown)[] = [];
/** Creates a folder that is deleted when the tests end. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quire-test-'));
  cleanup.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
/** Runs a task after all tests of this run. */
export const atTheEnd = (task: () => Promise<unknown> | unknown): void => void cleanup.push(task);

/** Tasks for the end of the current suite on one backend. */
let ofSuite: (() => Promise<unknown> | unknown)[] | undefined;
/**
 * Runs a task when the tests of `onEveryBackend` are done on this backend, so that nothing started by a suite stays
 * until the end.
 */
export const afterSuite = (task: () => Promise<unknown> | unknown): void => void (ofSuite ?? cleanup).push(task);

async function done(tasks: (() => Promise<unknown> | unknown)[]): Promise<void> {
  for (const task of tasks.splice(0).reverse()) await task();
}

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
};

/** Server of this run of several processes; undefined when this process runs alone. */
const runServer = JSON.parse(process.env[TEST_SERVER] ?? 'null') as TestServer | null;
const embeddedServer = once(async () => {
  if (runServer !== null) return runServer.url;
  const server = await startTestServer(temporaryFolder());
  atTheEnd(() => server.stop());
  return server.url;
});

/** Options of instances in tests: passwords are hashed in a millisecond, and threads start without a loader. */
export const QUICK_START: StartOptions = {
  passwordCost: 6,
  ...(process.env['QUIRE_TEST_BUILT'] === '1' && { compiledModules: new URL('../../dist/', import.meta.url) }),
};

/** Settings without request limits, because tests call one instance as fast as they can. */
export const WITHOUT_REQUEST_LIMITS: Readonly<Record<string, string>> = Object.fromEntries(
  ['READ', 'SEARCH', 'WRITE', 'HEAVY', 'HEAVY_ORGANIZATION', 'ANONYMOUS', 'ANONYMOUS_SEARCH'].map((name) => [
    `RATE_LIMIT_${name}`,
    '0',
  ]),
);

/** Settings that the nodes of a database share. */
const sharedSettings = new Map<string, Record<string, string>>();
function settingsOfNodes(databaseUrl: string | undefined): Record<string, string> {
  if (databaseUrl === undefined) return {};
  const known = sharedSettings.get(databaseUrl);
  if (known !== undefined) return known;
  const made = {
    SECRET_KEY: randomBytes(32).toString('base64url'),
    ADMIN_TOKEN: tokenSecrets.issue().secret,
    BLOB_DIR: temporaryFolder(),
  };
  sharedSettings.set(databaseUrl, made);
  return made;
}

/** Settings of a test instance: loopback, any port, no log. */
export const testEnvironment = (more: Record<string, string> = {}): Record<string, string> => ({
  PORT: '0',
  LOG_LEVEL: 'silent',
  ...(more['DATA_DIR'] === undefined && {
    DATA_DIR: temporaryFolder(),
    ...settingsOfNodes(more['DATABASE_URL']),
  }),
  ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
  GIT_PROTOCOLS: 'http,https,file',
  GIT_FILE_ROOTS: tmpdir(),
  GIT_RETRY_MS: '10',
  DATABASE_CONNECTIONS: '8',
  // No server listens at this address.
  DNS_SERVERS: '127.0.0.1:1',
  // Tests reach nothing outside.
  EMBED_PREVIEWS: 'false',
  ...WITHOUT_REQUEST_LIMITS,
  // A busy machine must not render long pages as plain text.
  RENDERING_TIME_LIMIT_MS: '30000',
  ...more,
});

function backend(name: BackendName, server: TestDatabases | undefined): Backend {
  const database = async () => server?.database();
  return {
    name,
    database,
    emptyDatabase: async () => server?.emptyDatabase(),
    instance: once(async () => {
      const url = await database();
      const instance = await startInstance(
        readConfig(testEnvironment(url === undefined ? { PERSISTENCE: 'memory' } : { DATABASE_URL: url })),
        { welcome: false, drainMs: 1_000, ...QUICK_START },
      );
      atTheEnd(() => instance.stop());
      return instance;
    }),
  };
}

const databaseUrl = process.env['DATABASE_URL'];
/** All backends: memory, the embedded PostgreSQL, and the one of DATABASE_URL if set. */
export const backends: readonly Backend[] = [
  backend('memory', undefined),
  backend(
    'embedded',
    new TestDatabases(embeddedServer, { ...(runServer !== null && { template: runServer.template }) }),
  ),
  ...(databaseUrl
    ? [backend('database-url', new TestDatabases(async () => databaseUrl, { dropLater: atTheEnd }))]
    : []),
];

/** Describes the same behavior on every backend. */
export function onEveryBackend(title: string, describeOn: (backend: Backend) => void): void {
  for (const each of backends) onBackend(each, title, describeOn);
}

/**
 * Describes behavior on PostgreSQL only: that of pages in a browser, which takes long to test and does not depend on the
 * storage behind them.
 */
export function onPostgres(title: string, describeOn: (backend: Backend) => void): void {
  onBackend(backends.at(-1)!, title, describeOn);
}

function onBackend(each: Backend, title: string, describeOn: (backend: Backend) => void): void {
  describe(`${title} (${each.name})`, () => {
    before(() => void (ofSuite = []));
    describeOn(each);
    after(async () => {
      const tasks = ofSuite ?? [];
      ofSuite = undefined;
      await done(tasks);
    });
  });
}

const results: Record<string, FileResult> = {};
let lastEnd = 0;

/** Hooks that Mocha runs before and after all tests, and after each. */
export const mochaHooks = {
  beforeAll(): void {
    validateEveryResponse();
    lastEnd = performance.now();
  },
  /** Counts the time since the last test, with the hooks in between, as one of the file. */
  afterEach(this: Mocha.Context): void {
    const { file = '', state } = this.currentTest!;
    const path = relative(process.cwd(), file);
    const { seconds, passed, failed } = results[path] ?? { seconds: 0, passed: 0, failed: 0 };
    const now = performance.now();
    results[path] = {
      seconds: seconds + (now - lastEnd) / 1000,
      passed: passed + (state === 'passed' ? 1 : 0),
      failed: failed + (state === 'failed' ? 1 : 0),
    };
    lastEnd = now;
  },
  async afterAll(this: Mocha.Context): Promise<void> {
    await done(cleanup);
    const receiver = process.env[RESULTS_FILE];
    if (receiver !== undefined) writeFileSync(receiver, JSON.stringify(results));
  },
};
