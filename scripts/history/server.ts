import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { databasePid, QuireProcess } from '../../test/process/quire-process.ts';
import { apiOf, type Api } from '../../test/support/world.ts';

/** What clients talk to: it may go away at any moment, and comes back at the same address. */
export interface Target {
  /** As soon as it is up; it may be gone again before it is used. */
  api(): Promise<Api>;
  /** Counts up each time before something is killed, so that an answer tells whether it came from a dying server. */
  readonly deaths: number;
}

export const VICTIMS = ['server', 'database', 'both'] as const;
export type Victim = (typeof VICTIMS)[number];

/** A real process of Quire on the embedded database, which is killed and started again on the same data. */
export class MortalServer implements Target {
  deaths = 0;
  #process!: QuireProcess;
  #up!: Promise<Api>;

  private constructor(
    private readonly dataDir: string,
    private readonly port: number,
  ) {}

  static async start(dataDir: string): Promise<MortalServer> {
    const server = new MortalServer(dataDir, await freePort());
    server.#rise();
    await server.#up;
    return server;
  }

  api(): Promise<Api> {
    return this.#up;
  }

  /** Kills what it says without warning, and starts it again. @throws Error when it does not come back */
  async killAndRestart(victim: Victim): Promise<void> {
    this.deaths += 1;
    const { ended } = this.#process;
    const dying = this.#process;
    this.#up = ended.then(() => (this.#rise(), this.#up));
    if (victim !== 'server') process.kill(databasePid(this.dataDir), 'SIGKILL');
    // Without its database it goes by itself.
    if (victim !== 'database') dying.child.kill('SIGKILL');
    await this.#up;
  }

  async stop(): Promise<void> {
    await this.#up.catch(() => {});
    await this.#process.end('SIGTERM');
  }

  #rise(): void {
    this.#process = QuireProcess.start({ DATA_DIR: this.dataDir, PORT: String(this.port), LOG_LEVEL: 'warn' });
    this.#up = this.#process.ready().then((url) => apiOf({ url }, QuireProcess.token(this.dataDir)));
    this.#up.catch(() => {});
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
