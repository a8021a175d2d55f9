import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';

/** Work of the hostile clients, given as JSON in the first argument of the process. */
export interface HostileWork {
  /** Origin of the instance. */
  readonly url: string;
  readonly seconds: number;
  /** Token that may read the pages. */
  readonly token: string;
  /** Paths of costly pages of a published site. */
  readonly pages: readonly string[];
  /** API paths of the same pages as documents. */
  readonly documents: readonly string[];
  /** Path of a large download. */
  readonly download: string;
}

const BOMBS = 30;
const PAGE_READERS = 4;
const DOCUMENT_READERS = 2;
const DOWNLOADS = 10;
const SLOW_HEADERS = 50;
const IDLE_CONNECTIONS = 500;
const UNPACKED_BYTES = 20_000_000;

const { url, seconds, token, pages, documents, download } = JSON.parse(process.argv[2]!) as HostileWork;
const { hostname, port } = new URL(url);
const end = performance.now() + seconds * 1000;
const sockets: Socket[] = [];
const counts: Record<string, number> = {};
const count = (what: string): void => void (counts[what] = (counts[what] ?? 0) + 1);

/** Sends a request on a connection of its own and counts the status of its response. */
function send(
  name: string,
  path: string,
  method = 'GET',
  headers: Record<string, string> = {},
  body?: Uint8Array,
): Promise<void> {
  return new Promise((resolve) => {
    const call = request({ hostname, port, path, method, headers, agent: false, timeout: 30_000 }, (response) => {
      count(`${name} ${response.statusCode}`);
      response.resume().on('close', resolve);
    });
    call.on('timeout', () => call.destroy());
    call.on('error', () => (count(`${name} failed`), resolve()));
    call.end(body);
  });
}

async function repeat(task: (round: number) => Promise<void>): Promise<void> {
  for (let round = 0; performance.now() < end; round++) await task(round);
}

function open(text: string): Socket {
  const socket = connect({ host: hostname, port: Number(port) }, () => void (text !== '' && socket.write(text)));
  socket.on('error', () => count('connections ended'));
  sockets.push(socket);
  return socket;
}

const bomb = brotliCompressSync(Buffer.alloc(UNPACKED_BYTES, ' '));
const packed = { authorization: 'Bearer nobody', 'content-type': 'application/json', 'content-encoding': 'br' };
const bombs = Array.from({ length: BOMBS }, () => repeat(() => send('bomb', '/v1/orgs', 'POST', packed, bomb)));
const readers = Array.from({ length: PAGE_READERS }, (_, n) =>
  repeat((round) => send('page', pages[(n + round) % pages.length]!)),
);
const authorization = `Bearer ${token}`;
const documentReaders = Array.from({ length: DOCUMENT_READERS }, (_, n) =>
  repeat((round) => send('document', documents[(n + round) % documents.length]!, 'GET', { authorization })),
);
for (let n = 0; n < DOWNLOADS; n++) {
  const socket = open(`GET ${download} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  socket.once('data', () => socket.pause());
}
for (let n = 0; n < IDLE_CONNECTIONS; n++) open('');
const slow = Array.from({ length: SLOW_HEADERS }, () => open('GET / HTTP/1.1\r\nX-Filler: '));
const drip = setInterval(() => slow.forEach((socket) => socket.writable && socket.write('x')), 500);

await Promise.all([...bombs, ...readers, ...documentReaders, pause(seconds * 1000)]);
clearInterval(drip);
for (const socket of sockets) socket.destroy();
process.stdout.write(`${JSON.stringify(counts)}\n`);
