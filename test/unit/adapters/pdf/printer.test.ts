import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { ProcessPdfRenderer } from '../../../../src/adapters/pdf/process-pdf-renderer.ts';
import { entryModule } from '../../../../src/packaged-files.ts';
import { PdfLimitExceeded } from '../../../../src/ports/pdf.ts';
import { QUICK_START } from '../../../support/backends.ts';
import { bookOf, fileOf, pageOf, printBook } from '../../../support/files/pdf-books.ts';
import {
  GIF,
  HALF_WEBP,
  HEAVY_SVG,
  JPEG,
  movingWebp,
  orientedJpeg,
  pngOf,
  svgOf,
  WEBP,
} from '../../../support/files/pictures.ts';
import { readPdf } from '../../../support/files/read-pdf.ts';

const ENTRY = entryModule('pdf-worker', QUICK_START.compiledModules);

describe('ProcessPdfRenderer.render', function () {
  const renderer = new ProcessPdfRenderer({ entry: ENTRY });
  const print = async (markdown: string, files: Readonly<Record<string, Uint8Array | string>> = {}) =>
    readPdf(await printBook(renderer, [{ title: 'Page', markdown }], files));
  const images = (names: readonly string[]): string =>
    names.map((name) => `![${name} as text](${fileOf(name)})`).join('\n\n');
  const altTexts = ({ tags }: Awaited<ReturnType<typeof readPdf>>): readonly string[] =>
    tags.flatMap(({ alt }) => alt ?? []);

  it('prints PNG, JPEG, GIF and WebP images, the first frame of those that move, and SVG without pixels', async () => {
    const files = {
      png: pngOf(4, 4),
      jpeg: JPEG,
      gif: GIF,
      webp: WEBP,
      half: HALF_WEBP,
      moving: movingWebp(WEBP, { width: 6, height: 4 }, { x: 4, y: 2 }),
      drawing: svgOf('<rect width="5" height="5"/><text y="9">drawn 漢字</text>', 40, 20),
    };
    const pdf = await print(images(Object.keys(files)), files);
    expect(altTexts(pdf)).to.deep.equal(Object.keys(files).map((name) => `${name} as text`));
    expect(pdf.images).to.equal(6);
    expect(pdf.sheets.join()).to.not.include('as text');
  });

  it('prints photos upright that were taken sideways', async () => {
    const files = { upright: orientedJpeg(1), sideways: orientedJpeg(6) };
    const { imageEdges } = await print(images(Object.keys(files)), files);
    expect(imageEdges).to.deep.equal(['right', 'down']);
  });

  it('prints images that are broken, too large or grow as their alternative texts, and what follows them', async () => {
    const laughs = Array.from(
      { length: 9 },
      (_, i) => `<!ENTITY e${i} "${(i === 0 ? 'ha' : `&e${i - 1};`).repeat(10)}">`,
    ).join('');
    const groups = Array.from(
      { length: 8 },
      (_, i) => `<g id="a${i}">${i === 0 ? '<rect width="1" height="1"/>' : `<use href="#a${i - 1}"/>`.repeat(10)}</g>`,
    ).join('');
    const bomb = Buffer.from(pngOf(4, 4));
    bomb.writeUInt32BE(100_000, 16);
    bomb.writeUInt32BE(100_000, 20);
    const hugeGif = Buffer.from(GIF);
    hugeGif.writeUInt16LE(65_000, 6);
    hugeGif.writeUInt16LE(65_000, 8);
    const broken = {
      webp: WEBP.subarray(0, 25),
      gif: GIF.subarray(0, 20),
      png: pngOf(4, 4).subarray(0, 50),
      bomb,
      hugeGif,
      cut: '<svg xmlns="http://www.w3.org/2000/svg"><rect',
      none: svgOf('<rect width="5" height="5"/>', 0, 0),
      entities: `<!DOCTYPE svg [${laughs}]>${svgOf('<text>&e8;</text>', 9, 9)}`,
      references: svgOf(`<defs>${groups}</defs><use href="#a7"/>`, 9, 9),
      long: svgOf(' '.repeat(5_000_001), 9, 9),
      text: 'no image',
    };
    const pdf = await print(`${images(Object.keys(broken))}\n\n${images(['good'])}\n\nThe end`, {
      ...broken,
      good: pngOf(2, 2),
    });
    const text = pdf.sheets.join(' ');
    for (const name of Object.keys(broken)) expect(text, name).to.include(`[${name} as text]`);
    expect(altTexts(pdf)).to.deep.equal(['good as text']);
    expect(text).to.include('The end');
  });

  it('marks the place of images that cannot be printed and have no alternative text', async () => {
    const external = svgOf('<image href="https://example.com/a.png" width="9" height="9"/>', 9, 9);
    const { sheets } = await print(`![](${fileOf('external')})\n\nIn a line ![](${fileOf('external')}) of text`, {
      external,
    });
    expect(sheets.join(' ').match(/\[image\]/g)).to.have.lengthOf(2);
  });

  it('[A45] fetches nothing and reads no file, whatever drawings and pages refer to', async () => {
    let requestCount = 0;
    const server = createServer((_, answer) => {
      requestCount++;
      answer.end(svgOf('<rect width="100" height="100"/>', 100, 100));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const inside = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x.svg`;
      const hostile = [inside, 'file:///etc/hostname', '/etc/hostname', '../../etc/hostname'].map((href) =>
        svgOf(`<image href="${href}" width="100" height="100"/>`, 100, 100),
      );
      const files = Object.fromEntries(hostile.map((svg, i) => [`hostile${i}`, svg]));
      const entity = `<!DOCTYPE svg [<!ENTITY own SYSTEM "file:///etc/hostname">]>${svgOf('<text y="20">&own;</text>', 100, 100)}`;
      const pdf = await print(`${images(Object.keys(files))}\n\n${images(['entity'])}\n\nAfter`, { ...files, entity });
      expect(pdf.images).to.equal(0);
      for (const name of Object.keys(files)) expect(pdf.sheets[0]).to.include(`[${name} as text]`);
      expect(pdf.sheets[0]).to.include('After');
      expect(requestCount).to.equal(0);
    } finally {
      server.close();
    }
  });

  it('[A45] prints source code of the typesetting language as text', async () => {
    const sources = [
      '#read("/etc/passwd")',
      '#import "@preview/cetz:0.3.0": *',
      '#image("http://127.0.0.1/x.png")',
      '#panic("stopped")',
      '$x^2$ <label> @label = Heading',
      '"), read("/etc/passwd"), ("',
      '\\u{23} ] } ) // comment /* open',
    ];
    const quoted = sources.map((source) => `\`\`${source}\`\``);
    const markdown = [
      ...quoted,
      ...sources.map((source) => `\`\`\`typ\n${source}\n\`\`\``),
      `| ${quoted[0]} | ${quoted[5]} |\n| - | - |\n| ${quoted[1]} | b |`,
      `<details><summary>${sources[0]}</summary>\n\nText\n\n</details>`,
    ].join('\n\n');
    const bytes = await printBook(renderer, [
      { title: sources[0]!, markdown },
      { title: sources[5]!, markdown },
    ]);
    const pdf = await readPdf(bytes);
    const text = pdf.sheets.join(' ').replaceAll(/\s+/g, ' ');
    for (const source of sources) expect(text.split(source).length, source).to.be.greaterThan(2);
    expect(text).to.not.include('root:');
    expect(pdf.bookmarks.map(({ title }) => title)).to.deep.equal([sources[0], sources[5]]);
  });

  it('gives the same bytes for the same book in another process', async () => {
    const pages = [
      { title: 'One', markdown: 'Text $$x^2$$\n\n```js\nlet a = 1;\n```\n\n![x](/files/png00000000000000000)' },
      { title: 'Two', markdown: '漢字 العربية' },
    ];
    const first = await printBook(renderer, pages, { png: pngOf(9, 9) });
    const other = new ProcessPdfRenderer({ entry: ENTRY });
    expect((await printBook(other, pages, { png: pngOf(9, 9) })).equals(first)).to.equal(true);
    expect((await printBook(renderer, pages, { png: pngOf(9, 9) })).equals(first)).to.equal(true);
  });

  it('gives up drawings that take too long, tries no more after five of them, and prints the rest', async () => {
    const impatient = new ProcessPdfRenderer({ entry: ENTRY, maxDrawingTime: 1_500 });
    const heavy = Object.fromEntries(
      Array.from({ length: 6 }, (_, i) => [`heavy${i}`, Buffer.concat([HEAVY_SVG, Buffer.from(' '.repeat(i))])]),
    );
    const files = { ...heavy, late: svgOf('<rect width="5" height="5"/>', 5, 5), png: pngOf(2, 2) };
    const markdown = `${images(Object.keys(files))}\n\nThe end`;
    const pdf = await readPdf(await printBook(impatient, [{ title: 'Page', markdown }], files));
    expect(altTexts(pdf)).to.deep.equal(['png as text']);
    for (const name of [...Object.keys(heavy), 'late']) expect(pdf.sheets.join()).to.include(`[${name} as text]`);
    const few = { heavy: HEAVY_SVG, light: files.late };
    const second = await printBook(impatient, [{ title: 'Page', markdown: images(Object.keys(few)) }], few);
    expect(altTexts(await readPdf(second))).to.deep.equal(['light as text']);
  });

  it('refuses a book that takes too long or too much memory, and prints the next one', async () => {
    const failure = async (options: object, markdown = 'Text'): Promise<unknown> =>
      printBook(new ProcessPdfRenderer({ entry: ENTRY, ...options }), [{ title: 'Page', markdown }]).catch(
        (error: unknown) => error,
      );
    expect(await failure({ maxTime: 50 }))
      .to.be.instanceOf(PdfLimitExceeded)
      .with.property('message')
      .that.includes('takes longer');
    expect(await failure({ maxMemory: 1_000_000 }, 'word '.repeat(200_000)))
      .to.be.instanceOf(PdfLimitExceeded)
      .with.property('message')
      .that.includes('too much memory');
    expect((await print('Text')).sheets[0]).to.include('Text');
  });

  it('prints long paragraphs, long words and deep nesting without losing text or formatting', async () => {
    const nested = (open: string, close: string): string => `${open.repeat(40)}**within**${close.repeat(40)}`;
    const contents = {
      'level 44': Array.from({ length: 45 }, (_, i) => `${'> '.repeat(i + 1)}level ${i} **x**`).join('\n>\n'),
      'item 23': Array.from({ length: 24 }, (_, i) => `${'  '.repeat(i)}* item ${i} **x**`).join('\n'),
      within: nested('<table><tr><td>', '</td></tr></table>').replaceAll('**', ''),
      'within ': nested('<div>', '</div>').replaceAll('**', ''),
      'within  ': nested('<ul><li><blockquote>', '</blockquote></li></ul>').replaceAll('**', ''),
      styled: `${'> '.repeat(40)}**[~~_\`styled\`_~~](https://example.com/)**`,
      finish: `start ${'word '.repeat(40_000)} finish`,
      [`x${'y'.repeat(2_000)}z`]: `x${'y'.repeat(2_000)}z`,
    };
    for (const [expected, markdown] of Object.entries(contents)) {
      const text = (await print(markdown)).sheets.join(' ');
      expect(text.replaceAll(/\s/g, '')).to.include(expected.replaceAll(/\s/g, '')).and.not.include('**');
      expect(text).to.not.include('<');
    }
  });

  it('prints a page that the compiler refuses as it is written, and the other pages as ever', async () => {
    const refused = 'Before $$\\text{\u0001}$$ **after**';
    const pages = [`**One** [three](/pages/${pageOf(2)})`, refused, '**Three**'].map((markdown, i) => ({
      title: `Page ${i}`,
      markdown,
    }));
    const text = (await readPdf(await printBook(renderer, pages))).sheets.join(' ');
    expect(text).to.include('**after**').and.not.include('**One**').and.not.include('**Three**');
    for (const words of ['One', 'Before', 'Three']) expect(text).to.include(words);
  });

  it('prints a title that ends within a character', async () => {
    const book = {
      ...bookOf([
        { title: 'A', markdown: 'a' },
        { title: 'B \ud83c', markdown: 'b' },
      ]),
      title: 'x'.repeat(299) + '🎉',
    };
    const { sheets } = await readPdf(await buffer(renderer.render(book, async () => undefined)));
    expect(sheets.join(' ')).to.include('B ');
  });

  it('stops its process when the reader of the file leaves', async () => {
    const own = new ProcessPdfRenderer({ entry: ENTRY });
    let loads = 0;
    const book = bookOf([{ title: 'Page', markdown: images(['a']) }], ['a']);
    const reading = own.render(book, async () => {
      loads++;
      throw new Error('the store is closed');
    });
    expect(await reading.next().catch((error: Error) => error.message)).to.equal('the store is closed');
    expect(loads).to.equal(1);
  });
});
