import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '../src/adapters/database/embedded-postgres.ts';
import { measureMs } from './figures.ts';
import { floorServer, quireServer, script, type Server } from './processes.ts';
import type { SeededSpace } from './seeding.ts';
import { apiOf, TOKEN, World } from './world.ts';

/** Quire has ten connections for commands and ten for reads. */
const FLOOR_CONNECTIONS = 20;

export interface Measured {
  readonly world: World;
  readonly databaseUrl: string;
  /** Time from the start of the process with an existing database to the first answer, in milliseconds. */
  readonly startMs: number;
}

/**
 * Builds Quire, seeds an embedded database with one space of each size, and runs a task with an instance and the floor
 * on it, which end with the task.
 *
 * @param sizes numbers of pages, from the smallest to the largest
 */
export async function withMeasured(
  sizes: readonly number[],
  quick: boolean,
  task: (measured: Measured) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-bench-'));
  const database = await startEmbeddedPostgres({ dataDir: folder });
  const servers: Server[] = [];
  try {
    execFileSync('npm', ['run', '--silent', 'build'], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      stdio: 'inherit',
    });
    // Limits are counted as in production, but never reached.
    const limits = ['READ', 'SEARCH', 'WRITE', 'HEAVY', 'HEAVY_ORGANIZATION', 'ANONYMOUS', 'ANONYMOUS_SEARCH'];
    const unreached = Object.fromEntries(limits.map((name) => [`RATE_LIMIT_${name}`, '1000000000']));
    const env = {
      ...unreached,
      DATABASE_URL: database.url,
      DATA_DIR: join(folder, 'quire'),
      ADMIN_TOKEN: TOKEN,
      ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
    };
    const first = await quireServer(env);
    await first.stop();
    const spaces: SeededSpace[] = JSON.parse(
      await script('./seed.ts', sizes.map(String), { DATABASE_URL: database.url }),
    );
    const start = async (server: Promise<Server>): Promise<Server> => {
      servers.push(await server);
      return server;
    };
    let quire!: Server;
    const startMs = await measureMs(async () => (quire = await start(quireServer(env))));
    const organization = (await apiOf({ quire })('GET', '/v1/orgs')).items[0].id;
    const floor = await start(floorServer(database.url, FLOOR_CONNECTIONS));
    await task({ world: new World(quire, floor, organization, spaces, quick), databaseUrl: database.url, startMs });
  } finally {
    for (const server of servers.reverse()) await server.stop();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
