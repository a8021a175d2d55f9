import { crc32, deflateSync } from 'node:zlib';

/** Small pictures of each format: two by two pixels, red. */
export const GIF = Buffer.from(
  'R0lGODlhAgACAPAAAP8AAP///yH5BAAFAAAAIf8LSW1hZ2VNYWdpY2sNZ2FtbWE9MC40NTQ1NQAsAAAAAAIAAgAAAgKEUQAh+QQABQAAACwAAAAAAgACAIAAAP8AAAACAoRRADs=',
  'base64',
);
export const WEBP = Buffer.from('UklGRhwAAABXRUJQVlA4TA8AAAAvAUAAAAcQ/Y/+ByKi/wEA', 'base64');
/** Gray, eight pixels high. */
export const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQEAAAAAAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAIAAYDASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwDp4LGOGd5VdizZyD7nNFFFAH//2Q==',
  'base64',
);
/** The same with the orientation in which the camera was held (EXIF). */
export function orientedJpeg(orientation: number): Buffer {
  // Header of TIFF, and a directory with one entry: tag 0x0112, one number of two bytes.
  const exif = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
  exif.writeUInt16BE(orientation, 18);
  const data = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif]);
  const segment = Buffer.from([0xff, 0xe1, 0, data.length + 2]);
  return Buffer.concat([JPEG.subarray(0, 2), segment, data, JPEG.subarray(2)]);
}
/** Half transparent. */
export const HALF_WEBP = Buffer.from('UklGRhwAAABXRUJQVlA4TA8AAAAvAUAAEAcQ/Y8CBiKi/wEA', 'base64');

/** Creates an animation: the picture `still` at a position on a canvas, followed by another frame. */
export function movingWebp(
  still: Buffer,
  ground: { readonly width: number; readonly height: number },
  place: { readonly x: number; readonly y: number },
): Buffer {
  const three = (value: number): number[] => [value & 255, (value >> 8) & 255, value >> 16];
  const chunk = (type: string, data: Buffer): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(data.length);
    return Buffer.concat([Buffer.from(type), length, data, Buffer.alloc(data.length % 2)]);
  };
  const size = [...three(ground.width - 1), ...three(ground.height - 1)];
  const frame = (picture: Buffer, { x, y }: { x: number; y: number }): Buffer =>
    chunk(
      'ANMF',
      Buffer.concat([
        Buffer.from([...three(x / 2), ...three(y / 2), ...three(1), ...three(1), ...three(100), 0]),
        picture,
      ]),
    );
  const parts = [
    chunk('VP8X', Buffer.from([0x12, 0, 0, 0, ...size])),
    chunk('ANIM', Buffer.alloc(6)),
    frame(still.subarray(12), place),
    frame(HALF_WEBP.subarray(12), { x: 0, y: 0 }),
  ];
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...parts]));
}

export const svgOf = (inner: string, width: number, height: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inner}</svg>`;

/** Takes minutes to render. */
export const HEAVY_SVG = Buffer.from(
  svgOf(
    '<filter id="f"><feMorphology radius="500"/></filter><rect filter="url(#f)" width="2000" height="2000"/>',
    2000,
    2000,
  ),
);

/** Creates a color image of the given size without transparency. */
export function pngOf(width: number, height: number): Buffer {
  const part = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const rows = Buffer.alloc(height * (1 + width * 3), 0x90);
  for (let y = 0; y < height; y++) rows[y * (1 + width * 3)] = 0;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    part('IHDR', header),
    part('IDAT', deflateSync(rows)),
    part('IEND', Buffer.alloc(0)),
  ]);
}
