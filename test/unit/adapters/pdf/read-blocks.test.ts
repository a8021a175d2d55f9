import { expect } from 'chai';
import { parseHtml } from '../../../../src/adapters/pdf/content/html-tree.ts';
import type { Block } from '../../../../src/adapters/pdf/content/nodes.ts';
import { BlockReader, type BlockContext } from '../../../../src/adapters/pdf/content/read-blocks.ts';

const CONTEXT: BlockContext = {
  link: (href) => ({ url: href }),
  image: () => ({ k: 'image', alt: 'alt' }),
  formula: (tex, display) => ({ k: 'math', tex, display }),
  label: (anchor) => `page#${anchor}`,
  code: (code) => code,
  rank: (level) => level,
};
const read = (html: string): readonly Block[] => new BlockReader(CONTEXT).read(parseHtml(html));
const first = <Kind extends Block['k']>(html: string, kind: Kind): Extract<Block, { k: Kind }> =>
  read(html).find(({ k }) => k === kind) as Extract<Block, { k: Kind }>;

describe('BlockReader.read', () => {
  const rowsOf = (html: string): number[] => {
    const rows: number[] = [];
    for (const { y } of first(html, 'table').cells) rows[y] = (rows[y] ?? 0) + 1;
    return rows;
  };
  const head = (...cells: readonly string[]): string =>
    `<thead><tr>${cells.map((cell) => `<th>${cell}</th>`).join('')}</tr></thead>`;
  const body = '<tbody><tr><td>a</td><td>b</td></tr></tbody>';

  it('omits an empty header of a table, and keeps empty cells everywhere else', () => {
    expect(rowsOf(`<table>${head('', ' ')}${body}</table>`)).to.deep.equal([2]);
    expect(rowsOf(`<table>${head('', 'Meaning')}${body}</table>`)).to.deep.equal([2, 2]);
    expect(
      rowsOf('<table><tbody><tr><td></td><td></td></tr><tr><td>a</td><td>b</td></tr></tbody></table>'),
    ).to.deep.equal([2, 2]);
    expect(rowsOf(`<table>${head('a')}<tbody><tr><th></th></tr></tbody></table>`)).to.deep.equal([1, 1]);
  });

  it('puts the cells of a column on one side, whatever their letters are', () => {
    const sidesOf = (...cells: readonly [plain: string, right: string][]): readonly unknown[] => {
      const rows = cells.map(([plain, right]) => `<tr><td>${plain}</td><td align="right">${right}</td></tr>`);
      const { dir, cells: read } = first(`<table>${rows.join('')}</table>`, 'table');
      const sides = [0, 1].map((column) =>
        read.filter(({ x }) => x === column).map(({ of }) => (of[0] as { align?: string }).align),
      );
      return [dir, ...sides];
    };
    expect(sidesOf(['נץ', '12'], ['abc', 'שלום'])).to.deep.equal(['rtl', ['right', 'right'], ['left', 'left']]);
    expect(sidesOf(['abc', 'שלום'], ['שלום', 'letters'])).to.deep.equal(['ltr', ['left', 'left'], ['right', 'right']]);
  });

  it('gives each cell of a table a place of its own, whatever the spans are', () => {
    const {
      cells,
      widths,
      head: rows,
    } = first(
      '<table><thead><tr><th colspan="2">h</th><th rowspan="9">i</th></tr></thead><tbody><tr><td rowspan="2">a</td><td>b</td><td>c</td></tr><tr><td colspan="99">d</td></tr><tr><td rowspan="5">e</td></tr></tbody></table>',
      'table',
    );
    expect(rows).to.equal(1);
    expect(widths.length).to.equal(60);
    const taken = new Set<string>();
    for (const { x, y, colspan, rowspan } of cells) {
      expect(y + rowspan, 'within the table').to.be.at.most(4);
      for (let i = x; i < x + colspan; i++)
        for (let j = y; j < y + rowspan; j++) {
          expect(taken.has(`${i},${j}`), `${i},${j}`).to.equal(false);
          taken.add(`${i},${j}`);
        }
    }
  });

  it('reads the title and the line numbers that stand behind the language of code', () => {
    const html = '<pre><code class="language-js" data-title="hello.js" data-numbered="true">x</code></pre>';
    expect(first(html, 'code')).to.include({ text: 'x', title: 'hello.js', numbered: true });
    const titled = `<figure class="q-code"><figcaption>Hi</figcaption>${html}</figure>`;
    expect(first(titled, 'code')).to.include({ title: 'Hi', numbered: true });
    expect(first('<pre><code>x</code></pre>', 'code')).to.include({ numbered: false }).and.not.have.property('title');
  });

  it('collapses white space as HTML does', () => {
    expect(first('<p>\n  One  <b> two </b> three<br>  four </p>', 'par').of).to.deep.equal([
      'One ',
      { k: 'strong', of: ['two '] },
      'three',
      { k: 'break' },
      'four ',
    ]);
    expect(read('<p> <b> </b> </p>')).to.deep.equal([]);
  });

  it('makes images that stand alone, linked or not, blocks of their own', () => {
    expect(
      read('<p><img alt="x"> <a href="https://example.com"><img alt="x"></a></p>').map(({ k }) => k),
    ).to.deep.equal(['figure', 'figure']);
    expect(read('<p>See <img alt="x"></p>').map(({ k }) => k)).to.deep.equal(['par']);
  });

  it('takes the direction of a paragraph from its first letter unless it is given', () => {
    const directionOf = (html: string): string => first(html, 'par').dir;
    expect(directionOf('<p>abc שלום</p>')).to.equal('ltr');
    expect(directionOf('<p>12 שלום abc</p>')).to.equal('rtl');
    expect(directionOf('<p dir="rtl">abc</p>')).to.equal('rtl');
  });

  it('marks where long words may be broken, and nothing else', () => {
    const text = `${'a'.repeat(30)} short https://example.com/a/path`;
    const [marked] = first(`<p>${text}</p>`, 'par').of as readonly [string];
    expect(marked.replaceAll('\u200b', '')).to.equal(text);
    for (const part of marked.split(/[\u200b ]/)) expect(part.length).to.be.at.most(5);
    expect(marked).to.include(' short ');
    expect(first('<p>a\u200bb</p>', 'par').of).to.deep.equal(['ab']);
  });

  it('marks where words may be broken that are longer than the cells of a wide table', () => {
    const cellOf = (columns: number, word: string): string => {
      const { cells } = first(`<table><tr>${`<td>${word}</td>`.repeat(columns)}</tr></table>`, 'table');
      return (cells[0]!.of[0] as unknown as { of: readonly [string] }).of[0];
    };
    for (const word of ['configuration', 'конфигурация', 'Διαμόρφωση']) {
      expect(cellOf(4, word)).to.equal(word);
      const pieces = cellOf(20, word).split('\u200b');
      expect(pieces.join('')).to.equal(word);
      for (const piece of pieces) expect(piece.length).to.be.at.most(4);
    }
    expect(cellOf(50, 'word').split('\u200b')).to.deep.equal(['w', 'o', 'r', 'd']);
    expect(cellOf(20, 'of')).to.equal('of');
  });

  it('leaves out containers that are nested too deeply, but not their content', () => {
    for (const tag of ['blockquote', 'div class="q-hint q-hint-info"', 'ul><li', 'table><tr><td']) {
      const end = [...tag.matchAll(/(?:^|<)(\w+)/g)]
        .map(([, name]) => `</${name}>`)
        .reverse()
        .join('');
      const blocks = read(`<${tag}>`.repeat(40) + 'inner' + end.repeat(40));
      expect(JSON.stringify(blocks), tag).to.include('inner');
      expect(JSON.stringify(blocks).split(/"k":"(?:quote|box|list|table)"/).length - 1, tag).to.be.at.most(8);
    }
  });
});
