import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { DatabaseHosts } from './database-hosts.ts';
import { surviving } from './single-client.ts';
import { observePool, type PoolListener } from './statement-events.ts';
import type { StatementLimits } from './statement-limits.ts';

export interface PoolOptions {
  readonly url: string;
  readonly max: number;
  /** Name of the connections in the server's list of them. */
  readonly name?: string;
  /** SQL that each connection runs when it opens. */
  readonly settings?: string;
  /** Time to wait for a connection of the pool, in milliseconds. */
  readonly waitMs?: number;
  /** Limits of statements; absent: none, for the queue, which listens on a connection for as long as it runs. */
  readonly limits?: StatementLimits;
  /** Receives each round trip on the connections of the pool. */
  readonly listener?: PoolListener;
}

/** Id of this process in the names of its connections, by which the server's list of them tells the nodes. */
export const NODE = randomBytes(3).toString('hex');
// Compiling the plans of our statements takes the server longer than running them.
const WITHOUT_COMPILATION = 'SET jit = off';
// Times are then written almost as in ISO 8601; in other zones, offsets of early years have seconds, which `Date` refuses.
const IN_UTC = "SET timezone = 'UTC'";
const DEFAULT_PORT = 5432;
/** Time for opening a connection, in milliseconds. */
const CONNECT_TIMEOUT_MS = 5_000;
/** Idle time after which the operating system asks whether the other end of a connection is still there. */
const KEEP_ALIVE_MS = 10_000;
/** Time that the server has, beyond the limit of a statement, to say that it ended the statement. */
const ANSWER_MARGIN_MS = 2_000;
const PROBE_TIMEOUT_MS = 1_000;

/** Time that a connection waits for the answer to a statement with this limit, in milliseconds. */
export const answerTimeout = (statementMs: number): number => statementMs + ANSWER_MARGIN_MS;

/**
 * Connection to the host that accepts writes. Its time limit for connecting is shorter than the time that requests wait
 * for one of the pool.
 */
class PooledClient extends pg.Client {
  readonly #hosts: DatabaseHosts;

  constructor({ hosts, ...config }: pg.ClientConfig & { readonly hosts: DatabaseHosts }) {
    super({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    this.#hosts = hosts;
    surviving(this);
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | void {
    if (this.#hosts.isSingle) return callback === undefined ? super.connect() : super.connect(callback);
    if (callback === undefined) return this.#choose().then(() => super.connect());
    this.#choose().then(() => super.connect(callback), callback);
  }

  async #choose(): Promise<void> {
    const { hostname, port } = new URL(await this.#hosts.findWritable());
    // A URL has an IPv6 address in brackets.
    Object.assign(this, { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || DEFAULT_PORT) });
  }
}

/**
 * Opens a pool of connections. A connection that stops answering, because the network or the machine behind it is gone,
 * fails its statement shortly after the limit, and is closed.
 */
export function createPool({
  url,
  max,
  name = 'quire-reads',
  settings,
  waitMs = 10_000,
  limits,
  listener,
}: PoolOptions): pg.Pool {
  const onConnect = [
    WITHOUT_COMPILATION,
    IN_UTC,
    ...(limits === undefined ? [] : [limits.forConnection]),
    ...(settings === undefined ? [] : [settings]),
  ];
  const hosts = DatabaseHosts.of(url);
  const options = {
    hosts,
    Client: PooledClient as unknown as typeof pg.Client,
    connectionString: hosts.urls[0]!,
    max,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: waitMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...(limits !== undefined && { query_timeout: answerTimeout(limits.statementMs) }),
    application_name: `${name}-${NODE}`,
    onConnect: (client: pg.ClientBase) => client.query(onConnect.join(';')),
  };
  const pool = new pg.Pool(options);
  // An idle connection that breaks is dropped by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  if (listener !== undefined) observePool(pool, listener);
  return pool;
}

const IS_STANDBY = 'SELECT pg_is_in_recovery() AS standby';

/** Pools whose idle connections are being probed. */
const PROBED = new WeakSet<pg.Pool>();

/**
 * Closes idle connections that do not answer, or reach a standby. One that went silent rarely is the only one, and each
 * of the others would cost another request the whole time limit.
 */
export async function closeSilentConnections(pool: pg.Pool): Promise<void> {
  if (PROBED.has(pool)) return;
  PROBED.add(pool);
  const probe = async (): Promise<void> => {
    const client = await pool.connect();
    const isUsable = await client
      .query<{ standby: boolean }>({ text: IS_STANDBY, query_timeout: PROBE_TIMEOUT_MS } as pg.QueryConfig)
      .then(
        ({ rows: [row] }) => !row!.standby,
        () => false,
      );
    client.release(!isUsable);
  };
  await Promise.allSettled(Array.from({ length: pool.idleCount }, probe));
  PROBED.delete(pool);
}
