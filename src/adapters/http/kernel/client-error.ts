import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorBody } from './errors.ts';

const ANSWERS: Readonly<Record<string, { readonly status: string; readonly message: string }>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    message: 'the request line and the headers are too large',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', message: 'the request did not arrive in time' },
};
const MALFORMED = { status: '400 Bad Request', message: 'the request is not a well-formed HTTP/1.1 request' };

/** Answers a malformed request in the format of every other error, and closes the connection. */
export function answerClientError({ code = '' }: NodeJS.ErrnoException, socket: Duplex): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, message } = ANSWERS[code] ?? MALFORMED;
  const body = JSON.stringify(errorBody(Number.parseInt(status, 10), message, randomUUID()));
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** Reports whether a request lacks the header `Host`, which HTTP/1.1 requires. */
export const lacksHost = ({ httpVersion, headers }: IncomingMessage): boolean =>
  httpVersion === '1.1' && headers.host === undefined;

/** Refuses a request without the header `Host`. */
export const refuseMissingHost = (response: ServerResponse): void =>
  refuseRequest(response, 400, 'the header Host is missing');

/** Refuses an expectation other than `100-continue`. */
export const refuseExpectation = (_: IncomingMessage, response: ServerResponse): void =>
  refuseRequest(response, 417, 'the header Expect must be 100-continue; leave the header out');

function refuseRequest(response: ServerResponse, status: number, message: string): void {
  const requestId = randomUUID();
  const body = JSON.stringify(errorBody(status, message, requestId));
  response.writeHead(status, {
    Connection: 'close',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': requestId,
  });
  response.end(body);
}
