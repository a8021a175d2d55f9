import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inflateSync } from 'node:zlib';
import { expect } from 'chai';
import { withMemoryLimit } from '../../../../src/adapters/pdf/pictures/limited-memory.ts';
import { PictureDrawer } from '../../../../src/adapters/pdf/pictures/picture-drawer.ts';
import { pictureKind, type DrawnPicture, type PictureRequest } from '../../../../src/adapters/pdf/pictures/picture.ts';
import { GIF, HALF_WEBP, HEAVY_SVG, movingWebp, svgOf, WEBP } from '../../../support/files/pictures.ts';

const ENTRY = new URL('../../../../src/picture-worker.ts', import.meta.url);

/** Red, green, blue and opacity of a pixel of a PNG as this project writes them, or as it was drawn. */
function pixelOf({ png }: DrawnPicture, x: number, y: number): number[] {
  const bytes = Buffer.from(png);
  const parts: Buffer[] = [];
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at))
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
  const [width, height, channels] = [
    bytes.readUInt32BE(16),
    bytes.readUInt32BE(20),
    bytes[25] === 6 ? 4 : bytes[25] === 2 ? 3 : 0,
  ];
  const rows = inflateSync(Buffer.concat(parts));
  expect(rows.length, 'eight bits a channel').to.equal(height * (1 + width * channels));
  const line = 1 + width * channels;
  for (let row = 0; row <= y; row++)
    for (let i = 1; i < line; i++) {
      const [filter, at] = [rows[row * line]!, row * line + i];
      const left = i > channels ? rows[at - channels]! : 0;
      const up = row > 0 ? rows[at - line]! : 0;
      const corner = row > 0 && i > channels ? rows[at - line - channels]! : 0;
      const estimate = left + up - corner;
      const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)];
      rows[at]! += [0, left, up, (left + up) >> 1, a <= b && a <= c ? left : b <= c ? up : corner][filter]!;
    }
  const at = y * line + 1 + x * channels;
  return [...rows.subarray(at, at + 3), channels === 4 ? rows[at + 3]! : 255];
}

describe('pictures that a PDF file cannot hold as they are', function () {
  this.timeout(90_000);
  const drawer = new PictureDrawer({ entry: ENTRY });
  beforeEach(() => drawer.begin());
  after(() => drawer.end());
  const drawn = (bytes: Uint8Array | string, kind?: PictureRequest['kind']): Promise<DrawnPicture | undefined> => {
    const own = Buffer.from(bytes as Uint8Array);
    return drawer.draw({ kind: kind ?? pictureKind(own)!, bytes: own });
  };

  it('are told by how they begin', () => {
    expect(pictureKind(GIF)).to.equal('gif');
    expect(pictureKind(WEBP)).to.equal('webp');
    for (const text of [
      '<svg xmlns="x"/>',
      '\ufeff<?xml version="1.0"?>\n<!-- a -->\n<svg>',
      '<!DOCTYPE svg>\n<svg:svg xmlns:svg="x"/>',
    ])
      expect(pictureKind(Buffer.from(text)), text).to.equal('svg');
    for (const text of ['', 'GIF90a', 'plain <svg>', '<html><body>', '\x89PNG'])
      expect(pictureKind(Buffer.from(text, 'latin1')), text).to.equal(undefined);
  });

  it('are drawn: SVG sharper than its size says, the first picture of a GIF, WebP with and without opacity', async () => {
    const svg = (await drawn(svgOf('<rect width="50" height="50" fill="#00f"/>', 100, 50)))!;
    expect([svg.width, svg.height]).to.deep.equal([100, 50]);
    expect(Buffer.from(svg.png).readUInt32BE(16)).to.equal(800);
    expect(pixelOf(svg, 10, 10)).to.deep.equal([0, 0, 255, 255]);
    expect(pixelOf(svg, 700, 10)[3]).to.equal(0);
    const gif = (await drawn(GIF))!;
    expect([gif.width, gif.height, pixelOf(gif, 1, 1)]).to.deep.equal([2, 2, [255, 0, 0, 255]]);
    const webp = (await drawn(WEBP))!;
    expect([webp.width, webp.height, pixelOf(webp, 1, 1)]).to.deep.equal([2, 2, [255, 0, 0, 255]]);
    expect(pixelOf((await drawn(HALF_WEBP))!, 1, 1)[3]).to.be.within(126, 129);
  });

  it('are drawn as they begin where a WebP moves, in their place on the ground', async () => {
    const whole = (await drawn(movingWebp(WEBP, { width: 2, height: 2 }, { x: 0, y: 0 })))!;
    expect([whole.width, whole.height, pixelOf(whole, 1, 1)]).to.deep.equal([2, 2, [255, 0, 0, 255]]);
    const part = (await drawn(movingWebp(WEBP, { width: 6, height: 4 }, { x: 4, y: 2 })))!;
    expect([part.width, part.height]).to.deep.equal([6, 4]);
    for (const [x, y, opacity] of [
      [0, 0, 0],
      [3, 3, 0],
      [4, 1, 0],
      [4, 2, 255],
      [5, 3, 255],
    ] as const)
      expect(pixelOf(part, x, y), `${x}, ${y}`).to.deep.equal([opacity, 0, 0, opacity]);
    for (const outside of [
      { x: 6, y: 0 },
      { x: 0, y: 4 },
    ])
      expect(await drawn(movingWebp(WEBP, { width: 6, height: 4 }, outside))).to.equal(undefined);
    expect(await drawn(movingWebp(WEBP.subarray(0, 20), { width: 2, height: 2 }, { x: 0, y: 0 }))).to.equal(undefined);
  });

  it('have words in the fonts of this project', async () => {
    const inked = async (words: string): Promise<number> => {
      const picture = (await drawn(
        svgOf(`<rect width="60" height="20" fill="#fff"/><text y="15" font-family="Arial">${words}</text>`, 60, 20),
      ))!;
      return picture.png.byteLength;
    };
    const blank = await inked(' ');
    for (const words of ['Latin', '漢字', 'ไทย']) expect(await inked(words), words).to.be.greaterThan(blank * 1.5);
  });

  it('[A45] fetch nothing, read no file and run no script', async () => {
    let asked = 0;
    const server = createServer((_, answer) => {
      asked++;
      answer.end(svgOf('<rect width="100" height="100" fill="#f00"/>', 100, 100));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const inside = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x.svg`;
      const hostile = [
        `<image href="${inside}" width="100" height="100"/>`,
        `<image href="file:///etc/hostname" width="100" height="100"/>`,
        `<use href="${inside}#a"/>`,
        `<style>@import url(${inside}); rect { fill: url(${inside}#b) }</style>`,
        `<script href="${inside}">for (;;);</script>`,
        `<foreignObject width="100" height="100"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${inside}"/></foreignObject>`,
        '<rect width="0" height="0" onload="for (;;);"/>',
      ].join('');
      const picture = (await drawn(svgOf(hostile, 100, 100)))!;
      expect(pixelOf(picture, 50, 50)[3]).to.equal(0);
      const entity = await drawn(
        `<!DOCTYPE svg [<!ENTITY own SYSTEM "file:///etc/hostname">]>${svgOf('<text y="20">&own;</text>', 100, 100)}`,
      );
      if (entity !== undefined) expect(pixelOf(entity, 50, 50)[3]).to.equal(0);
      expect(asked).to.equal(0);
    } finally {
      server.close();
    }
  });

  it('are refused where they are broken, too large or made to grow, and what comes after them is drawn', async () => {
    const header = (bytes: Buffer, at: number, value: number): Buffer => {
      const own = Buffer.from(bytes);
      own.writeUInt16LE(value, at);
      own.writeUInt16LE(value, at + 2);
      return own;
    };
    const laughs = Array.from(
      { length: 9 },
      (_, i) => `<!ENTITY e${i} "${(i === 0 ? 'ha' : `&e${i - 1};`).repeat(10)}">`,
    ).join('');
    const groups = Array.from(
      { length: 8 },
      (_, i) => `<g id="a${i}">${i === 0 ? '<rect width="1" height="1"/>' : `<use href="#a${i - 1}"/>`.repeat(10)}</g>`,
    ).join('');
    for (const [name, bytes] of [
      ['cut off', WEBP.subarray(0, 25)],
      ['cut off', GIF.subarray(0, 20)],
      ['cut off', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect')],
      ['no size', Buffer.from(svgOf('<rect width="5" height="5"/>', 0, 0))],
      ['says that it is large', header(GIF, 6, 65_000)],
      ['entities', Buffer.from(`<!DOCTYPE svg [${laughs}]>${svgOf('<text>&e8;</text>', 9, 9)}`)],
      ['references', Buffer.from(svgOf(`<defs>${groups}</defs><use href="#a7"/>`, 9, 9))],
      [
        'layers',
        Buffer.from(
          svgOf(
            `${'<g opacity=".5">'.repeat(500)}<rect width="2000" height="2000"/><rect width="5" height="5"/>${'</g>'.repeat(500)}`,
            2000,
            2000,
          ),
        ),
      ],
      ['long', Buffer.from(svgOf(' '.repeat(5_000_001), 9, 9))],
    ] as const) {
      drawer.begin();
      expect(await drawn(bytes), name).to.equal(undefined);
    }
    expect(await drawn(WEBP)).to.not.equal(undefined);
  });

  it('are given up when they take too long; after five of them in one file no more are tried until the next', async () => {
    const impatient = new PictureDrawer({ entry: ENTRY, maxTime: 1_500 });
    try {
      const begun = performance.now();
      expect(await impatient.draw({ kind: 'svg', bytes: HEAVY_SVG })).to.equal(undefined);
      expect(performance.now() - begun, 'it is ended').to.be.lessThan(60_000);
      for (let i = 0; i < 4; i++) expect(await impatient.draw({ kind: 'svg', bytes: HEAVY_SVG })).to.equal(undefined);
      expect(
        await impatient.draw({ kind: 'svg', bytes: Buffer.from(svgOf('<rect width="5" height="5"/>', 5, 5)) }),
      ).to.equal(undefined);
      impatient.begin();
      expect(
        await impatient.draw({ kind: 'svg', bytes: Buffer.from(svgOf('<rect width="5" height="5"/>', 5, 5)) }),
      ).to.not.equal(undefined);
    } finally {
      await impatient.end();
    }
  });

  it('have no more memory than they are given', () => {
    // A module with one memory of 2 pages, and one function type before it.
    const module = Buffer.from([
      0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 5, 3, 1, 0, 2, 7, 5, 1, 1, 0x6d, 2, 0,
    ]);
    const limited = withMemoryLimit(module, 300);
    expect([...limited.subarray(14, 22)]).to.deep.equal([5, 5, 1, 1, 2, 0xac, 0x02, 7]);
    expect(() => withMemoryLimit(module.subarray(0, 14), 300)).to.throw('no memory');
  });
});
