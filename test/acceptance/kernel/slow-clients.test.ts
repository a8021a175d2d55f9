import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { readConfig } from '../../../src/config/read-config.ts';
import { startInstance, type Instance } from '../../../src/instance.ts';
import { onEveryBackend, testEnvironment } from '../../support/backends.ts';
import { RETRIES_OF_MEASUREMENTS, slownessOfMachine } from '../../support/cpu-time.ts';
import { apiOf, must } from '../../support/world.ts';
import { poll } from '../../support/until.ts';

const TIMEOUTS = { headersMs: 300, requestMs: 900, keepAliveMs: 1_500, checkMs: 30 };
const LIMIT = 5;

/** One connection, with all that it received. */
class Connection {
  received = '';
  readonly closed: Promise<string>;
  private constructor(readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => (this.received += chunk.toString()));
    socket.on('error', () => {});
    this.closed = new Promise((resolve) => socket.once('close', () => resolve(this.received)));
  }
  static async open({ url }: Pick<Instance, 'url'>, localAddress?: string): Promise<Connection> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), ...(localAddress !== undefined && { localAddress }) });
    const connection = new Connection(socket);
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    return connection;
  }
  /** Sends one piece at a time until the server closes. */
  async drip(piece: string, everyMs: number): Promise<string> {
    const timer = setInterval(() => this.socket.writable && this.socket.write(piece), everyMs);
    return this.closed.finally(() => clearInterval(timer));
  }
  /** Sends a request and resolves with its answer. */
  async ask(path: string): Promise<string> {
    this.received = '';
    this.socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    const answered = new Promise<string>((resolve) =>
      this.socket.on('data', () => this.received.includes('}') && resolve(this.received)),
    );
    return Promise.race([answered, this.closed]);
  }
}

onEveryBackend('slow clients', (backend) => {
  let instance: Instance;
  before(async () => {
    const url = await backend.database();
    const persistence: Record<string, string> = url === undefined ? { PERSISTENCE: 'memory' } : { DATABASE_URL: url };
    const env = testEnvironment({ ...persistence, CONNECTIONS_PER_ADDRESS: String(LIMIT) });
    instance = await startInstance(readConfig(env), { welcome: false, drainMs: 100, timeouts: TIMEOUTS });
  });
  after(() => instance.stop());
  const since = (started: number): number => performance.now() - started;

  it('get 408 when their headers drip for longer than the limit', async () => {
    const started = performance.now();
    const slow = await Connection.open(instance);
    slow.socket.write('GET /healthz HTTP/1.1\r\n');
    expect(await slow.drip('X-Header: y\r\n', 20))
      .to.match(/^HTTP\/1\.1 408 /)
      .and.match(/connection: close/i);
    expect(since(started)).to.be.at.least(TIMEOUTS.headersMs - 50);
  });

  it('are closed when they connect and send nothing', async () => {
    const started = performance.now();
    await (
      await Connection.open(instance)
    ).closed;
    expect(since(started)).to.be.at.least(TIMEOUTS.headersMs - 50);
  });

  it('get 408 when their body drips for longer than a request may take', async () => {
    const started = performance.now();
    const slow = await Connection.open(instance);
    const head = `POST /v1/orgs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${instance.adminToken}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n`;
    slow.socket.write(`${head}{`);
    expect(await slow.drip(' ', 20)).to.match(/^HTTP\/1\.1 408 /);
    expect(since(started)).to.be.at.least(TIMEOUTS.requestMs - 50);
  });

  it('keep a connection between requests for longer than headers may take, until the keep-alive limit', async () => {
    const connection = await Connection.open(instance);
    expect(await connection.ask('/healthz')).to.match(/^HTTP\/1\.1 200 /);
    const other = await Connection.open(instance);
    // Another connection measures the time: it is closed when the limit of headers has passed.
    await other.closed;
    expect(await connection.ask('/healthz')).to.match(/^HTTP\/1\.1 200 /);
    const started = performance.now();
    await connection.closed;
    expect(since(started)).to.be.at.least(TIMEOUTS.keepAliveMs - 300);
  });

  it('[A88] have a limited number of connections from one network, each of which frees a place when it ends', async () => {
    const held = await Promise.all(Array.from({ length: LIMIT }, () => Connection.open(instance, '127.0.0.2')));
    for (const each of held) expect(await each.ask('/healthz')).to.match(/^HTTP\/1\.1 200 /);
    const tooMany = await Connection.open(instance, '127.0.0.2');
    expect(await tooMany.closed).to.equal('');
    must(await apiOf(instance).get('/healthz'), 200);
    held[0]!.socket.destroy();
    await held[0]!.closed;
    const answer = await poll(
      'room for another connection',
      async () => (await Connection.open(instance, '127.0.0.2')).ask('/healthz'),
      (text) => text !== '',
    );
    expect(answer).to.match(/^HTTP\/1\.1 200 /);
    for (const each of held) each.socket.destroy();
  });
});

describe('idle connections', () => {
  it('[A88] leave other callers an immediate answer, 500 of them', async function () {
    this.retries(RETRIES_OF_MEASUREMENTS);
    const instance = await startInstance(readConfig(testEnvironment({ PERSISTENCE: 'memory' })), {
      welcome: false,
      drainMs: 100,
    });
    const idle = await Promise.all(Array.from({ length: 500 }, () => Connection.open(instance)));
    try {
      const waits: number[] = [];
      const reader = apiOf(instance, instance.adminToken);
      for (let n = 0; n < 200; n++) {
        const started = performance.now();
        must(await reader.get('/v1/user'), 200);
        waits.push(performance.now() - started);
      }
      expect(waits.sort((a, b) => a - b)[Math.floor(waits.length * 0.99)]).to.be.lessThan(250 * slownessOfMachine());
    } finally {
      for (const each of idle) each.socket.destroy();
      await instance.stop();
    }
  });
});
