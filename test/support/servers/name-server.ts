import { createSocket, type Socket } from 'node:dgram';
import { atTheEnd } from '../backends.ts';

const HEADER = 12;
const TXT = 16;
const SERVFAIL = 2;
const NXDOMAIN = 3;

/** Name server on loopback for TXT records. */
export class NameServer {
  /** Records by name in lower case. */
  readonly texts = new Map<string, readonly string[]>();
  /** Makes every query fail. */
  failing = false;

  private constructor(private readonly socket: Socket) {}

  /** Address in the format of `DNS_SERVERS`. */
  get address(): string {
    return `127.0.0.1:${this.socket.address().port}`;
  }

  /** Starts a server; it stops after the last test. */
  static async start(): Promise<NameServer> {
    const socket = createSocket('udp4');
    const server = new NameServer(socket);
    socket.on('message', (question, from) => socket.send(server.#answer(question), from.port, from.address));
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    atTheEnd(() => new Promise<void>((resolve) => socket.close(() => resolve())));
    return server;
  }

  #answer(question: Buffer): Buffer {
    const { name, type, end } = parseQuestion(question);
    const known = this.texts.get(name);
    const answers = this.failing || type !== TXT ? [] : (known ?? []).map(record);
    const header = Buffer.from(question.subarray(0, HEADER));
    header.writeUInt16BE(0x8180 | (this.failing ? SERVFAIL : known === undefined ? NXDOMAIN : 0), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(answers.length, 6);
    header.writeUInt32BE(0, 8);
    return Buffer.concat([header, question.subarray(HEADER, end), ...answers]);
  }
}

/** Parses the only question of a message, and the offset of its end. */
function parseQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER;
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/** Encodes a TXT record for the queried name, in parts of at most 255 bytes. */
function record(text: string): Buffer {
  const bytes = Buffer.from(text);
  const parts = Array.from({ length: Math.max(1, Math.ceil(bytes.length / 255)) }, (_, n) =>
    bytes.subarray(n * 255, (n + 1) * 255),
  );
  const data = Buffer.concat(parts.flatMap((part) => [Buffer.of(part.length), part]));
  const head = Buffer.alloc(HEADER);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(TXT, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
