import { expect } from 'chai';
import { EMPTY_CONTENT } from '../../../../src/domain/content/content.ts';
import { diffContents } from '../../../../src/domain/content/diff/diff-contents.ts';
import type { Hash } from '../../../../src/domain/content/objects/content-object.ts';
import { bytes, idOf, LATER, page, Workbench } from '../../../support/content/workbench.ts';

const bench = new Workbench();
const before = bench.after(EMPTY_CONTENT, page('a'), page('b'), page('c'), page('d'));

describe('diffContents', () => {
  it('lists created, deleted and changed pages with their fields and moves', () => {
    const after = bench.after(
      before,
      { operation: 'update_page', page: idOf('a'), title: 'A', document: bytes('x') },
      { operation: 'update_page', page: idOf('b'), into: idOf('a') },
      { operation: 'delete_page', page: idOf('c') },
      page('e'),
      { operation: 'update_page', page: idOf('d'), at: 0 },
    );
    const { pages } = bench.read(diffContents(before, after));
    expect(pages.created.map(({ id }) => id)).to.deep.equal([idOf('e')]);
    expect(pages.deleted.map(({ id }) => id)).to.deep.equal([idOf('c')]);
    expect(pages.changed.map(({ after: { id }, fields, moved }) => [id, fields, moved])).to.deep.equal([
      [idOf('a'), ['title', 'document'], false],
      [idOf('b'), ['parent', 'rank'], true],
      [idOf('d'), ['rank'], true],
    ]);
  });

  it('ignores a change of times alone', () => {
    const touched = bench.edit(before, [{ operation: 'update_page', page: idOf('a'), title: 'A' }], {
      now: LATER,
    }).content;
    const back = bench.edit(touched, [{ operation: 'update_page', page: idOf('a'), title: 'a' }], {
      now: LATER,
    }).content;
    expect(back).to.not.deep.equal(before);
    expect(bench.read(diffContents(before, back)).pages.changed).to.deep.equal([]);
  });

  it('includes files, reusable contents and variables', () => {
    const file = { id: idOf('f'), name: 'f', contentType: 'text/plain', size: 1, blob: 'aa'.repeat(32) as Hash };
    const one = bench.after(
      before,
      { operation: 'insert_files', files: [file] },
      { operation: 'set_variables', variables: { a: 1, b: 2 } },
      { operation: 'insert_reusable_content', id: idOf('r'), title: 'R', document: bytes('r') },
    );
    const two = bench.after(
      one,
      { operation: 'update_file', file: idOf('f'), name: 'g' },
      { operation: 'set_variables', variables: { a: null, b: 3, c: 4 } },
      { operation: 'delete_reusable_content', reusableContent: idOf('r') },
    );
    const diff = bench.read(diffContents(one, two));
    expect(diff.files.changed.map(({ fields }) => fields)).to.deep.equal([['name']]);
    expect(diff.reusableContents.deleted.map(({ title }) => title)).to.deep.equal(['R']);
    expect(diff.variables).to.deep.equal([
      { name: 'a', before: 1 },
      { name: 'b', before: 2, after: 3 },
      { name: 'c', after: 4 },
    ]);
    expect(bench.read(diffContents(one, one))).to.deep.equal({
      pages: { created: [], deleted: [], changed: [] },
      files: { created: [], deleted: [], changed: [] },
      reusableContents: { created: [], deleted: [], changed: [] },
      variables: [],
    });
  });
});
