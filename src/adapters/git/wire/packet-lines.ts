import { GitError } from '../../../ports/git/git-repositories.ts';
import { ByteReader } from '../byte-reader.ts';

/**
 * Four hexadecimal digits state the length of a packet including themselves; lengths below 4 have a special meaning
 * (gitprotocol-common(5), gitprotocol-v2(5)).
 */
const LENGTH_BYTES = 4;
const SPECIAL_PACKETS = { 0: 'flush', 1: 'delimiter', 2: 'response-end' } as const;

/** Content of a packet, or the meaning of a packet without content. */
export type Packet = Buffer | (typeof SPECIAL_PACKETS)[keyof typeof SPECIAL_PACKETS];

/** Encodes a command of version 2 with its capabilities and arguments. */
export function commandPackets(command: string, capabilities: readonly string[], args: readonly string[]): Buffer {
  return Buffer.from(
    [...[`command=${command}`, ...capabilities].map(encodeLine), '0001', ...args.map(encodeLine), '0000'].join(''),
  );
}

const encodeLine = (text: string): string =>
  `${(Buffer.byteLength(text) + 1 + LENGTH_BYTES).toString(16).padStart(LENGTH_BYTES, '0')}${text}\n`;

/** Returns the text of a packet without the line break at its end. */
export const packetText = (packet: Buffer): string => packet.toString('utf8').replace(/\n$/, '');

/** Reads packets from the response of a server. */
export class PacketReader {
  readonly #bytes: ByteReader;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#bytes = new ByteReader(source);
  }

  /**
   * Reads the next packet; undefined at the end.
   *
   * @throws GitError for an invalid packet and for a connection that is closed within one
   */
  async next(): Promise<Packet | undefined> {
    const head = this.#bytes.takeBuffered(LENGTH_BYTES) ?? (await this.#bytes.take(LENGTH_BYTES));
    if (head === undefined) return undefined;
    const digits = head.toString('latin1');
    const length = /^[0-9a-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : -1;
    if (length in SPECIAL_PACKETS) return SPECIAL_PACKETS[length as keyof typeof SPECIAL_PACKETS];
    if (length < LENGTH_BYTES) throw new GitError('GIT_NETWORK', 'the server sent an invalid Git response');
    const size = length - LENGTH_BYTES;
    const packet = this.#bytes.takeBuffered(size) ?? (await this.#bytes.take(size));
    if (packet === undefined) throw new GitError('GIT_NETWORK', 'the server closed the connection');
    return packet;
  }
}
