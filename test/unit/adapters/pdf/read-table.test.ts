import { expect } from 'chai';
import { isElement, parseHtml } from '../../../../src/adapters/pdf/content/html-tree.ts';
import { readBlocks } from '../../../../src/adapters/pdf/content/read-blocks.ts';

const NOWHERE = { targetOf: () => undefined, imageOf: () => undefined } as never;

describe('a table of a PDF', () => {
  const rowsOf = (html: string): number[] =>
    readBlocks(parseHtml(html).filter(isElement), NOWHERE).flatMap((block) =>
      block.kind === 'table' ? block.rows.map((row) => row.length) : [],
    );
  const head = (...cells: readonly string[]): string =>
    `<thead><tr>${cells.map((cell) => `<th>${cell}</th>`).join('')}</tr></thead>`;
  const body = '<tbody><tr><td>a</td><td>b</td></tr></tbody>';

  it('has no head where nothing stands in it', () => {
    expect(rowsOf(`<table>${head('', ' ')}${body}</table>`)).to.deep.equal([2]);
    expect(rowsOf(`<table>${head('', 'Meaning')}${body}</table>`)).to.deep.equal([2, 2]);
  });

  it('keeps empty cells everywhere else', () => {
    expect(
      rowsOf('<table><tbody><tr><td></td><td></td></tr><tr><td>a</td><td>b</td></tr></tbody></table>'),
    ).to.deep.equal([2, 2]);
    expect(rowsOf(`<table>${head('a')}<tbody><tr><th></th></tr></tbody></table>`)).to.deep.equal([1, 1]);
  });
});
