import { expect } from 'chai';
import { mediaFileInspector } from '../../../../src/adapters/media/media-file-inspector.ts';

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAEElEQVR42mNk+M9QzwAFAAkPAQH6Yh3zAAAAAElFTkSuQmCC', 'base64');
const inspect = (name: string, content: string | Uint8Array) => mediaFileInspector.inspect(name, typeof content === 'string' ? Buffer.from(content) : content);

describe('mediaFileInspector', () => {
  it('knows images by their bytes, whatever their name says, and how large they are', async () => {
    expect(await inspect('notes.txt', PNG)).to.deep.equal({ contentType: 'image/png', dimensions: { width: 3, height: 2 } });
  });

  it('knows SVG behind a declaration, a document type and comments', async () => {
    const svg = '\ufeff<?xml version="1.0"?>\n<!-- a -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">\n<svg width="40" height="30"></svg>';
    expect(await inspect('drawing', svg)).to.deep.equal({ contentType: 'image/svg+xml', dimensions: { width: 40, height: 30 } });
    expect(await inspect('drawing.svg', '<p>no drawing')).to.deep.equal({ contentType: 'text/plain' });
  });

  it('lets the name decide only what kind of text it is, and never takes text for what browsers run', async () => {
    const types = await Promise.all(['a.json', 'a.CSV', 'a.yml', 'a.xml', 'a', 'a.html', 'a.js', 'a.png'].map((name) => inspect(name, 'just text')));
    expect(types.map(({ contentType }) => contentType)).to.deep.equal([
      'application/json', 'text/csv', 'application/yaml', 'application/xml', 'text/plain', 'text/plain', 'text/plain', 'text/plain',
    ]);
    expect(await inspect('a.svg', '<html><svg></svg></html>')).to.deep.equal({ contentType: 'text/plain' });
  });

  it('takes anything else for bytes, and an image that is cut off for an image without a size', async () => {
    expect(await inspect('a.txt', Buffer.from([0x66, 0, 0x67]))).to.deep.equal({ contentType: 'application/octet-stream' });
    expect(await inspect('a.txt', Buffer.from([0xc3, 0x28, 0xa0]))).to.deep.equal({ contentType: 'application/octet-stream' });
    expect(await inspect('empty', '')).to.deep.equal({ contentType: 'text/plain' });
    expect((await inspect('a.png', PNG.subarray(0, 12))).dimensions).to.equal(undefined);
  });
});
