import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { readConfig } from '../../src/config.ts';
import { startInstance, type Instance } from '../../src/instance.ts';
import { startEmbeddedPostgres } from '../../src/adapters/database/embedded-postgres.ts';
import { validateEveryResponse } from './routes/conformance.ts';

export type BackendName = 'memory' | 'embedded' | 'database-url';

/**
 * Storage of a test instance. An instance of each backend is started when a test first needs it, and stopped after the
 * last test.
 */
export interface Backend {
  readonly name: BackendName;
  instance(): Promise<Instance>;
  /** URL of a new, empty database of this backend; undefined in memory. */
  database(): Promise<string | undefined>;
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

const embeddedServer = once(async () => {
  const server = await startEmbeddedPostgres({ dataDir: temporaryFolder() });
  atTheEnd(() => server.stop());
  return server.url;
});

/** Creates an empty database on a server; dropped at the end. */
async function freshDatabase(serverUrl: string): Promise<string> {
  const name = `quire_test_${randomBytes(6).toString('hex')}`;
  const admin = async (sql: string) => {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await admin(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  atTheEnd(() => admin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Cost with which passwords are hashed in a millisecond. */
export const QUICK_PASSWORDS = 6;

/** Settings without request limits, because tests call one instance as fast as they can. */
export const WITHOUT_REQUEST_LIMITS: Readonly<Record<string, string>> = Object.fromEntries(
  ['READ', 'SEARCH', 'WRITE', 'HEAVY', 'HEAVY_ORGANIZATION', 'ANONYMOUS', 'ANONYMOUS_SEARCH'].map((name) => [
    `RATE_LIMIT_${name}`,
    '0',
  ]),
);

/** Settings of a test instance: loopback, any port, no log. */
export const testEnvironment = (more: Record<string, string> = {}): Record<string, string> => ({
  PORT: '0',
  LOG_LEVEL: 'silent',
  DATA_DIR: temporaryFolder(),
  ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
  GIT_PROTOCOLS: 'http,https,file',
  GIT_FILE_ROOTS: tmpdir(),
  GIT_RETRY_MS: '10',
  DATABASE_CONNECTIONS: '8',
  // No server listens at this address.
  DNS_SERVERS: '127.0.0.1:1',
  ...WITHOUT_REQUEST_LIMITS,
  // A busy machine must not render long pages as plain text.
  RENDERING_TIME_LIMIT_MS: '30000',
  ...more,
});

function backend(name: BackendName, serverUrl: (() => Promise<string>) | undefined): Backend {
  const database = async () => serverUrl && freshDatabase(await serverUrl());
  return {
    name,
    database,
    instance: once(async () => {
      const url = await database();
      const instance = await startInstance(
        readConfig(testEnvironment(url === undefined ? { PERSISTENCE: 'memory' } : { DATABASE_URL: url })),
        { welcome: false, drainMs: 1_000, passwordCost: QUICK_PASSWORDS },
      );
      atTheEnd(() => instance.stop());
      return instance;
    }),
  };
}

const given = process.env['DATABASE_URL'];
/** All backends: memory, the embedded PostgreSQL, and the one of DATABASE_URL if set. */
export const backends: readonly Backend[] = [
  backend('memory', undefined),
  backend('embedded', embeddedServer),
  ...(given ? [backend('database-url', async () => given)] : []),
];

/** Describes the same behavior on every backend. */
export function onEveryBackend(title: string, describeOn: (backend: Backend) => void): void {
  for (const each of backends)
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

/** Hooks that Mocha runs once, before and after all tests. */
export const mochaHooks = {
  beforeAll: validateEveryResponse,
  async afterAll(this: Mocha.Context): Promise<void> {
    this.timeout(60_000);
    await done(cleanup);
  },
};
