import { expect } from 'chai';
import { mediaFileInspector } from '../../../src/adapters/media-file-inspector.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAEElEQVR42mNk+M9QzwAFAAkPAQH6Yh3zAAAAAElFTkSuQmCC',
  'base64',
);
/** Pictures of 3 by 2 pixels. */
const PICTURES: Readonly<Record<string, readonly [contentType: string, base64: string]>> = {
  JPEG: [
    'image/jpeg',
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////////////////////////////////wAARCAACAAMDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAwT/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCQA1j/2Q==',
  ],
  GIF: ['image/gif', 'R0lGODlhAwACAPAAAP8AAAAAACH5BAAAAAAALAAAAAADAAIAAAIChF8AOw=='],
  'WebP, lossy': [
    'image/webp',
    'UklGRjwAAABXRUJQVlA4IDAAAADQAQCdASoDAAIAAgA0JaACdLoB+AADsAD+8MQL/yC5YXXI1/8gP+QH/ID/+PIAAAA=',
  ],
  'WebP, lossless': ['image/webp', 'UklGRhwAAABXRUJQVlA4TA8AAAAvAkAAAAcQ/Y/+ByKi/wEA'],
  'WebP with transparency': [
    'image/webp',
    'UklGRkYAAABXRUJQVlA4WAoAAAAQAAAAAgAAAQAAQUxQSAcAAAAAAAAAAAAAAFZQOCAYAAAAMAEAnQEqAwACAAIANCWkAANwAP77/VAA',
  ],
  AVIF: [
    'image/avif',
    'AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAAOptZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAEOAAEAAAAAAAAAHAAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGF2MDEAAAAAamlwcnAAAABLaXBjbwAAABNjb2xybmNseAACAAIABoAAAAAMYXYxQ4EADAAAAAAUaXNwZQAAAAAAAAADAAAAAgAAABBwaXhpAAAAAAMICAgAAAAXaXBtYQAAAAAAAAABAAEEgYIDhAAAACRtZGF0EgAKBRgEKwIQMhEYAAooooQAALATVl9ApOsM/A==',
  ],
  BMP: [
    'image/bmp',
    'Qk2iAAAAAAAAAIoAAAB8AAAAAwAAAAIAAAABABgAAAAAABgAAAAAAAAAAAAAAAAAAAAAAAAAAAD/AAD/AAD/AAAAAAAA/0JHUnMAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAD/AAD/AAD/AAAAAAD/AAD/AAD/AAAA',
  ],
  icon: [
    'image/x-icon',
    'AAABAAEAAwIAAAEAIABIAAAAFgAAACgAAAADAAAABAAAAAEAIAAAAAAAGAAAAAAAAAAAAAAAAAAAAAAAAAAAAP//AAD//wAA//8AAP//AAD//wAA//8AAAAAAAAAAA==',
  ],
  TIFF: [
    'image/tiff',
    'SUkqACwAAAD//wAAAAD//wAAAAD//wAAAAD//wAAAAD//wAAAAD//wAAAAAPAAABAwABAAAAAwAAAAEBAwABAAAAAgAAAAIBAwADAAAA5gAAAAMBAwABAAAAAQAAAAYBAwABAAAAAgAAAAoBAwABAAAAAQAAABEBBAABAAAACAAAABIBAwABAAAAAQAAABUBAwABAAAAAwAAABYBAwABAAAAAgAAABcBBAABAAAAJAAAABwBAwABAAAAAQAAACkBAwACAAAAAAABAD4BBQACAAAAHAEAAD8BBQAGAAAA7AAAAAAAAAAQABAAEACF61EAAACAAMP1qAAAAAACzcxMAAAAAAHNzEwAAACAAM3MTAAAAAACj8L1AAAAABA3GqAAAAAAAiuHCgAAACAA',
  ],
  'JPEG 2000': [
    'image/jp2',
    'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAAAgAAAAMAAw8HAAAAAAAPY29scgEAAAAAABAAAACaanAyY/9P/1EALwAAAAAAAwAAAAIAAAAAAAAAAAAAAAMAAAACAAAAAAAAAAAAAw8BAQ8BAQ8BAf9SAAwAAAABAQEEBAAB/1wAB0CAiIiQ/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS4w/5AACgAAAAAAHwAB/5PP/DAMCT9PgN/4kBABs4CAgP/Z',
  ],
  Photoshop: [
    'image/vnd.adobe.photoshop',
    'OEJQUwABAAAAAAAAAAMAAAACAAAAAwAQAAMAAAAAAAAAHDhCSU0D7QAAAAAAEAAAAAEAAQABAAAAAQABAAEAAAB0AAAAbAABAAAAAAAAAAAAAAACAAAAAwADAAAAAAAOAAEAAAAOAAIAAAAOOEJJTW5vcm3/AAEAAAAADAAAAAAAAAAAAkwxAAAA////////////////AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAP///////////////wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==',
  ],
};
const inspect = (name: string, content: string | Uint8Array) =>
  mediaFileInspector.inspect(name, typeof content === 'string' ? Buffer.from(content) : content);

describe('mediaFileInspector', () => {
  it('detects images and their dimensions by their bytes, whatever the name', async () => {
    expect(await inspect('notes.txt', PNG)).to.deep.equal({
      contentType: 'image/png',
      dimensions: { width: 3, height: 2 },
    });
  });

  it('detects SVG after a declaration, a document type and comments', async () => {
    const svg =
      '\ufeff<?xml version="1.0"?>\n<!-- a -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">\n<svg width="40" height="30"></svg>';
    expect(await inspect('drawing', svg)).to.deep.equal({
      contentType: 'image/svg+xml',
      dimensions: { width: 40, height: 30 },
    });
    expect(await inspect('drawing.svg', '<p>no drawing')).to.deep.equal({ contentType: 'text/plain' });
  });

  for (const [name, [contentType, base64]] of Object.entries(PICTURES))
    it(`reads the dimensions of a ${name} image, also from its beginning`, async () => {
      const bytes = Buffer.from(base64, 'base64');
      expect(await inspect('picture', bytes)).to.deep.equal({ contentType, dimensions: { width: 3, height: 2 } });
      const more = Buffer.concat([bytes, Buffer.alloc(100_000)]);
      expect(await mediaFileInspector.inspect('picture', more, true)).to.deep.equal({
        contentType,
        dimensions: { width: 3, height: 2 },
      });
    });

  it('returns the dimensions of a photograph as displayed', async () => {
    const [, base64] = PICTURES['JPEG']!;
    const picture = Buffer.from(base64, 'base64');
    const exif = (orientation: number) => {
      const tiff = Buffer.from([
        0x4d,
        0x4d,
        0,
        42,
        0,
        0,
        0,
        8,
        0,
        1,
        1,
        0x12,
        0,
        3,
        0,
        0,
        0,
        1,
        0,
        orientation,
        0,
        0,
        0,
        0,
        0,
        0,
      ]);
      const content = Buffer.concat([Buffer.from('Exif\0\0'), tiff]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(content.length + 2);
      return Buffer.concat([picture.subarray(0, 2), Buffer.from([0xff, 0xe1]), length, content, picture.subarray(2)]);
    };
    for (const orientation of [1, 2, 3, 4])
      expect((await inspect('photo', exif(orientation))).dimensions, `${orientation}`).to.deep.equal({
        width: 3,
        height: 2,
      });
    for (const orientation of [5, 6, 7, 8])
      expect((await inspect('photo', exif(orientation))).dimensions, `${orientation}`).to.deep.equal({
        width: 2,
        height: 3,
      });
  });

  it('reads the dimensions of a drawing from its view box if it states no others', async () => {
    const sized = async (attributes: string) =>
      (await inspect('drawing', `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}/>`)).dimensions;
    expect(await sized('viewBox="0 0 40 30"')).to.deep.equal({ width: 40, height: 30 });
    expect(await sized('width="80" viewBox="0 0 40 30"')).to.deep.equal({ width: 80, height: 60 });
    expect(await sized('width="100%" height="100%"')).to.equal(undefined);
  });

  it('detects text from its beginning, also when cut within a character', async () => {
    const text = Buffer.from('a€𝄞');
    for (let length = 1; length <= text.length; length++) {
      expect(
        await mediaFileInspector.inspect('a.csv', text.subarray(0, length), true),
        `${length} bytes`,
      ).to.deep.equal({ contentType: 'text/csv' });
    }
    expect(await inspect('a.csv', text.subarray(0, -1))).to.deep.equal({ contentType: 'application/octet-stream' });
  });

  it('uses the name only for the kind of text, and never detects text that browsers execute', async () => {
    const types = await Promise.all(
      ['a.json', 'a.CSV', 'a.yml', 'a.xml', 'a', 'a.html', 'a.js', 'a.png', 'a.constructor', 'a.__proto__'].map(
        (name) => inspect(name, 'just text'),
      ),
    );
    expect(types.map(({ contentType }) => contentType)).to.deep.equal([
      'application/json',
      'text/csv',
      'application/yaml',
      'application/xml',
      'text/plain',
      'text/plain',
      'text/plain',
      'text/plain',
      'text/plain',
      'text/plain',
    ]);
    expect(await inspect('a.svg', '<html><svg></svg></html>')).to.deep.equal({ contentType: 'text/plain' });
  });

  it('treats anything else as binary, and a truncated image as one without dimensions', async () => {
    expect(await inspect('a.txt', Buffer.from([0x66, 0, 0x67]))).to.deep.equal({
      contentType: 'application/octet-stream',
    });
    expect(await inspect('a.txt', Buffer.from([0xc3, 0x28, 0xa0]))).to.deep.equal({
      contentType: 'application/octet-stream',
    });
    expect(await inspect('empty', '')).to.deep.equal({ contentType: 'text/plain' });
    expect((await inspect('a.png', PNG.subarray(0, 12))).dimensions).to.equal(undefined);
  });
});
