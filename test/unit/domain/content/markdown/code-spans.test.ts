import { expect } from 'chai';
import { CodeSpans } from '../../../../../src/domain/content/markdown/code-spans.ts';
import { cpuTimeOf, RETRIES_OF_MEASUREMENTS } from '../../../../support/cpu-time.ts';

/** Marks the characters that are in code spans. */
const marked = (text: string): string => {
  const spans = new CodeSpans(text);
  return [...text].map((_, at) => (spans.contains(at) ? 'x' : '.')).join('');
};

describe('CodeSpans.contains', () => {
  it('pairs runs of the same length', () => {
    expect(marked('a `b` c')).to.equal('..xxx..');
    expect(marked('`` a`b `` `c')).to.equal('xxxxxxxxx...');
    expect(marked('`a``')).to.equal('....');
  });

  it('regards a backslash before a span, not in it', () => {
    expect(marked('\\`a`')).to.equal('....');
    expect(marked('\\\\`a`')).to.equal('..xxx');
    expect(marked('`a\\`b`')).to.equal('xxxx..');
  });

  it('finds no span across a blank line', () => {
    expect(marked('`a\n\n`b`')).to.equal('....xxx');
    expect(marked('> `a\n>\n> b`')).to.equal('...........');
    expect(marked('`a\nb`')).to.equal('xxxxx');
  });

  it('runs in linear time', function () {
    this.retries(RETRIES_OF_MEASUREMENTS);
    for (const unit of ['a', '`', '`a', '`\n\n', '\\`', '`` `']) {
      const text = unit.repeat(400_000 / unit.length);
      const spans = new CodeSpans(text);
      const ms = cpuTimeOf(() => {
        for (let at = 0; at < text.length; at += 3) spans.contains(at);
      });
      expect(ms, unit).to.be.below(400);
    }
  });
});
