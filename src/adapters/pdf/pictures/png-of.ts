import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const UP = 2;

/** Pixels of red, green, blue and opacity as a PNG; without opacity where none is transparent. */
export function pngOf(pixels: Uint8Array, width: number, height: number): Buffer {
  const opaque = isOpaque(pixels);
  const channels = opaque ? 3 : 4;
  const line = width * channels;
  const rows = Buffer.alloc(height * (line + 1));
  for (let y = 0, to = 0; y < height; y++) {
    rows[to++] = UP;
    for (let x = 0, from = y * width * 4; x < width; x++, from += 4) {
      for (let channel = 0; channel < channels; channel++)
        rows[to++] = pixels[from + channel]! - (y === 0 ? 0 : pixels[from + channel - width * 4]!);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, opaque ? 2 : 6], 8);
  return Buffer.concat([
    SIGNATURE,
    part('IHDR', header),
    part('IDAT', deflateSync(rows)),
    part('IEND', Buffer.alloc(0)),
  ]);
}

export function isOpaque(pixels: Uint8Array): boolean {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return false;
  return true;
}

function part(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
