import { expect } from 'chai';
import { parseSummary } from '../../../../src/adapters/git-format/summary-parser.ts';
import { slownessOfMachine } from '../../../support/cpu-time.ts';
import { planOf } from './repository-of.ts';

const MANY = 2_000_000;

/** Far above what a linear reader needs here (under 300 ms), far below what a quadratic one does (minutes). */
const LIMIT_MS = 5_000 * slownessOfMachine();

describe('GitRepositoryFormat.read for hostile files', () => {
  const summaries: Readonly<Record<string, string>> = {
    'open brackets': `* ${'['.repeat(MANY)}`,
    'open links': `* ${'[a]('.repeat(MANY / 4)}`,
    'unclosed images': `* ${'![a]('.repeat(MANY / 5)}`,
    'unclosed angle brackets': `* ${'[a](<'.repeat(MANY / 5)}`,
    'quotes after a path': `* [a](x ${'"a '.repeat(MANY / 3)}`,
    'spaces in a path': `* [a](x${' '.repeat(MANY)}y`,
    'backtick runs of every length': `* ${Array.from({ length: 1_500 }, (_, index) => '`'.repeat(index + 1)).join(' ')}`,
    'emphasis in a title': `* [${'*a '.repeat(MANY / 3)}](x.md)`,
    'anchors in a heading': `## ${'<a '.repeat(MANY / 3)}</a>`,
    'unclosed fences': '```a\n'.repeat(MANY / 20),
    'unclosed yaml': '* ```yaml\n'.repeat(MANY / 40),
    'unclosed comments': '<!--\n'.repeat(MANY / 20),
    'one long line': '='.repeat(MANY),
    'a staircase': Array.from({ length: 1_500 }, (_, index) => `${' '.repeat(index)}* a`).join('\n'),
    'many pages of one name': '* a\n'.repeat(20_000),
  };
  for (const [name, summary] of Object.entries(summaries)) {
    it(`reads a summary in linear time: ${name}`, async () => {
      await planOf({ 'SUMMARY.md': summary });
    }).timeout(LIMIT_MS);
  }

  const bodies: Readonly<Record<string, string>> = {
    'open links': ']('.repeat(MANY / 2),
    'open parentheses': '](('.repeat(MANY / 3),
    'open attributes': 'src="'.repeat(MANY / 5),
    'open angle brackets': '](<'.repeat(MANY / 3),
    'spaces after an attribute': `src${' '.repeat(MANY)}`,
    'a heading of stars': `# ${'*'.repeat(MANY)}`,
    'front matter that never ends': `---\n${'a\n'.repeat(MANY / 2)}`,
  };
  for (const [name, body] of Object.entries(bodies)) {
    it(`reads a page in linear time: ${name}`, async () => {
      expect((await planOf({ 'README.md': body, 'x.png': '' })).pages).to.have.lengthOf(1);
    }).timeout(LIMIT_MS);
  }

  it('limits the report entries of each code', async () => {
    const { report } = await planOf({ 'SUMMARY.md': '* a\n'.repeat(1_500) });
    const entries = report.filter(({ code }) => code === 'entry-without-file');
    expect(entries).to.have.lengthOf(1_001);
    expect(entries.at(-1)?.message).to.equal('and 500 more of this kind');
  });
});

describe('parseSummary', () => {
  it('[A73] yields to the event loop while it reads a summary of many short entries', async () => {
    let turns = 0;
    let isDone = false;
    const tick = (): void => {
      turns++;
      if (!isDone) setImmediate(tick);
    };
    setImmediate(tick);
    const { entries, problems } = await parseSummary('\n- ]:]:-'.repeat(7_500)).finally(() => (isDone = true));
    expect(entries.length + problems.length).to.equal(7_500);
    expect(turns, 'turns of other work').to.be.greaterThan(5);
  });
});
