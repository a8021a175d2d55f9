import { expect } from 'chai';
import fc from 'fast-check';
import { findTable, formatTable, type Alignment } from '../../../app/src/editing/markdown-table.ts';
import { checkProperty } from '../../support/properties.ts';

const TEXT = 'Before\n\n| Name | Size |\n|:-----|-----:|\n| a \\| b | 1 |\n| c |\n\nAfter | not a table\n';

describe('findTable', () => {
  it('finds the table around an offset, with its range', () => {
    for (const word of ['Name', ':-----', 'a \\|', '| c']) {
      const found = findTable(TEXT, TEXT.indexOf(word))!;
      expect(TEXT.slice(found.from, found.to)).to.equal('| Name | Size |\n|:-----|-----:|\n| a \\| b | 1 |\n| c |');
      expect(found.table).to.deep.equal({
        alignments: ['left', 'right'],
        rows: [
          ['Name', 'Size'],
          ['a | b', '1'],
          ['c', ''],
        ],
      });
    }
  });

  it('leaves a table in the item of a list that it is in', () => {
    const text = '1. First\n\n   | Name |\n   | --- |\n   | a |\n\n2. Second\n';
    const { from, to, indent, table } = findTable(text, text.indexOf('| a'))!;
    const edited = text.slice(0, from) + formatTable(table, indent) + text.slice(to);
    expect(edited).to.equal(text);
  });

  it('finds none elsewhere', () => {
    for (const word of ['Before', 'After']) expect(findTable(TEXT, TEXT.indexOf(word))).to.equal(undefined);
    expect(findTable('', 0)).to.equal(undefined);
    expect(findTable('| only a row |', 3)).to.equal(undefined);
  });

  it('reads back what formatTable writes', () => {
    const cell = fc.string({ maxLength: 12 }).map((text) => text.replace(/[\\\n\r|]/g, '').trim());
    const table = fc.integer({ min: 1, max: 4 }).chain((columns) =>
      fc.record({
        alignments: fc.array(fc.constantFrom<Alignment>('none', 'left', 'center', 'right'), {
          minLength: columns,
          maxLength: columns,
        }),
        rows: fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 4 }),
      }),
    );
    checkProperty(
      fc.property(table, (original) => {
        expect(findTable(formatTable(original), 0)?.table).to.deep.equal(original);
      }),
    );
  });
});
