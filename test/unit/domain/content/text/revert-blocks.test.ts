import { expect } from 'chai';
import fc from 'fast-check';
import { runToCompletion } from '../../../../../src/domain/kernel/pausable.ts';
import {
  revertBlocks,
  type BlockRange,
  type DocumentBlocks,
} from '../../../../../src/domain/content/text/revert-blocks.ts';
import { checkProperty } from '../../../../support/properties.ts';

/**
 * Splits paragraphs into blocks, keyed by their text and occurrence; a line that begins with `>` contains a block for
 * each word.
 */
function blocksOf(text: string): BlockRange[] {
  const seen = new Map<string, number>();
  const keyOf = (part: string): string => {
    const count = (seen.get(part) ?? 0) + 1;
    seen.set(part, count);
    return count === 1 ? part : `${part}#${count}`;
  };
  return [...text.matchAll(/[^\r\n]+/g)].flatMap(({ 0: line, index: start }) => {
    const inner = line.startsWith('>')
      ? [...line.matchAll(/\w+/g)].map(({ 0: word, index }) => ({
          key: keyOf(word),
          start: start + index,
          end: start + index + word.length,
        }))
      : [];
    return [{ key: keyOf(line), start, end: start + line.length }, ...inner];
  });
}
const doc = (text: string): DocumentBlocks => ({ text, blocks: blocksOf(text) });
const reverted = (present: string, base: string, ...keys: string[]): string => {
  const { text, unknown } = runToCompletion(revertBlocks(doc(present), doc(base), new Set(keys)));
  expect(unknown).to.deep.equal([]);
  return text;
};

describe('revertBlocks', () => {
  const base = 'one\n\ntwo\n\nthree\n\nfour\n';

  it('reverts a changed block by its old or new key, and keeps other changes', () => {
    const present = 'one\n\nTWO\n\nthree\n\nFOUR\n';
    expect(reverted(present, base, 'TWO')).to.equal('one\n\ntwo\n\nthree\n\nFOUR\n');
    expect(reverted(present, base, 'two')).to.equal('one\n\ntwo\n\nthree\n\nFOUR\n');
    expect(reverted(present, base, 'four')).to.equal('one\n\nTWO\n\nthree\n\nfour\n');
    expect(reverted(present, base, 'TWO', 'FOUR')).to.equal(base);
  });

  it('removes an added block and restores a removed one, at any position', () => {
    expect(reverted('new\n\none\n\ntwo\n\nthree\n\nfour\n', base, 'new')).to.equal(base);
    expect(reverted('one\n\ntwo\n\nnew\n\nthree\n\nfour\n', base, 'new')).to.equal(base);
    expect(reverted('one\n\ntwo\n\nthree\n\nfour\n\nnew', base, 'new')).to.equal(base);
    expect(reverted('two\n\nthree\n\nfour\n', base, 'one')).to.equal(base);
    expect(reverted('one\n\nthree\n\nfour\n', base, 'two')).to.equal(base);
    expect(reverted('one\n\ntwo\n\nthree', base, 'four')).to.equal(base);
    expect(reverted('', base, 'one')).to.equal(base);
    expect(reverted('one', '', 'one')).to.equal('');
  });

  it('reverts a run of adjacent changes together', () => {
    expect(reverted('one\n\nA\n\nB\n\nfour\n', base, 'B')).to.equal(base);
  });

  it('reverts the outermost block for a nested key', () => {
    expect(reverted('> a b\n\nX\n\nmore\n', '> a c\n\nX\n\nmore', 'b')).to.equal('> a c\n\nX\n\nmore\n');
  });

  it('ignores unchanged blocks, and reports keys that neither document contains', () => {
    expect(reverted('one\n\nTWO\n\nthree\n\nfour\n', base, 'one')).to.equal('one\n\nTWO\n\nthree\n\nfour\n');
    expect(runToCompletion(revertBlocks(doc('one'), doc('two'), new Set(['x', 'one', 'y'])))).to.deep.equal({
      text: 'two',
      unknown: ['x', 'y'],
    });
  });

  it('keeps the text between unchanged blocks byte for byte', () => {
    expect(reverted('\ufeff\r\none\r\n\r\n\r\n\r\nTWO\r\n\r\nthree', '\none\n\ntwo\n\nthree', 'TWO')).to.equal(
      '\ufeff\r\none\n\ntwo\n\nthree',
    );
  });

  it('restores the base except for blank lines if every block is reverted, and changes nothing if none is', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 8 }).map((words) => words.join('\n\n'));
    checkProperty(
      fc.property(text, text, (present, old) => {
        const keys = new Set([...blocksOf(present), ...blocksOf(old)].map(({ key }) => key));
        expect(runToCompletion(revertBlocks(doc(present), doc(old), keys)).text).to.equal(old);
        expect(runToCompletion(revertBlocks(doc(present), doc(old), new Set())).text).to.equal(present);
      }),
    );
  });
});
