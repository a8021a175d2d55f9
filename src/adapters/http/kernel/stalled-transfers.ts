import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { answerClientError } from './client-error.ts';

/** Bytes per second, on average over the time limit, below which a transfer counts as stalled. */
const MIN_BYTES_PER_SECOND = 500;
/** Number of checks of each connection per time limit. */
const CHECKS_PER_LIMIT = 4;

/** Measures whether enough bytes were transferred recently, excluding the time in which none could be. */
class Progress {
  #bytes = 0;
  #since = 0;

  /**
   * Records the bytes transferred so far.
   * @param canMove true if bytes wait for the client
   * @returns true if fewer than `least` bytes were transferred for `limitMs`
   */
  isStalled(canMove: boolean, bytes: number, now: number, { limitMs, least }: Limits): boolean {
    if (canMove && this.#since > 0 && bytes - this.#bytes < least) return now - this.#since >= limitMs;
    this.#bytes = bytes;
    this.#since = now;
    return false;
  }
}

interface Limits {
  readonly limitMs: number;
  readonly least: number;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface Connection {
  readonly exchanges: Set<Exchange>;
  readonly sent: Progress;
  readonly received: Progress;
  isEnding: boolean;
}

/**
 * Closes connections whose client receives no bytes of a response, or sends none of a body, for `limitMs`. A connection
 * whose client waits for the server stays open for any time.
 * @param limitMs milliseconds
 */
export function endStalledTransfers(server: Server, limitMs: number): void {
  const connections = new Map<Socket, Connection>();
  const limits = { limitMs, least: Math.max(1, Math.floor((MIN_BYTES_PER_SECOND * limitMs) / 1000)) };

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const connection = connections.get(socket) ?? connectionOf(socket);
    // A busy connection would otherwise keep all requests and responses since the last check in memory.
    removeEnded(connection.exchanges);
    connection.exchanges.add({ request, response });
  });
  const connectionOf = (socket: Socket): Connection => {
    const connection = {
      exchanges: new Set<Exchange>(),
      sent: new Progress(),
      received: new Progress(),
      isEnding: false,
    };
    connections.set(socket, connection);
    return connection;
  };

  const timer = setInterval(() => {
    const now = performance.now();
    for (const [socket, connection] of connections) {
      removeEnded(connection.exchanges);
      if (connection.exchanges.size === 0 || socket.destroyed) connections.delete(socket);
      else check(socket, connection, now, limits);
    }
  }, limitMs / CHECKS_PER_LIMIT);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}

/** Removes what has ended: the exchanges of a connection end in their order, and only the last one's body still arrives. */
function removeEnded(exchanges: Set<Exchange>): void {
  for (const exchange of exchanges) {
    const { request, response } = exchange;
    if (!response.closed || !(request.complete || request.destroyed)) return;
    exchanges.delete(exchange);
  }
}

function check(socket: Socket, connection: Connection, now: number, limits: Limits): void {
  const { unsent, taken } = sendingOf(socket);
  const awaited = [...connection.exchanges].find(({ request }) => !request.complete && request.readableLength === 0);
  if (connection.isEnding || connection.sent.isStalled(unsent > 0, taken, now, limits)) socket.destroy();
  else if (connection.received.isStalled(awaited !== undefined, socket.bytesRead, now, limits)) {
    if (awaited!.response.headersSent) return void socket.destroy();
    // The next check destroys the connection unless the client closes first.
    connection.isEnding = true;
    answerClientError(Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
  }
}

/** Returns the bytes not yet sent, and those sent. */
function sendingOf(socket: Socket): { readonly unsent: number; readonly taken: number } {
  // Only the handle tells how much of a large chunk was sent; Node's own socket timeouts read it too.
  const handle = (socket as { readonly _handle?: { readonly writeQueueSize?: number; readonly bytesWritten?: number } })
    ._handle;
  const { writeQueueSize, bytesWritten } = handle ?? {};
  if (writeQueueSize === undefined || bytesWritten === undefined)
    return { unsent: socket.writableLength, taken: socket.bytesWritten - socket.writableLength };
  return { unsent: Math.max(writeQueueSize, socket.writableLength), taken: bytesWritten - writeQueueSize };
}
