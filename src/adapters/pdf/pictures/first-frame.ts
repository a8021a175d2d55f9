/** The first picture of one that moves, as a still file, and where it lies on the ground of all of them. */
export interface FirstFrame {
  readonly file: Buffer;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

const CONTAINER = 12;
const CHUNK_HEADER = 8;
/** In the flags of the header. */
const MOVES = 0x02;
const HAS_OPACITY = 0x10;
/** What says where a frame lies, before its picture. */
const FRAME_HEADER = 16;
/** What a still picture is made of. */
const PICTURE = new Set(['ALPH', 'VP8 ', 'VP8L']);

/** The first frame of a WebP that moves; undefined for one that does not, or that holds none within its ground. */
export function firstFrameOf(bytes: Uint8Array): FirstFrame | undefined {
  const chunks = chunksOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), CONTAINER);
  const header = chunks.next().value;
  if (header?.type !== 'VP8X' || header.data.length < 10 || (header.data[0]! & MOVES) === 0) return undefined;
  for (const { type, data } of chunks) {
    if (type !== 'ANMF' || data.length < FRAME_HEADER) continue;
    const [x, y] = [data.readUIntLE(0, 3) * 2, data.readUIntLE(3, 3) * 2];
    const size = data.subarray(6, 12);
    const [width, height] = [size.readUIntLE(0, 3) + 1, size.readUIntLE(3, 3) + 1];
    if (x + width > header.data.readUIntLE(4, 3) + 1 || y + height > header.data.readUIntLE(7, 3) + 1) return undefined;
    const parts = [...chunksOf(data, FRAME_HEADER)].filter((part) => PICTURE.has(part.type));
    const own = Buffer.concat([Buffer.from([HAS_OPACITY, 0, 0, 0]), size]);
    return { file: fileOf([{ type: 'VP8X', data: own }, ...parts]), x, y, width, height };
  }
  return undefined;
}

function* chunksOf(bytes: Buffer, from: number): Generator<Chunk> {
  for (let at = from; at + CHUNK_HEADER <= bytes.length;) {
    const length = bytes.readUInt32LE(at + 4);
    yield {
      type: bytes.toString('latin1', at, at + 4),
      data: bytes.subarray(at + CHUNK_HEADER, at + CHUNK_HEADER + length),
    };
    at += CHUNK_HEADER + length + (length % 2);
  }
}

function fileOf(chunks: readonly Chunk[]): Buffer {
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    ...chunks.flatMap(({ type, data }) => [
      Buffer.from(type, 'latin1'),
      lengthOf(data.length),
      data,
      Buffer.alloc(data.length % 2),
    ]),
  ]);
  return Buffer.concat([Buffer.from('RIFF'), lengthOf(body.length), body]);
}

function lengthOf(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
