import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { appendFileSync, chownSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { locatePostgres, type PostgresProgram } from '../../../src/adapters/database/postgres-program.ts';
import { chooseProcessUser, type ProcessUser } from '../../../src/adapters/database/process-user.ts';
import { afterSuite } from '../backends.ts';
import { freePort } from '../free-port.ts';

/** Settings of a server whose data nobody needs after a crash of the machine. */
const SETTINGS = [
  "listen_addresses = '127.0.0.1'",
  "unix_socket_directories = ''",
  'fsync = off',
  'shared_buffers = 32MB',
];
const START_MS = 60_000;

/** Programs of PostgreSQL and the user that they run as, for the folder of a test. */
export interface PostgresHost {
  readonly program: PostgresProgram;
  readonly user: ProcessUser;
}

/** Finds the programs, and gives the folder to the user that runs them. */
export function preparePostgres(folder: string): PostgresHost {
  const user = chooseProcessUser(join(folder, 'data'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid!);
  return { program: locatePostgres(folder, user), user };
}

/** PostgreSQL server on loopback that a test kills and starts again. */
export class PostgresServer {
  #process: ChildProcess | undefined;

  constructor(
    readonly data: string,
    readonly port: number,
    private readonly host: PostgresHost,
  ) {}

  /** Creates a database cluster in a folder of a test, without starting its server. */
  static async create(
    folder: string,
    host: PostgresHost,
    { name = 'data', settings = [] }: { readonly name?: string; readonly settings?: readonly string[] } = {},
  ): Promise<PostgresServer> {
    const data = join(folder, name);
    const options = ['-U', 'quire', '--auth=trust', '-E', 'UTF8', '--locale=C', '--no-sync', '-D', data];
    const { status, stderr } = spawnSync(host.program.initdb, options, { ...host.user, encoding: 'utf8' });
    if (status !== 0) throw new Error(`initdb failed: ${stderr}`);
    appendFileSync(join(data, 'postgresql.conf'), `\n${[...SETTINGS, ...settings].join('\n')}\n`);
    return new PostgresServer(data, await freePort(), host);
  }

  get url(): string {
    return `postgresql://quire@127.0.0.1:${this.port}/postgres`;
  }

  /** Starts the server, and waits until it accepts connections; processes of a killed one may still have to end. */
  async start(): Promise<void> {
    afterSuite(() => this.end('SIGKILL'));
    for (const end = performance.now() + START_MS; ; await pause(50)) {
      if (!this.#isRunning())
        this.#process = spawn(this.host.program.postgres, ['-D', this.data, '-p', String(this.port)], {
          ...this.host.user,
          stdio: 'ignore',
        });
      const accepts = await this.query('SELECT 1').then(
        () => true,
        () => false,
      );
      if (accepts) return;
      if (performance.now() > end) throw new Error(`the server does not accept connections on port ${this.port}`);
    }
  }

  async query(text: string, values: readonly unknown[] = []): Promise<any[]> {
    const client = new pg.Client({ connectionString: this.url });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query(text, [...values])).rows;
    } finally {
      await client.end();
    }
  }

  /** Ends the server: `SIGINT` as an operator does, `SIGQUIT` like a crash that it notices, `SIGKILL` at once. */
  async end(signal: NodeJS.Signals): Promise<void> {
    if (!this.#isRunning()) return;
    const ended = once(this.#process!, 'exit');
    this.#process!.kill(signal);
    await ended;
  }

  #isRunning(): boolean {
    return this.#process !== undefined && this.#process.exitCode === null && this.#process.signalCode === null;
  }
}
