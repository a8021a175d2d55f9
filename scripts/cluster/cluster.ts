import { join } from 'node:path';
import { QuireProcess } from '../../test/process/quire-process.ts';
import { freePort } from '../../test/support/free-port.ts';
import { PostgresServer, preparePostgres } from '../../test/support/servers/postgres-server.ts';
import { apiOf, type Api } from '../../test/support/world.ts';

export type NodeRole = 'all' | 'web' | 'worker';

/** Token of the operator on every node. */
const ADMIN_TOKEN = 'an-operator-token-of-a-cluster';
/** Time for which a worker is silent before others take over its jobs, and some more. */
const SILENCE_SECONDS = 70;
const SERVER_SETTINGS = ['max_connections = 250'];

/** Process of Quire that is killed and started again at the same address. */
export class ClusterNode {
  readonly url: string;
  readonly #processes: QuireProcess[] = [];
  #process!: QuireProcess;
  #mayEnd = false;
  /** Output of processes that ended by themselves. */
  readonly crashes: string[] = [];
  /** Names under which the workers of the present process take jobs. */
  workers: readonly string[] = [];

  constructor(
    readonly name: string,
    readonly role: NodeRole,
    private readonly port: number,
    private readonly environment: Record<string, string>,
  ) {
    this.url = `http://127.0.0.1:${port}`;
  }

  get pid(): number {
    return this.#process.child.pid!;
  }
  /** Everything that the process and its predecessors printed. */
  get log(): string {
    return this.#processes.map(({ stdout, stderr }) => stdout + stderr).join('');
  }

  /** Starts the process, and resolves when it is ready. */
  async start(): Promise<void> {
    this.#process = QuireProcess.start({ ...this.environment, QUIRE_ROLE: this.role, PORT: String(this.port) });
    this.#processes.push(this.#process);
    this.#mayEnd = false;
    const started = this.#process;
    void started.ended.then(({ code, signal }) => {
      const { stdout, stderr } = started;
      if (!this.#mayEnd) this.crashes.push(`code ${code}, signal ${signal}: ${stdout.slice(-1_500)}${stderr}`);
    });
    await this.#process.ready();
  }

  signal(signal: NodeJS.Signals): void {
    this.#process.child.kill(signal);
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    this.#mayEnd = true;
    await this.#process.end(signal);
  }
}

export interface ClusterOptions {
  /** Roles of the nodes. */
  readonly roles: readonly NodeRole[];
  /** Empty folder. */
  readonly folder: string;
  /** Settings that all nodes have besides those of a cluster. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Nodes of one instance over one PostgreSQL server, all on loopback. */
export class Cluster {
  private constructor(
    readonly database: PostgresServer,
    readonly nodes: readonly ClusterNode[],
    /** Settings of every node; the command line uses them, too. */
    readonly settings: Readonly<Record<string, string>>,
  ) {}

  /** Starts the database and then the nodes, the first of which sets the instance up. */
  static async start({ roles, folder, settings: more = {} }: ClusterOptions): Promise<Cluster> {
    const database = await PostgresServer.create(folder, preparePostgres(folder), { settings: SERVER_SETTINGS });
    await database.start();
    const settings = {
      DATABASE_URL: database.url,
      DATABASE_CONNECTIONS: '6',
      SECRET_KEY: 'k'.repeat(40),
      ADMIN_TOKEN,
      BLOB_DIR: join(folder, 'blobs'),
      ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
      LOG_LEVEL: 'warn',
      ...more,
    };
    const nodes: ClusterNode[] = [];
    for (const [index, role] of roles.entries()) {
      const name = `${role}-${index}`;
      nodes.push(new ClusterNode(name, role, await freePort(), { ...settings, DATA_DIR: join(folder, name) }));
    }
    const cluster = new Cluster(database, nodes, settings);
    for (const node of nodes) await cluster.startNode(node);
    return cluster;
  }

  /** Nodes that serve the API. */
  get webNodes(): readonly ClusterNode[] {
    return this.nodes.filter(({ role }) => role !== 'worker');
  }
  get workerNodes(): readonly ClusterNode[] {
    return this.nodes.filter(({ role }) => role === 'worker');
  }

  /** Calls one node as the operator. */
  api({ url }: Pick<ClusterNode, 'url'>): Api {
    return apiOf({ url }, ADMIN_TOKEN);
  }
  get token(): string {
    return ADMIN_TOKEN;
  }

  /** Starts a node; nodes that run jobs are started one after the other, so that their workers can be told apart. */
  async startNode(node: ClusterNode): Promise<void> {
    if (node.role === 'web') return node.start();
    const before = new Set(await this.#knownWorkers());
    await node.start();
    node.workers = (await this.#knownWorkers()).filter((id) => !before.has(id));
  }

  /** Kills a node. The time in which others wait for a sign of its workers has passed at once. */
  async kill(node: ClusterNode): Promise<void> {
    await node.end('SIGKILL');
    if (node.workers.length === 0) return;
    const past = `- interval '${SILENCE_SECONDS} seconds'`;
    await this.database.query(`UPDATE worker_heartbeats SET seen_at = seen_at ${past} WHERE worker_id = ANY($1)`, [
      node.workers,
    ]);
    await this.database.query(
      `UPDATE graphile_worker._private_jobs SET locked_at = locked_at ${past} WHERE locked_by = ANY($1)`,
      [node.workers],
    );
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.end('SIGTERM')));
    await this.database.end('SIGINT');
  }

  async #knownWorkers(): Promise<string[]> {
    // The first node has yet to create the table.
    const [{ exists }] = await this.database.query("SELECT to_regclass('worker_heartbeats') IS NOT NULL AS exists");
    if (!exists) return [];
    return (await this.database.query('SELECT worker_id AS id FROM worker_heartbeats')).map(({ id }) => id as string);
  }
}
