import { randomBytes } from 'node:crypto';
import { makeWorkerUtils } from 'graphile-worker';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../../src/adapters/database/embedded-postgres.ts';
import { Database } from '../../../src/adapters/persistence/mikro-orm/kernel/database.ts';

/** Environment variable with the `TestServer` of a run of several Mocha processes, as JSON. */
export const TEST_SERVER = 'QUIRE_TEST_SERVER';

/** Running server, and its database with the present schema and no rows, which is copied. */
export interface TestServer {
  readonly url: string;
  readonly template: string;
}

/** Settings of a server whose data nobody needs after a crash: a commit does not wait for the disk. */
const NOT_DURABLE = ['fsync = off', 'synchronous_commit = off', 'full_page_writes = off'];

/** Starts an embedded server for tests. `stop` leaves its folder. */
export async function startTestServer(dataDir: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = await startEmbeddedPostgres({ dataDir });
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  for (const setting of NOT_DURABLE) await client.query(`ALTER SYSTEM SET ${setting}`);
  await client.query('SELECT pg_reload_conf()');
  await client.end();
  return { url: server.url, stop: () => server.stop() };
}

/** Databases for tests on one server. */
export class TestDatabases {
  #template: Promise<string> | undefined;

  /**
   * @param serverUrl starts the server if necessary
   * @param options.template database with the present schema, if there is one already
   * @param options.dropLater receives the removal of each database, when the server outlives the tests
   */
  constructor(
    private readonly serverUrl: () => Promise<string>,
    private readonly options: {
      readonly template?: string;
      readonly dropLater?: (drop: () => Promise<unknown>) => void;
    } = {},
  ) {
    if (options.template !== undefined) this.#template = Promise.resolve(options.template);
  }

  /** URL of a new database without a schema. */
  async emptyDatabase(): Promise<string> {
    return this.#create('template0');
  }

  /**
   * URL of a new database with the present schema and no rows. It is a copy: running all migrations for each test takes
   * seconds.
   */
  async database(): Promise<string> {
    return this.#create(await this.template());
  }

  /** Name of the database that is copied. */
  template(): Promise<string> {
    return (this.#template ??= this.#migrate());
  }

  async #migrate(): Promise<string> {
    const url = await this.emptyDatabase();
    const database = await Database.open({ url, connections: 2 });
    const utils = await makeWorkerUtils({ connectionString: url });
    await database.migrate();
    await utils.migrate();
    await utils.release();
    await database.close();
    return new URL(url).pathname.slice(1);
  }

  async #create(template: string): Promise<string> {
    const name = `quire_test_${randomBytes(6).toString('hex')}`;
    await this.#run(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy ENCODING 'UTF8'`);
    this.options.dropLater?.(() => this.#run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    const url = new URL(await this.serverUrl());
    url.pathname = `/${name}`;
    return url.href;
  }

  async #run(sql: string): Promise<void> {
    const client = new pg.Client({ connectionString: await this.serverUrl() });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  }
}
