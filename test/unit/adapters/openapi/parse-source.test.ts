import { expect } from 'chai';
import { UnreadableDocument } from '../../../../src/adapters/workers/worker-errors.ts';
import { LIMITS } from '../../../../src/adapters/openapi/limits.ts';
import { parseSource } from '../../../../src/adapters/openapi/parse-source.ts';
import { cpuTimeOf, RETRIES_OF_MEASUREMENTS } from '../../../support/cpu-time.ts';

const parse = (text: string): unknown => parseSource(Buffer.from(text)).value;
const refused = (text: string, message: string): void =>
  void expect(() => parse(text)).to.throw(UnreadableDocument, message);

describe('parseSource', () => {
  it('accepts three million values, counting what aliases stand for', () => {
    /** List that contains a list of a thousand values as often as it fits, and a list with the rest. */
    const text = (rest: number): string =>
      `a: &a [${Array(999).fill(1).join(', ')}]\nas: [${Array(2_998).fill('*a').join(', ')}]\nrest: [${Array(rest).fill(1).join(', ')}]`;
    const most = LIMITS.values - 1 - 1_000 - (1 + 2_998 * 1_000) - 1;
    expect((parse(text(most)) as any).as).to.have.lengthOf(2_998);
    refused(text(most + 1), 'the document has more than 3000000 values');
  });

  it('accepts 64 MiB of characters, including names of members', () => {
    const text = (rest: number): string =>
      `x: &x ${'y'.repeat(1_000_000)}\nxs: [${Array(66).fill('*x').join(', ')}]\nr: ${'z'.repeat(rest)}`;
    const most = LIMITS.characters - 67 * 1_000_000 - 'xxsr'.length;
    expect((parse(text(most)) as any).xs).to.have.lengthOf(66);
    refused(text(most + 1), 'the document has more than 67108864 characters');
  });

  it('accepts a hundred levels, including those of aliases', () => {
    const lists = (levels: number, inner: string): string => '['.repeat(levels) + inner + ']'.repeat(levels);
    const text = (levels: number): string => `a: &a ${lists(50, '1')}\nb: ${lists(levels, '*a')}`;
    expect(Object.keys(parse(text(49)) as object)).to.deep.equal(['a', 'b']);
    refused(text(50), 'the document is nested deeper than 100 levels');
    refused('a: &a {b: *a}', 'the document is nested deeper than 100 levels');
    refused('a: &a [*a, *a, *a, *a, *a, *a]', 'the document is nested deeper than 100 levels');
  });

  it('[A84] rejects texts that cannot be stored, including names of members', () => {
    for (const text of ['{"a": "\\u0000"}', '{"a\\u0000": 1}', 'a: "\\0"'])
      refused(text, 'a text of the document contains a NUL character');
    refused('{"a": ["\\ud800"]}', 'a text of the document contains a lone surrogate');
  });

  it('takes time in proportion to the text rather than to its expansion', function () {
    this.retries(RETRIES_OF_MEASUREMENTS);
    const bomb = (levels: number): string =>
      [
        'a0: &a0 [x, x]',
        ...Array.from({ length: levels }, (_, i) => `a${i + 1}: &a${i + 1} [${Array(50).fill(`*a${i}`).join(', ')}]`),
      ].join('\n');
    expect(cpuTimeOf(() => refused(bomb(80), 'the document has more than 3000000 values'))).to.be.below(2_000);
  });
});
