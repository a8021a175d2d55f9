import { crc32, deflateRawSync } from 'node:zlib';

/** Entry of a ZIP file, with correct or false headers. */
export interface ZipEntry {
  readonly name: string | Buffer;
  readonly bytes?: string | Buffer;
  /** Values that replace the correct ones. */
  readonly flags?: number;
  readonly method?: number;
  readonly mode?: number;
  readonly size?: number;
  readonly sum?: number;
  /** Shares its bytes with the entry before. */
  readonly overlaps?: boolean;
}

const UTF8 = 0x800;
const REGULAR = 0o100644;

/**
 * Creates a ZIP file byte by byte.
 *
 * @param count number of entries that the file claims to have
 */
export function zipOf(entries: readonly ZipEntry[], count = entries.length): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let end = 0;
  let start = 0;
  for (const { name, bytes = '', flags = 0, method = 8, mode = REGULAR, size, sum, overlaps = false } of entries) {
    const plain = Buffer.from(bytes as string);
    const packed = method === 8 ? deflateRawSync(plain, { level: 9 }) : plain;
    const path = Buffer.from(name as string);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags | UTF8, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(sum ?? crc32(plain), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(size ?? plain.length, 18);
    common.writeUInt16LE(path.length, 22);
    if (!overlaps) {
      start = end;
      const local = [Buffer.from('PK\x03\x04', 'latin1'), common, path, packed];
      parts.push(...local);
      end += local.reduce((total, part) => total + part.length, 0);
    }
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((mode << 16) >>> 0, 6);
    rest.writeUInt32LE(start, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, rest, path);
  }
  const listed = Buffer.concat(directory);
  const tail = Buffer.alloc(22);
  tail.write('PK\x05\x06', 'latin1');
  tail.writeUInt16LE(Math.min(count, 0xffff), 8);
  tail.writeUInt16LE(Math.min(count, 0xffff), 10);
  tail.writeUInt32LE(listed.length, 12);
  tail.writeUInt32LE(end, 16);
  return Buffer.concat([...parts, listed, tail]);
}

const SYMLINK = 0o120777;
const DEVICE = 0o020644;

/** Invalid archives, by a description of the defect. */
export const INVALID_ARCHIVES: readonly (readonly [what: string, entries: readonly ZipEntry[], said: RegExp])[] = [
  ['a path that climbs out', [{ name: '../evil.md' }], /"?\.\.\/evil\.md/],
  ['a path that climbs out below', [{ name: 'docs/../../evil.md' }], /docs\/\.\.\/\.\.\/evil\.md/],
  ['an absolute path', [{ name: '/etc/passwd' }], /\/etc\/passwd/],
  ['a drive', [{ name: 'C:/evil.md' }], /C:\/evil\.md/],
  ['a backslash', [{ name: '..\\evil.md' }], /evil\.md/],
  ['NUL', [{ name: 'a\0.md' }], /NUL/],
  ['a name that names nothing', [{ name: 'a//b.md' }], /a\/\/b\.md/],
  ['a link', [{ name: 'README.md', bytes: '/etc/passwd', mode: SYMLINK }], /README\.md.*not a regular file/],
  ['a device', [{ name: 'README.md', mode: DEVICE }], /README\.md.*not a regular file/],
  ['a folder that is a link', [{ name: 'docs/', mode: SYMLINK }], /docs\/.*not a regular file/],
  [
    'a name twice',
    [
      { name: 'README.md', bytes: 'a' },
      { name: 'README.md', bytes: 'b' },
    ],
    /README\.md.*twice/,
  ],
  ['a secret', [{ name: 'README.md', bytes: 'a', flags: 1 }], /README\.md.*encrypted/],
  ['a strong secret', [{ name: 'README.md', bytes: 'a', flags: 0x40 }], /strong encryption/],
  ['another packing', [{ name: 'README.md', bytes: 'a', method: 12 }], /README\.md.*method 12/],
  [
    'more bytes than it says',
    [{ name: 'README.md', bytes: 'a'.repeat(1000), size: 10 }],
    /README\.md.*cannot be unpacked/,
  ],
  ['fewer bytes than it says', [{ name: 'README.md', bytes: 'a', size: 10 }], /README\.md.*cannot be unpacked/],
  ['other bytes than were packed', [{ name: 'README.md', bytes: 'a', sum: 1 }], /README\.md.*damaged/],
  ['nothing', [], /no files/],
];
