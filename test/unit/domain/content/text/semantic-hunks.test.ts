import { expect } from 'chai';
import fc from 'fast-check';
import { runToCompletion } from '../../../../../src/domain/kernel/pausable.ts';
import { DocumentComparison, type Replacement } from '../../../../../src/domain/content/text/semantic-hunks.ts';
import { cpuTimeOf, RETRIES_OF_MEASUREMENTS } from '../../../../support/cpu-time.ts';
import { checkProperty } from '../../../../support/properties.ts';

interface Paragraph {
  readonly object: 'block';
  readonly key: string;
  readonly text: string;
}
/** Creates a block for each paragraph, with ascending keys, so that later blocks have other keys. */
const paragraphs = (markdown: string): Paragraph[] =>
  markdown
    .split(/\n\n+/)
    .filter(Boolean)
    .map((text, i) => ({ object: 'block', key: `k${i}`, text }));
const compare = (before: string, after: string) =>
  runToCompletion(new DocumentComparison(paragraphs).compare(before, after));

/** Applies the hunks to `before`. */
function applied<T>(before: readonly T[], hunks: readonly Replacement<T>[]): T[] {
  const result = [...before];
  for (const { before: was, after: is } of [...hunks].reverse()) result.splice(was.at, was.items.length, ...is.items);
  return result;
}
const lines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

describe('DocumentComparison.compare', () => {
  it('reports changes by lines and by blocks', () => {
    expect(compare('one\n\ntwo\n\nthree\n', 'one\n\nTWO\n\nnew\n\nthree\n')).to.deep.equal({
      lines: [{ before: { at: 2, items: ['two\n'] }, after: { at: 2, items: ['TWO\n', '\n', 'new\n'] } }],
      blocks: [
        {
          before: { at: 1, items: [{ object: 'block', key: 'k1', text: 'two' }] },
          after: {
            at: 1,
            items: [
              { object: 'block', key: 'k1', text: 'TWO' },
              { object: 'block', key: 'k2', text: 'new' },
            ],
          },
        },
      ],
      truncated: false,
    });
    expect(compare('same\n', 'same\n')).to.deep.equal({ lines: [], blocks: [], truncated: false });
  });

  it('reports changed and missing line endings', () => {
    expect(compare('a\nb', 'a\nb\n').lines).to.deep.equal([
      { before: { at: 1, items: ['b'] }, after: { at: 1, items: ['b\n'] } },
    ]);
    expect(compare('a\r\nb\n', 'a\nb\n').lines).to.deep.equal([
      { before: { at: 0, items: ['a\r\n'] }, after: { at: 0, items: ['a\n'] } },
    ]);
    expect(compare('', 'a\n').lines).to.deep.equal([
      { before: { at: 0, items: [] }, after: { at: 0, items: ['a\n'] } },
    ]);
  });

  it('reports hunks that transform any text into any other, by lines and by blocks', () => {
    const words = fc
      .array(fc.constantFrom('a', 'b', 'c', '\n', '\n\n', ' '), { maxLength: 40 })
      .map((parts) => parts.join(''));
    checkProperty(
      fc.property(words, words, (before, after) => {
        const hunks = compare(before, after);
        expect(hunks.truncated).to.equal(false);
        expect(applied(lines(before), hunks.lines).join('')).to.equal(after);
        expect(applied(paragraphs(before), hunks.blocks).map(({ text }) => text)).to.deep.equal(
          paragraphs(after).map(({ text }) => text),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('omits hunks above the limit, and reports that it did', () => {
    const MEGABYTE = 1024 * 1024;
    const rewritten = compare('', `${'x'.repeat(MEGABYTE)}`);
    expect(rewritten).to.deep.include({ blocks: [], truncated: true });
    expect(rewritten.lines).to.have.lengthOf(1);
    expect(compare('', 'x'.repeat(MEGABYTE + 1))).to.deep.equal({ lines: [], blocks: [], truncated: true });

    const [long, longer] = ['a\n'.repeat(150_000), `${'a\n'.repeat(150_000)}b\n`];
    expect(compare(long, longer)).to.deep.equal({
      lines: [{ before: { at: 150_000, items: [] }, after: { at: 150_000, items: ['b\n'] } }],
      blocks: [],
      truncated: true,
    });

    const many = new DocumentComparison(paragraphs);
    const text = 'x'.repeat(MEGABYTE - 1);
    for (let compared = 0; compared < 4; compared++) {
      expect(many.isExhausted).to.equal(false);
      runToCompletion(many.compare(text, `${text}xx`));
    }
    expect(many.isExhausted).to.equal(true);
    expect(runToCompletion(many.compare('a', 'b'))).to.deep.equal({ lines: [], blocks: [], truncated: true });
  });

  it('takes bounded time for adversarial texts', function () {
    this.retries(RETRIES_OF_MEASUREMENTS);
    const lines = (seed: number): string => Array.from({ length: 200_000 }, (_, i) => `${(i * seed) % 997}\n`).join('');
    const comparison = new DocumentComparison(paragraphs);
    expect(cpuTimeOf(() => runToCompletion(comparison.compare(lines(31), lines(37))))).to.be.below(10_000);
  });
});
