import { GitError } from '../../../ports/git/git-repositories.ts';
import { ByteReader } from '../byte-reader.ts';

/** Four hexadecimal digits tell how long a packet is, themselves included; the lengths below have a meaning (gitprotocol-common(5), gitprotocol-v2(5)). */
const HEAD_BYTES = 4;
const MARKS = { 0: 'flush', 1: 'delimiter', 2: 'response-end' } as const;

/** What a packet holds, or what one without anything in it means. */
export type Packet = Buffer | (typeof MARKS)[keyof typeof MARKS];

/** A command of version 2 with what it can do and what it is given. */
export function commandPackets(command: string, capabilities: readonly string[], args: readonly string[]): Buffer {
  return Buffer.from(
    [...[`command=${command}`, ...capabilities].map(line), '0001', ...args.map(line), '0000'].join(''),
  );
}

const line = (text: string): string =>
  `${(Buffer.byteLength(text) + 1 + HEAD_BYTES).toString(16).padStart(HEAD_BYTES, '0')}${text}\n`;

/** What a packet says, without the end of its line. */
export const textOf = (packet: Buffer): string => packet.toString('utf8').replace(/\n$/, '');

/** Takes packets off what a server sends. */
export class PacketReader {
  readonly #bytes: ByteReader;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#bytes = new ByteReader(source);
  }

  /** The next one; undefined at the end. @throws GitError for what is no packet, and where the server closed the connection within one */
  async next(): Promise<Packet | undefined> {
    const head = this.#bytes.takeNow(HEAD_BYTES) ?? (await this.#bytes.take(HEAD_BYTES));
    if (head === undefined) return undefined;
    const digits = head.toString('latin1');
    const length = /^[0-9a-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : -1;
    if (length in MARKS) return MARKS[length as keyof typeof MARKS];
    if (length < HEAD_BYTES) throw new GitError('GIT_NETWORK', 'the server sent an invalid Git response');
    const size = length - HEAD_BYTES;
    const packet = this.#bytes.takeNow(size) ?? (await this.#bytes.take(size));
    if (packet === undefined) throw new GitError('GIT_NETWORK', 'the server closed the connection');
    return packet;
  }
}
