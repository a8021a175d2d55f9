import { expect } from 'chai';
import { ProcessPdfRenderer } from '../../../../src/adapters/pdf/process-pdf-renderer.ts';
import { entryModule } from '../../../../src/packaged-files.ts';
import { QUICK_START } from '../../../support/backends.ts';
import { printBook } from '../../../support/files/pdf-books.ts';
import { readWithPoppler } from '../../../support/files/poppler.ts';
import { readPdf } from '../../../support/files/read-pdf.ts';

const ENTRY = entryModule('pdf-worker', QUICK_START.compiledModules);

describe('the PDF template', function () {
  const renderer = new ProcessPdfRenderer({ entry: ENTRY, maxIdle: 60_000 });
  const print = async (markdown: string) => readPdf(await printBook(renderer, [{ title: 'Page', markdown }]));
  const lines = (count: number): string => Array.from({ length: count }, (_, i) => `Filling ${i}.`).join('\n\n');

  it('leaves no heading at the end of a sheet, whatever follows it', async () => {
    const followers = [
      'Words.',
      '```js\nlet a;\n```',
      '{% hint style="info" %}\nNote.\n{% endhint %}',
      '* One\n* Two',
      '| a | b |\n| - | - |\n| 1 | 2 |',
      '> Quotation.',
    ];
    const pages = followers.flatMap((follower) =>
      Array.from({ length: 8 }, (_, i) => ({ title: 'Page', markdown: `${lines(31 + i)}\n\n## Title\n\n${follower}` })),
    );
    const { sheets } = await readPdf(await printBook(renderer, pages));
    expect(sheets.filter((sheet) => sheet.includes('Title'))).to.have.lengthOf(pages.length);
    for (const sheet of sheets) expect(sheet.replace(/\s*Book\s*\d+\s*$/, '')).to.not.match(/Title$/);
  });

  it('repeats the header of a table on each sheet, and breaks cells that are longer than a sheet', async () => {
    const rows = Array.from({ length: 90 }, (_, i) => `| ${i} | Row number ${i} |`).join('\n');
    const { sheets, tags } = await print(
      `| Key | Meaning |\n| - | - |\n${rows}\n| long | ${Array.from({ length: 1_500 }, (_, i) => `word${i}`).join(' ')} |`,
    );
    expect(sheets.length).to.be.greaterThan(3);
    for (const sheet of sheets) expect(sheet).to.match(/Key\s+Meaning/);
    const text = sheets.join(' ');
    for (let i = 0; i < 90; i++) expect(text).to.include(`Row number ${i}`);
    for (let i = 0; i < 1_500; i++) expect(text).to.match(new RegExp(`word${i}\\b`));
    expect(tags.filter(({ role }) => role === 'TH')).to.have.length.greaterThan(1);
  });

  it('tags headings without gaps, lists, tables and quotations for screen readers', async () => {
    const { tags, language } = await print('## Two\n\n##### Five\n\n* a\n\n> q\n\n| a |\n| - |\n| b |');
    const roles = tags.map(({ role }) => role);
    expect(roles.filter((role) => /^H\d/.test(role))).to.deep.equal(['H1', 'H2', 'H3']);
    expect(roles).to.include.members(['P', 'L', 'LI', 'LBody', 'BlockQuote', 'Table', 'TH', 'TD']);
    expect(language).to.equal('en');
  });

  it('prints lists with their numbers, tasks, code with line numbers, and footnotes that lead to each other', async () => {
    const { sheets, links } = await print(
      '7. seven\n8. eight\n\n- [x] done\n- [ ] open\n\n{% code title="a.ts" lineNumbers="true" %}\n```ts\nlet first;\nlet second;\n```\n{% endcode %}\n\nNoted[^1].\n\n[^1]: The note.',
    );
    const text = sheets[0]!.replaceAll(/\s+/g, ' ');
    for (const words of [
      '7. seven',
      '8. eight',
      '☑ done',
      '☐ open',
      'a.ts',
      '1 let first;',
      '2 let second;',
      'The note.',
    ])
      expect(text).to.include(words);
    expect(links.map(({ to }) => to)).to.deep.equal([0, 0]);
  });

  it('prints code in the colors of its language as sites do, and code of no known language in one', async () => {
    const colored = async (language: string) =>
      (await print(`\`\`\`${language}\n// Twice.\nconst one = "text";\n\`\`\`\n`)).colors;
    const inks = ['95,104,113', '194,52,66', '3,47,98'];
    expect(await colored('js')).to.include.all.keys(...inks);
    expect(await colored('no-language')).to.not.include.any.keys(...inks);
  });

  it('states the language of most pages of a book', async () => {
    const german = 'Dieses Kapitel beschreibt die Bausteine des Protokolls und wie sie zusammenarbeiten. '.repeat(2);
    const french = 'Ce chapitre décrit les éléments du protocole et la manière dont ils fonctionnent ensemble. '.repeat(
      2,
    );
    const languageIn = async (...texts: string[]) =>
      (
        await readPdf(
          await printBook(
            renderer,
            texts.map((markdown) => ({ title: 'API', markdown })),
          ),
        )
      ).language;
    expect(await languageIn(`\`\`\`\nconst one = 1;\n\`\`\`\n\n${german}`, german, french)).to.equal('de');
    expect(await languageIn(french)).to.equal('fr');
    expect(await languageIn('OK')).to.equal('en');
  });

  it('finds the language of a book in other scripts, and sets its text from right to left', async function () {
    const bytes = await printBook(renderer, [{ title: 'دليل', markdown: 'مرحبا بالعالم (نص) 12' }]);
    expect((await readPdf(bytes)).language).to.equal('ar');
    const { sheets } = readWithPoppler(this, bytes);
    expect(sheets[0]!.replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')).to.include('مرحبا بالعالم');
    const chinese = await printBook(renderer, [{ title: '配置指南', markdown: '**粗体** 文本' }]);
    const { fonts } = readWithPoppler(this, chinese);
    expect(fonts.map(({ name }) => name.replace(/^\w+\+/, '').slice(0, 17))).to.include('NotoSansHans-Bold');
    for (const font of fonts) expect(font, font.name).to.include({ embedded: true, subset: true, unicode: true });
  });
});
