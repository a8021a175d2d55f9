import { databasePid, QuireProcess } from '../../test/process/quire-process.ts';
import { freePort } from '../../test/support/free-port.ts';
import { apiOf, type Api } from '../../test/support/world.ts';

/** Server that clients use; it may disappear at any moment and returns at the same address. */
export interface ClientTarget {
  /** Returns a client of the API once the server is up; the server may be gone again before its first use. */
  api(): Promise<Api>;
  /** Incremented before each kill, so that a response of a dying server can be recognized. */
  readonly deaths: number;
  /** A 503 asks to repeat the request elsewhere, so that it is no defect. */
  readonly isRepeated?: boolean;
}

export const VICTIMS = ['server', 'database', 'both'] as const;
export type Victim = (typeof VICTIMS)[number];

/** Process of Quire on the embedded database that is killed and restarted on the same data. */
export class RestartableServer implements ClientTarget {
  deaths = 0;
  #process!: QuireProcess;
  #up!: Promise<Api>;

  private constructor(
    private readonly dataDir: string,
    private readonly port: number,
  ) {}

  static async start(dataDir: string): Promise<RestartableServer> {
    const server = new RestartableServer(dataDir, await freePort());
    server.#rise();
    await server.#up;
    return server;
  }

  api(): Promise<Api> {
    return this.#up;
  }

  /**
   * Kills a process without warning, and starts the server again.
   *
   * @throws Error when the server does not return
   */
  async killAndRestart(victim: Victim): Promise<void> {
    this.deaths += 1;
    const { ended } = this.#process;
    const dying = this.#process;
    this.#up = ended.then(() => (this.#rise(), this.#up));
    if (victim !== 'server') process.kill(databasePid(this.dataDir), 'SIGKILL');
    // The server ends by itself without its database.
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
