import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '../../../application/sessions/rate-limits.ts';
import { clientAddress } from './client-address.ts';
import { answerClientError } from './client-error.ts';

/** Patience with slow clients, in milliseconds. */
export interface HttpTimeouts {
  /** From the first byte of a request, or from the connection, to the end of the headers. */
  readonly headersMs: number;
  /** From the first byte of a request to the end of its body. */
  readonly requestMs: number;
  /** Between two requests of a connection. Longer than proxies wait: they have to be the ones who close. */
  readonly keepAliveMs: number;
  /** Without a byte in either direction, also while an answer waits for its reader. */
  readonly idleMs: number;
  /** Interval of the checks of all these. */
  readonly checkMs: number;
}

export const HTTP_TIMEOUTS: HttpTimeouts = {
  headersMs: 20_000,
  requestMs: 300_000,
  keepAliveMs: 75_000,
  idleMs: 600_000,
  checkMs: 5_000,
};

/** Headers of one request; further ones are dropped. All of them together have at most 16 KB. */
const MAX_HEADERS = 200;

export interface HttpServerOptions {
  readonly timeouts?: Partial<HttpTimeouts> | undefined;
  /** Connections that one network may have at a time; 0: no limit. */
  readonly connectionsPerAddress: number;
}

/** Creates the HTTP server: it ends connections that are slow, idle, or too many from one network. */
export function createHttpServer(
  { timeouts, connectionsPerAddress }: HttpServerOptions,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  const { headersMs, requestMs, keepAliveMs, idleMs, checkMs } = { ...HTTP_TIMEOUTS, ...timeouts };
  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: checkMs,
    },
    handle,
  );
  server.maxHeadersCount = MAX_HEADERS;
  server.timeout = idleMs;
  server.on('clientError', answerClientError);
  if (connectionsPerAddress > 0) server.on('connection', limitConnections(connectionsPerAddress));
  return server;
}

/** Closes connections beyond the limit of their network, without an answer: one would cost what the limit saves. */
function limitConnections(limit: number): (socket: Socket) => void {
  const open = new Map<string, number>();
  return (socket) => {
    const network = networkOf(clientAddress({ socket, headers: {} }, 0));
    const count = (open.get(network) ?? 0) + 1;
    if (count > limit) {
      socket.destroy();
      return;
    }
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  };
}
