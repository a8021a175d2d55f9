import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterSuite, temporaryFolder } from '../backends.ts';
import { freePort } from '../free-port.ts';
import { until } from '../until.ts';
import { PostgresServer, preparePostgres } from './postgres-server.ts';

/** Primary with a synchronous standby: what the primary acknowledges, the standby has. */
export class PostgresPair {
  private constructor(
    readonly primary: PostgresServer,
    readonly standby: PostgresServer,
  ) {}

  static async start(): Promise<PostgresPair> {
    const folder = temporaryFolder();
    const host = preparePostgres(folder);
    const primary = await PostgresServer.create(folder, host, {
      name: 'primary',
      settings: ['wal_level = replica', 'hot_standby = on'],
    });
    const standby = new PostgresServer(join(folder, 'standby'), await freePort(), host);
    mkdirSync(standby.data, { mode: 0o700 });
    cpSync(primary.data, standby.data, { recursive: true });
    writeFileSync(join(standby.data, 'standby.signal'), '');
    appendFileSync(
      join(standby.data, 'postgresql.conf'),
      `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=quire application_name=standby'\n`,
    );
    const { user } = host;
    if (user.uid !== undefined) {
      const { status: owned } = spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, standby.data]);
      if (owned !== 0) throw new Error('the data of the standby could not be given to its user');
    }
    await primary.start();
    await standby.start();
    await primary.query("ALTER SYSTEM SET synchronous_standby_names = 'standby'");
    await primary.query('SELECT pg_reload_conf()');
    await until(
      async () => (await primary.query("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'")).length === 1,
      60_000,
      'the standby is synchronous',
    );
    afterSuite(() => rmSync(folder, { recursive: true, force: true }));
    return new PostgresPair(primary, standby);
  }

  /** URL that names both servers, the standby first. */
  get url(): string {
    const { primary, standby } = this;
    return `postgresql://quire@127.0.0.1:${standby.port},127.0.0.1:${primary.port}/postgres?target_session_attrs=read-write`;
  }

  /** Kills the primary without warning, and makes the standby the primary. */
  async failOver(): Promise<void> {
    await this.primary.end('SIGKILL');
    await this.standby.query('SELECT pg_promote()');
  }
}
