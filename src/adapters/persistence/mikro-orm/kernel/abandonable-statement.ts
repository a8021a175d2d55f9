import pg from 'pg';
import { ClientGone, type WaitingClient } from '../../../../application/kernel/abandonment.ts';

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
 * Runs a query on a connection of a pool, and cancels it on the server when the client disconnects. The connection is
 * then closed, because the cancellation may reach the server after the query has ended.
 * @throws ClientGone, and the errors of the query
 */
export async function runAbandonable<T>(
  pool: pg.Pool,
  client: WaitingClient,
  query: (connection: pg.ClientBase) => Promise<T>,
): Promise<T> {
  client.throwIfGone();
  const connection = await pool.connect();
  if (client.hasGone) {
    connection.release();
    throw new ClientGone();
  }
  const stopListening = client.onLeave(() => cancelQuery(connection as unknown as ConnectedClient));
  let failure: unknown;
  try {
    return await query(connection);
  } catch (error) {
    failure = error;
    throw client.hasGone ? new ClientGone() : error;
  } finally {
    stopListening();
    connection.release(client.hasGone || failure !== undefined);
  }
}

/** Cancels the running statement of a client over another connection. A failure is ignored. */
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
