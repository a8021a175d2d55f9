import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '../../../application/sessions/rate-limits.ts';
import { clientAddress } from './client-address.ts';
import { answerClientError, lacksHost, refuseExpectation, refuseMissingHost } from './client-error.ts';

/** Timeouts for slow clients, in milliseconds. */
export interface HttpTimeouts {
  /** Time from the first byte of a request, or from the connection, to the end of the headers. */
  readonly headersMs: number;
  /** Time from the first byte of a request to the end of its body. */
  readonly requestMs: number;
  /** Time between two requests of a connection; longer than that of proxies, so that they are the ones who close. */
  readonly keepAliveMs: number;
  /** Time without a byte in either direction, also while a response waits for its reader. */
  readonly idleMs: number;
  /** Interval between checks of these limits. */
  readonly checkMs: number;
}

const HTTP_TIMEOUTS: HttpTimeouts = {
  headersMs: 20_000,
  requestMs: 300_000,
  keepAliveMs: 75_000,
  idleMs: 600_000,
  checkMs: 5_000,
};

/** Maximum number of headers of a request; further ones are dropped. Their total size is limited to 16 KB. */
const MAX_HEADERS = 200;

export interface HttpServerOptions {
  readonly timeouts?: Partial<HttpTimeouts> | undefined;
  /** Maximum number of concurrent connections of one network; 0 is no limit. */
  readonly connectionsPerAddress: number;
}

/** Creates the HTTP server, which closes slow, idle and excess connections. */
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
      // Node.js would refuse these requests without a body.
      requireHostHeader: false,
    },
    (request, response) => (lacksHost(request) ? refuseMissingHost(response) : handle(request, response)),
  );
  server.on('checkExpectation', refuseExpectation);
  server.maxHeadersCount = MAX_HEADERS;
  server.timeout = idleMs;
  server.on('clientError', answerClientError);
  if (connectionsPerAddress > 0) server.on('connection', limitConnections(connectionsPerAddress));
  return server;
}

/** Closes connections above the limit of their network without a response, which would cost what the limit saves. */
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
