import { inflateSync } from 'node:zlib';

/** Pixels of one image: more do not fit in memory at once. */
const MAX_PIXELS = 40_000_000;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Whether the bytes are a JPEG or PNG file that can be taken into a PDF: whole, of a size that is fit to be unpacked, and what it says it is. */
export function isPrintable(bytes: Buffer): boolean {
  if (bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8) return isJpeg(bytes);
  return bytes.subarray(0, 8).equals(PNG) && isPng(bytes);
}

/** Its frame header is found and says a size. */
function isJpeg(bytes: Buffer): boolean {
  for (let at = 2; at + 9 < bytes.length;) {
    if (bytes[at] !== 0xff) return false;
    const marker = bytes[at + 1]!;
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return isSize(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)) && [1, 3, 4].includes(bytes[at + 9]!);
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return false;
}

const isSize = (width: number, height: number): boolean => width > 0 && height > 0 && width * height <= MAX_PIXELS;

/** Its parts are whole, and its pixels unpack to no more than what its header says. */
function isPng(bytes: Buffer): boolean {
  const parts: Buffer[] = [];
  let header: Buffer | undefined;
  let hasPalette = false;
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (at + 12 + length > bytes.length) return false;
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') header = data;
    else if (type === 'PLTE') hasPalette = true;
    else if (type === 'IDAT') parts.push(data);
    else if (type === 'IEND') break;
    at += 12 + length;
  }
  if (header === undefined || header.length !== 13 || parts.length === 0) return false;
  const [width, height, depth, color, interlaced] = [
    header.readUInt32BE(0),
    header.readUInt32BE(4),
    header[8]!,
    header[9]!,
    header[12]!,
  ];
  const channels = CHANNELS[color];
  if (
    channels === undefined ||
    ![1, 2, 4, 8, 16].includes(depth) ||
    !isSize(width, height) ||
    (color === 3 && !hasPalette)
  )
    return false;
  const size = height * (1 + Math.ceil((width * channels * depth) / 8));
  try {
    const unpacked = inflateSync(Buffer.concat(parts), {
      maxOutputLength: size + (interlaced === 1 ? 7 * (height + width) : 0) + 64,
    });
    return interlaced === 1 || unpacked.length >= size;
  } catch {
    return false;
  }
}
