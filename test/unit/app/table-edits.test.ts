import { expect } from 'chai';
import type { MarkdownTable } from '../../../app/src/editing/markdown-table.ts';
import {
  addColumn,
  addRow,
  alignColumn,
  removeColumn,
  removeRow,
  setCell,
} from '../../../app/src/editing/table-edits.ts';

const TABLE: MarkdownTable = {
  alignments: ['left', 'none'],
  rows: [
    ['Name', 'Size'],
    ['a', '1'],
  ],
};

describe('table edits', () => {
  it('change one cell or the alignment of one column', () => {
    expect(setCell(TABLE, { row: 1, column: 0 }, 'b')).to.deep.equal({
      alignments: ['left', 'none'],
      rows: [
        ['Name', 'Size'],
        ['b', '1'],
      ],
    });
    expect(alignColumn(TABLE, 1, 'right')).to.deep.equal({ ...TABLE, alignments: ['left', 'right'] });
  });

  it('keep as many cells in each row as there are alignments', () => {
    expect(addColumn(addRow(TABLE))).to.deep.equal({
      alignments: ['left', 'none', 'none'],
      rows: [
        ['Name', 'Size', ''],
        ['a', '1', ''],
        ['', '', ''],
      ],
    });
    expect(removeColumn(TABLE, 0)).to.deep.equal({ alignments: ['none'], rows: [['Size'], ['1']] });
    expect(removeRow(TABLE, 1)).to.deep.equal({ ...TABLE, rows: [['Name', 'Size']] });
  });

  it('leave the table that they change as it was', () => {
    const before = structuredClone(TABLE);
    [addRow(TABLE), addColumn(TABLE), removeRow(TABLE, 0), setCell(TABLE, { row: 0, column: 0 }, 'x')];
    expect(TABLE).to.deep.equal(before);
  });
});
