import { connect, type Socket } from 'node:net';
import { afterSuite } from './backends.ts';
import { until } from './until.ts';

/** Time in which the bytes that a client reads must arrive. */
const TAKE_LIMIT_MS = 10_000;

/** Client that sends a request and reads only as many bytes of the response as requested. */
export class IdleClient {
  readonly closed: Promise<void>;
  /** Resolved when the response has begun, or the connection is closed. */
  readonly begun: Promise<void>;
  readonly #socket: Socket;
  #received = '';

  private constructor(url: string, request: string | Uint8Array) {
    const { hostname, port } = new URL(url);
    this.#socket = connect({ host: hostname, port: Number(port) });
    this.#socket.on('error', () => {});
    this.#socket.write(request);
    this.closed = new Promise((resolve) => this.#socket.once('close', () => resolve()));
    this.#socket.on('data', (chunk) => {
      if (this.#received.length < 1_000) this.#received += chunk.toString('latin1');
    });
    this.begun = Promise.race([
      this.closed,
      new Promise<void>((resolve) => this.#socket.once('data', () => resolve())),
    ]);
    afterSuite(() => this.close());
  }

  /** Sends bytes unchanged, and reads nothing until requested. */
  static sending(url: string, request: string | Uint8Array): IdleClient {
    return new IdleClient(url, request);
  }

  /** Requests a path, and reads nothing of the response once it has begun. */
  static asking(url: string, headers: readonly string[] = []): IdleClient {
    const { pathname, search } = new URL(url);
    const client = new IdleClient(
      url,
      [`GET ${pathname}${search} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n'),
    );
    client.#socket.once('data', () => client.pause());
    return client;
  }

  /** Requests a path and resolves once the response has begun. */
  static async getting(url: string, headers: readonly string[] = []): Promise<IdleClient> {
    const client = IdleClient.asking(url, headers);
    await client.begun;
    return client;
  }

  get received(): string {
    return this.#received;
  }
  get isClosed(): boolean {
    return this.#socket.destroyed;
  }
  get bytesRead(): number {
    return this.#socket.bytesRead;
  }
  write(bytes: string | Uint8Array): void {
    this.#socket.write(bytes);
  }
  pause(): void {
    this.#socket.pause();
  }
  /** Reads at least a number of bytes, or up to the end. */
  async take(bytes: number): Promise<void> {
    const enough = this.#socket.bytesRead + bytes;
    this.#socket.resume();
    // Checked at every turn of the event loop: a poll would read on until its next look.
    const deadline = performance.now() + TAKE_LIMIT_MS;
    while (this.#socket.bytesRead < enough && !this.isClosed) {
      if (performance.now() > deadline) throw new Error(`no ${bytes} bytes within ${TAKE_LIMIT_MS} ms`);
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.pause();
  }
  /**
   * Sends bytes until the server has closed the connection, which a socket that reads nothing detects only by sending.
   */
  async noticeClose(): Promise<void> {
    this.#socket.write('GET / HTTP/1.1\r\nX-Filler: ');
    await until(() => {
      if (!this.isClosed) this.#socket.write('x');
      return this.isClosed;
    });
  }
  resume(): void {
    this.#socket.resume();
  }
  close(): void {
    this.#socket.destroy();
  }
}
