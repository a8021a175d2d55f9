import { join } from 'node:path';
import { request as httpRequest } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { readConfig } from '../../src/config/read-config.ts';
import { createHttpServer } from '../../src/adapters/http/kernel/http-server.ts';
import type { Route } from '../../src/adapters/http/kernel/route.ts';
import { createServer } from '../../src/adapters/http/kernel/server.ts';
import { createLogger } from '../../src/adapters/log.ts';
import { bootstrap } from '../../src/application/instance.ts';
import { Tokens } from '../../src/composition/tokens.ts';
import { createContainer } from '../../src/container.ts';
import type { Clock } from '../../src/ports/kernel/clock.ts';
import { atTheEnd, QUICK_START, testEnvironment } from './backends.ts';

/** Server on loopback with a route table of the test. */
export interface TestServer {
  readonly url: string;
  readonly adminToken: string;
  /** All lines logged so far. */
  readonly logged: () => string;
  drain(): void;
}

/** Starts a server in memory; it stops after the last test. */
export async function serve(
  routes: readonly Route[],
  {
    environment = {},
    clock,
    bodyIdleMs,
  }: { environment?: Record<string, string>; clock?: Clock; bodyIdleMs?: number } = {},
): Promise<TestServer> {
  const config = readConfig(testEnvironment({ PERSISTENCE: 'memory', ...environment }));
  const adminToken = 'qr_test-operator-token-0123456789';
  let draining = false;
  const container = await createContainer({
    config,
    gitDirectory: join(config.dataDir, 'git'),
    publicUrl: 'http://quire.example',
    secretKey: 'k'.repeat(32),
    clock,
    ...QUICK_START,
    isDraining: () => draining,
  });
  const services = container.get(Tokens.Services);
  await bootstrap({
    unitOfWork: container.get(Tokens.UnitOfWork),
    reads: container.get(Tokens.Reads),
    services,
    adminToken,
    replacesToken: true,
    welcome: undefined,
  });
  const lines: string[] = [];
  const app = createServer({
    application: container.get(Tokens.Application),
    routes,
    sessionOf: container.get(Tokens.SessionCookie).read,
    handlers: container.get(Tokens.HttpHandlers),
    hosted: container.get(Tokens.HostedSites),
    proxies: config.trustProxy,
    forwardedHost: config.trustForwardedHost,
    allowedOrigins: config.allowedOrigins,
    sealer: services.sealer,
    secretBox: services.secretBox,
    links: container.get(Tokens.Links),
    limits: config.limits,
    gate: container.get(Tokens.RequestGate),
    bodyMemory: container.get(Tokens.BodyMemory),
    compressedAnswers: container.get(Tokens.CompressedAnswers),
    bodyIdleMs,
    log: createLogger('trace', { write: (line) => void lines.push(line) }),
    observe: () => {},
    draining: () => draining,
  });
  const server = createHttpServer({ connectionsPerAddress: 0 }, app.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atTheEnd(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    adminToken,
    logged: () => lines.join(''),
    drain() {
      draining = true;
    },
  };
}

export interface RawRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: Uint8Array | string;
}
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly body: any;
}

/** Sends a request unchanged and reads the response, even if the server responds before it has read everything. */
export function send(url: string, { method = 'GET', path, headers = {}, body }: RawRequest): Promise<RawResponse> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let answered = false;
    const request = httpRequest({ hostname, port, method, path, headers, agent: false }, (response) => {
      answered = true;
      const chunks: Buffer[] = [];
      const done = () => {
        const text = Buffer.concat(chunks).toString();
        const isJson =
          String(response.headers['content-type']).includes('json') &&
          text !== '' &&
          response.headers['content-encoding'] === undefined;
        resolve({
          status: response.statusCode as number,
          headers: response.headers,
          text,
          body: isJson ? JSON.parse(text) : undefined,
        });
      };
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', done)
        .on('error', reject);
    });
    // A server that has responded may close the connection before the rest of the body.
    request.on('error', (error) => (answered ? undefined : reject(error)));
    request.end(body);
  });
}

/** Writes bytes to the port and reads the response until the server closes the connection. */
export function sendBytes(url: string, bytes: Uint8Array | string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let said = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket
      .on('data', (chunk) => (said += chunk.toString()))
      .on('end', () => socket.end())
      .on('close', () => resolve(said))
      .on('error', reject);
  });
}
