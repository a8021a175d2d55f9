import { expect } from 'chai';
import type { Instance } from '../../../src/instance.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { fillSpace, type SpaceInput, type FilledSpace, type PageInput } from '../../support/fill-space.ts';
import { GIF, svgOf, WEBP, pngOf } from '../../support/files/pictures.ts';
import { readWithPoppler } from '../../support/files/poppler.ts';
import { downloadPdf, readPdf } from '../../support/files/read-pdf.ts';
import { must, World } from '../../support/world.ts';

const COVER = 'CoverOfThePicturesPa';
const words = (text: string): string => text.replace(/\s+/g, ' ').trim();

onEveryBackend('PDF files in other programs', (backend) => {
  let instance: Instance;
  let world: World;
  before(async function () {
    instance = await backend.instance();
    world = await World.create(instance);
  });

  async function printed(
    content: SpaceInput,
    known: Partial<FilledSpace> = {},
  ): Promise<{ readonly bytes: Buffer; readonly pages: Readonly<Record<string, string>> }> {
    const { id } = await world.space({ title: 'Handbook' });
    const { pages } = await fillSpace(instance, id, content, known);
    const { url } = must(await world.admin.api.get(`/v1/spaces/${id}/pdf`), 200);
    return { bytes: await downloadPdf(url), pages };
  }

  /** Forty pages in four sections; each leads to two others and to a heading of a third. */
  const COUNT = 40;
  const PER_SECTION = 10;
  const title = (i: number): string => `Chapter ${i} of the whole`;
  const page = (i: number): PageInput => ({
    title: title(i),
    slug: `chapter-${i}`,
    markdown: [
      ...Array.from({ length: 1 + (i % 5) * 14 }, (_, line) => `Line ${line} of chapter ${i} says what is in it.`),
      ...[i * 7 + 1, i * 3 + 2].map((to) => `[Go](/pages/{page:${title(to % COUNT)}})`),
      `[Deep](/pages/{page:${title((i * 5) % COUNT)}}#at-the-end)`,
      '[Out](https://example.com/)',
      '## At the end',
      `Closing words of chapter ${i}.`,
    ].join('\n\n'),
  });
  const sections: readonly PageInput[] = Array.from({ length: COUNT / PER_SECTION }, (_, section) => ({
    title: `Section ${section}`,
    type: 'group' as const,
    pages: Array.from({ length: PER_SECTION }, (__, i) => page(section * PER_SECTION + i)),
  }));

  it('have the title and the whole text of every page, on the sheet named in the table of contents', async function () {
    const { bytes } = await printed({ pages: sections });
    const { sheets, fonts } = readWithPoppler(this, bytes);
    const texts = sheets.map(words);
    const contents = texts
      .slice(
        1,
        texts.findIndex((text, at) => at > 0 && text.startsWith(title(0))),
      )
      .join(' ');
    for (let i = 0; i < COUNT; i++) {
      const number = Number(new RegExp(`${title(i)} (\\d+)\\b`).exec(contents)?.[1]);
      expect(texts[number - 1], `sheet ${number} of chapter ${i}`).to.match(
        new RegExp(`^${title(i)} Line 0 of chapter ${i} `),
      );
      const following = Number(new RegExp(`${title(i + 1)} (\\d+)\\b`).exec(contents)?.[1] ?? texts.length + 1);
      const text = texts.slice(number - 1, following - 1).join(' ');
      for (let line = 0; line < 1 + (i % 5) * 14; line++) expect(text).to.include(`Line ${line} of chapter ${i} says`);
      expect(text).to.include(`Closing words of chapter ${i}.`);
    }
    expect(fonts).to.not.have.lengthOf(0);
    for (const font of fonts) expect(font, font.name).to.include({ embedded: true, subset: true, unicode: true });
  });

  it('have an internal link for each link between pages, and for each line of the contents', async function () {
    const { bytes, pages } = await printed({ pages: sections });
    const pdf = await readPdf(bytes);
    const first = Math.min(...Array.from({ length: COUNT }, (_, i) => pdf.names.get(pages[title(i)]!)!));
    const inside = pdf.links.filter(({ sheet, to }) => sheet >= first && to !== undefined);
    expect(inside).to.have.lengthOf(COUNT * 3);
    expect(pdf.links.filter(({ url }) => url === 'https://example.com/')).to.have.lengthOf(COUNT);
    const startOf = (name: string): number => pdf.names.get(pages[name]!)!;
    expect(pdf.links.filter(({ sheet, to }) => sheet < first && to !== undefined).map(({ to }) => to)).to.have.members([
      ...Array.from({ length: COUNT }, (_, i) => startOf(title(i))),
      ...sections.map((section) => startOf(section.title)),
    ]);
    for (let i = 0; i < COUNT; i++) {
      const start = startOf(title(i));
      expect(words(pdf.sheets[start]!).startsWith(title(i)), title(i)).to.equal(true);
      const next = i + 1 < COUNT ? startOf(title(i + 1)) : pdf.sheets.length;
      const own = inside.filter(({ sheet }) => sheet >= start && sheet < next).map(({ to }) => to);
      const ending = pdf.names.get(`${pages[title((i * 5) % COUNT)]}#at-the-end`)!;
      expect(own, title(i)).to.deep.equal([
        startOf(title((i * 7 + 1) % COUNT)),
        startOf(title((i * 3 + 2) % COUNT)),
        ending,
      ]);
      expect(pdf.sheets[ending]).to.include('At the end');
    }
  });

  it('have text of all scripts in reading order: right to left, mixed, and without spaces', async function () {
    const { bytes } = await printed({
      pages: [
        { title: 'دليل المستخدم', slug: 'ar', markdown: 'مرحبا بالعالم' },
        { title: 'מדריך', slug: 'he', markdown: 'שלום עולם' },
        { title: '配置指南', slug: 'zh', markdown: '这是一个测试段落。' },
        { title: '設定ガイド', slug: 'ja', markdown: 'これはテストです。' },
        { title: '설정 안내', slug: 'ko', markdown: '이것은 시험입니다.' },
        { title: 'คู่มือ', slug: 'th', markdown: 'สวัสดีชาวโลก' },
        { title: 'Ελληνικά и кириллица', slug: 'el', markdown: 'Ünïcödé ﬁne' },
      ],
    });
    const { sheets, fonts } = readWithPoppler(this, bytes);
    const plain = (text: string): string =>
      text.normalize('NFKC').replace(/[\s\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
    const all = sheets.map(plain);
    for (const [heading, text] of [
      ['دليل المستخدم', 'مرحبا بالعالم'],
      ['מדריך', 'שלום עולם'],
      ['配置指南', '这是一个测试段落。'],
      ['設定ガイド', 'これはテストです。'],
      ['설정 안내', '이것은 시험입니다.'],
      ['Ελληνικά и кириллица', 'Ünïcödé ﬁne'],
    ] as const) {
      expect(all[1], heading).to.include(plain(heading));
      expect(
        all.slice(2).filter((sheet) => sheet.includes(plain(heading)) && sheet.includes(plain(text))),
        heading,
      ).to.have.lengthOf(1);
    }
    expect(all.slice(2).join(' ')).to.include('สวสดชาวโลก'.slice(-6));
    for (const font of fonts) expect(font, font.name).to.include({ embedded: true, subset: true });
  });

  it('have formulas, drawings, images of all kinds and a cover, and words for what cannot be drawn', async function () {
    const { bytes } = await printed(
      {
        pages: [
          {
            title: 'Pictures',
            cover: { ref: { kind: 'file', file: COVER } },
            markdown: [
              'Energy is $$E=mc^2$$ here.',
              '$$\n\\int_0^1 x\\,dx = \\frac{1}{2}\n$$',
              '$$\n\\nonsense{x}\n$$',
              ...['drawing.svg', 'moving.gif', 'photo.webp', 'plain.png'].map(
                (name) => `![a picture](/files/{file:${name}})`,
              ),
              '![broken one](/files/{file:broken.svg})',
              'After them.',
            ].join('\n\n'),
          },
        ],
        files: [
          { name: 'drawing.svg', bytes: svgOf('<rect width="40" height="20"/>', 40, 20), contentType: 'image/svg+xml' },
          { name: 'moving.gif', bytes: GIF, contentType: 'image/gif' },
          { name: 'photo.webp', bytes: WEBP, contentType: 'image/webp' },
          { name: 'plain.png', bytes: pngOf(4, 4), contentType: 'image/png' },
          { name: 'broken.svg', bytes: '<svg', contentType: 'image/svg+xml' },
          { name: 'cover.png', bytes: pngOf(6, 2), contentType: 'image/png' },
        ],
      },
      { files: { 'cover.png': COVER } },
    );
    const { sheets } = readWithPoppler(this, bytes);
    const text = words(sheets.join(' '));
    for (const expected of ['Energy is', 'E=mc^2', '\\frac{1}{2}', '\\nonsense{x}', '[broken one]', 'After them.'])
      expect(text).to.include(expected);
    expect(text).to.not.include('a picture');
    const { images, tags } = await readPdf(bytes);
    expect(images, 'the drawing has no pixels').to.equal(4);
    const texts = tags.flatMap(({ alt }) => alt ?? []);
    expect(texts.filter((alt) => alt === 'a picture')).to.have.lengthOf(4);
    expect(texts).to.include.members(['E=mc^2', '\\int_0^1 x\\,dx = \\frac{1}{2}']);
  });
});
