import { expect } from 'chai';
import {
  getFile,
  getReusableContent,
  listFiles,
  readVariables,
} from '../../../../../src/domain/content/content-reads.ts';
import type { Hash } from '../../../../../src/domain/content/objects/content-object.ts';
import type { File } from '../../../../../src/domain/content/page.ts';
import { bench, on, refused, start } from '../../../../support/content/four-pages.ts';
import { bytes, idOf, page } from '../../../../support/content/workbench.ts';

describe('applyChanges with files, variables and reusable contents', () => {
  const file = (name: string): File => ({
    id: idOf(name),
    name,
    contentType: 'image/png',
    size: 3,
    blob: 'ab'.repeat(32) as Hash,
  });

  it('inserts, changes, lists and deletes items', () => {
    const edit = bench.edit(start, [{ operation: 'insert_files', files: [{ ...file('b'), ref: 'pic' }, file('a')] }]);
    expect(edit.insertedFiles).to.deep.equal([{ file: file('b'), ref: 'pic' }, { file: file('a') }]);
    const listed = bench.read(listFiles(edit.content, undefined, 1));
    expect([listed.items.map(({ name }) => name), listed.count]).to.deep.equal([['a'], 2]);
    expect(bench.read(listFiles(edit.content, idOf('a'), 10)).items.map(({ name }) => name)).to.deep.equal(['b']);
    const renamed = bench.after(edit.content, { operation: 'update_file', file: idOf('a'), name: 'c' });
    expect(bench.read(getFile(renamed, idOf('a')))).to.deep.equal({ ...file('a'), name: 'c' });
    expect(
      bench.after(
        renamed,
        { operation: 'delete_file', file: idOf('a') },
        { operation: 'delete_file', file: idOf('b') },
      ),
    ).to.deep.equal(start);
  });

  it('reports the final state of each item once', () => {
    const content = bench.after(
      start,
      { operation: 'insert_files', files: [file('a'), file('b')] },
      { operation: 'insert_reusable_content', id: idOf('r'), title: 'R', document: bytes('r') },
    );
    const edit = bench.edit(content, [
      { operation: 'insert_files', files: [{ ...file('c'), ref: 'c' }, file('d')] },
      { operation: 'update_file', file: idOf('c'), name: 'cc' },
      { operation: 'delete_file', file: idOf('d') },
      { operation: 'update_file', file: idOf('a'), name: 'x' },
      { operation: 'update_file', file: idOf('a'), name: 'aa' },
      { operation: 'delete_file', file: idOf('b') },
      { operation: 'delete_reusable_content', reusableContent: idOf('r') },
      { operation: 'set_variables', variables: { v: 1 } },
      { operation: 'set_variables', variables: { v: null } },
    ]);
    expect(edit.insertedFiles).to.deep.equal([{ file: { ...file('c'), name: 'cc' }, ref: 'c' }]);
    expect(edit.affectedFiles).to.deep.equal([
      { kind: 'updated', file: { ...file('a'), name: 'aa' } },
      { kind: 'deleted', file: idOf('b') },
    ]);
    expect(edit.affectedReusableContents).to.deep.equal([{ kind: 'deleted', reusableContent: idOf('r') }]);
    expect(edit.affectedVariables).to.deep.equal({ v: null });
    expect(edit.affectedPages).to.deep.equal([]);
  });

  it('removes the dimensions of replaced bytes', () => {
    const pic = { ...file('a'), dimensions: { width: 1, height: 2 } };
    const blob = 'cd'.repeat(32) as Hash;
    const after = (more: object): unknown =>
      bench.read(
        getFile(
          on({ operation: 'insert_files', files: [pic] }, { operation: 'update_file', file: pic.id, ...more }),
          pic.id,
        ),
      );
    expect(after({ name: 'b' })).to.deep.equal({ ...pic, name: 'b' });
    expect(after({ blob, size: 9, contentType: 'text/plain' })).to.deep.equal({
      ...file('a'),
      blob,
      size: 9,
      contentType: 'text/plain',
    });
  });

  it('names the invalid field', () => {
    expect(refused([{ operation: 'insert_files', files: [file('a'), { ...file('b'), name: '' }] }])).to.match(
      /^changes\.0\.files\.1\.name: /,
    );
    expect(refused([{ operation: 'insert_files', files: [file('a'), file('a')] }])).to.match(
      /^changes\.0\.files\.1\.id: /,
    );
    expect(
      refused([{ operation: 'insert_files', files: [{ ...file('a'), ref: 'r' }] }, page('p', { ref: 'r' })]),
    ).to.match(/^changes\.1\.ref: /);
    expect(refused([{ operation: 'update_file', file: idOf('z') }])).to.equal('changes.0.file: does not exist');
    expect(refused([{ operation: 'set_variables', variables: { v: 'x'.repeat(257) } }])).to.match(
      /^changes\.0\.variables\.v: /,
    );
    expect(refused([{ operation: 'delete_reusable_content', reusableContent: idOf('z') }])).to.match(
      /^changes\.0\.reusableContent: /,
    );
  });

  it('accepts variables with any name', () => {
    const variables = JSON.parse('{"version": "1", "__proto__": 2, "on": true, "gone": null}') as Record<
      string,
      string
    >;
    const content = on({ operation: 'set_variables', variables });
    expect([...bench.read(readVariables(content))]).to.deep.equal([
      ['__proto__', 2],
      ['on', true],
      ['version', '1'],
    ]);
  });

  it('stores reusable contents with their documents', () => {
    const content = on({ operation: 'insert_reusable_content', id: idOf('r'), title: 'R', document: bytes('one') });
    const changed = bench.after(content, {
      operation: 'update_reusable_content',
      reusableContent: idOf('r'),
      document: bytes('two'),
    });
    expect(bench.objects.get(bench.read(getReusableContent(changed, idOf('r')))!.document)).to.deep.equal(bytes('two'));
    expect(bench.after(changed, { operation: 'delete_reusable_content', reusableContent: idOf('r') })).to.deep.equal(
      start,
    );
  });
});
