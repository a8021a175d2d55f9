import pg from 'pg';

/** Parts of the driver's client that its types leave out. */
interface ConnectedClient {
  readonly host: string;
  readonly port: number;
  readonly ssl: boolean | object;
  readonly processID: number;
  readonly secretKey: number;
}
/** Methods of the driver's connection that its types leave out. */
interface RawConnection extends pg.Connection {
  connect(port: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processId: number, secretKey: number): void;
}

const CANCEL_TIMEOUT_MS = 5_000;

/**
 * Runs a query on a connection of a pool, and cancels it on the server when the signal aborts. The connection is then
 * closed, because the cancellation may reach the server after the query has ended.
 * @throws the reason of the signal, and the errors of the query
 */
export async function runAbandonable<T>(
  pool: pg.Pool,
  signal: AbortSignal,
  query: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const client = await pool.connect();
  if (signal.aborted) {
    client.release();
    throw signal.reason;
  }
  const cancel = (): void => cancelQuery(client as unknown as ConnectedClient);
  signal.addEventListener('abort', cancel, { once: true });
  let failure: unknown;
  try {
    return await query(client);
  } catch (error) {
    failure = error;
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', cancel);
    client.release(signal.aborted || failure !== undefined);
  }
}

/** Asks the server, on a connection of its own, to cancel what a client runs. Does nothing where that fails. */
function cancelQuery({ host, port, ssl, processID, secretKey }: ConnectedClient): void {
  const connection = new pg.Connection({ ssl } as pg.ConnectionConfig) as RawConnection;
  const { stream } = connection;
  const timer = setTimeout(() => stream.destroy(), CANCEL_TIMEOUT_MS);
  const send = (): void => connection.cancel(processID, secretKey);
  connection.on('error', () => stream.destroy());
  connection.once('connect', () => (ssl ? connection.requestSsl() : send()));
  connection.once('sslconnect', send);
  connection.once('end', () => clearTimeout(timer));
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, host);
}
