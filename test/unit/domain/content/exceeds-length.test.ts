import { expect } from 'chai';
import { exceedsLength } from '../../../../src/domain/content/documents/exceeds-length.ts';
import { markdownOf } from '../../../../src/application/comments/comment-body.ts';
import { Invalid } from '../../../../src/domain/kernel/errors.ts';

const paragraphOf = (...texts: readonly string[]) => ({
  object: 'block' as const,
  type: 'paragraph',
  nodes: [{ object: 'text', leaves: texts.map((text) => ({ object: 'leaf', text, marks: [] })) }],
});

describe('exceedsLength', () => {
  it('counts the texts of all leaves, and nothing else', () => {
    const blocks = [paragraphOf('ab', 'c'), { ...paragraphOf('de'), data: { text: 'not counted' } }];
    expect(exceedsLength(blocks, 3)).to.equal(false);
    expect(exceedsLength(blocks, 2)).to.equal(true);
    expect(exceedsLength(undefined, 0)).to.equal(false);
  });

  it('exceeds no limit with as many characters of two UTF-16 units', () => {
    expect(exceedsLength([paragraphOf('😀'.repeat(10))], 10)).to.equal(false);
    expect(exceedsLength([paragraphOf('😀'.repeat(11))], 10)).to.equal(true);
  });

  it('refuses a comment of a million characters before it is converted', () => {
    // A block that cannot be converted would be named first.
    const nodes = [paragraphOf('x'.repeat(1_000_000)), { object: 'block', type: 'unknown' }];
    expect(() => markdownOf({ document: { nodes } as never })).to.throw(
      Invalid,
      'body.document: must have at most 20000 characters as markdown',
    );
  });
});
