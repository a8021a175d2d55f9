import { expect } from 'chai';
import fc from 'fast-check';
import {
  isTooComplex,
  MAX_BARS,
  MAX_BRACKETS,
  MAX_CONTAINERS,
  MAX_MARKDOWN_LENGTH,
  MAX_LINES,
  MAX_MARKERS,
} from '../../../../src/adapters/site/content/complexity.ts';
import { expectInert, render, textOf } from './support.ts';
import { cpuTimeOf, RETRIES_OF_MEASUREMENTS } from '../../../support/cpu-time.ts';
import { checkProperty } from '../../../support/properties.ts';

/** Far above the measured times (below 2 s), far below those of an unbounded parser (minutes to hours). */
const LIMIT_MS = 15_000;
const N = 100_000;

const HOSTILE: Readonly<Record<string, string>> = {
  'a line of 10 MB': 'a'.repeat(1e7),
  '10 MB of words': 'a '.repeat(5e6),
  '10 MB of empty lines': '\n'.repeat(1e7),
  '10 MB of broken conditions': '{% if '.repeat(1_700_000),
  'deep quotes': '>'.repeat(N),
  'deep quotes with spaces': `${'> '.repeat(N)}a`,
  'deep lists in a line': `${'- '.repeat(N)}a`,
  'deep numbered lists': `${'1. '.repeat(N)}a`,
  'mixed containers': '> - '.repeat(N),
  'lists deepening by indentation': Array.from({ length: 700 }, (_, index) => `${' '.repeat(2 * index)}- a`).join('\n'),
  'many deep lists': `${'- '.repeat(40)}a\n`.repeat(2000),
  'a lazy quote': `${'> '.repeat(40)}a\n${'b\n'.repeat(N)}`,
  'open brackets': '['.repeat(N),
  'closed brackets': ']'.repeat(N),
  'nested links': `${'['.repeat(N)}a${'](b)'.repeat(N)}`,
  'nested images': `${'!['.repeat(N)}a${'](b)'.repeat(N)}`,
  'unfinished links': '[a]('.repeat(N),
  'emphasis that only opens': '*a '.repeat(N),
  'emphasis that only closes': 'a* '.repeat(N),
  'mixed emphasis': '*a_'.repeat(N),
  'nested emphasis': `${'*a '.repeat(N)}${'b* '.repeat(N)}`,
  'nested emphasis in paragraphs': `${'*a '.repeat(120)}${'b* '.repeat(120)}\n\n`.repeat(300),
  'runs of backticks': Array.from({ length: 700 }, (_, index) => '`'.repeat(index + 1)).join(' '),
  'unfinished tags': '<a b="'.repeat(N),
  'unfinished instructions': 'a <?'.repeat(N),
  'unfinished titles': '[a](b "'.repeat(N),
  'angle brackets': '<'.repeat(N),
  'nested elements': '<div>'.repeat(N),
  'nested elements in lines': '<div>\n\n'.repeat(20_000),
  'nested formatting': '<b><i><u>'.repeat(N),
  'formatting opened for many paragraphs': `${'<font size=1><b id=1><b id=2><i id=3>'.repeat(2)}\n\n${'a\n\n'.repeat(9000)}`,
  'nested details': '<details><summary>x</summary>\n\n'.repeat(9000),
  'nested lists of HTML': '<ul><li>'.repeat(N),
  'comments that never end': '<div><!--'.repeat(N),
  'scripts that never end': '<div><script>'.repeat(N),
  'a wide and long table': `${'|a'.repeat(700)}|\n${'|-'.repeat(700)}|\n${'|a\n'.repeat(9000)}`,
  'a long table': `|a|b|\n|-|-|\n${'|a|b|\n'.repeat(N)}`,
  'references to a long definition': `${'[a] '.repeat(20_000)}\n\n[a]: /${'x'.repeat(2000)}`,
  'references to a footnote': `${'[^a] '.repeat(20_000)}\n\n[^a]: x`,
  'headings of one name': '# a\n\n'.repeat(9000),
  'nested hints': `${'{% hint %}\n'.repeat(9000)}${'{% endhint %}\n'.repeat(9000)}`,
  'embeds without an end': '{% embed url="https://a" %}\n'.repeat(9000),
  'tabs without an end': '{% tab %}\n'.repeat(9000),
  'conditions without an end': '{% if a %}\n'.repeat(9000),
  'a mix of everything': '<b>*_[`{% hint %}\n> - |'.repeat(20_000),
  'surrogates and zeros': '\ud800\0'.repeat(N),
};

describe('renderContent for hostile pages', function () {
  for (const [name, markdown] of Object.entries(HOSTILE)) {
    it(`renders ${name}`, function () {
      this.retries(RETRIES_OF_MEASUREMENTS);
      let html = '';
      expect(cpuTimeOf(() => void ({ html } = render(markdown)))).to.be.below(LIMIT_MS);
      expect(html.length).to.be.below(4_000_000 + markdown.length * 6);
    });
  }

  it('renders complex content as plain text', () => {
    const { html, plain } = render(`<script>alert(1)</script>\n${'['.repeat(N)}`);
    expect(plain).to.equal(true);
    expectInert(html);
    expect(textOf(html)).to.include(`<script>alert(1)</script>\n${'['.repeat(N)}`);
  });

  it('renders content up to its limits', () => {
    const cases: [string, string, string][] = [
      ['length', 'a'.repeat(MAX_MARKDOWN_LENGTH), 'a'.repeat(MAX_MARKDOWN_LENGTH + 1)],
      ['lines', '\n'.repeat(MAX_LINES - 1), '\n'.repeat(MAX_LINES)],
      ['bars', '|'.repeat(MAX_BARS - 1), '|'.repeat(MAX_BARS)],
      ['containers in a line', `${'> '.repeat(MAX_CONTAINERS)}a`, `${'> '.repeat(MAX_CONTAINERS + 1)}a`],
      ['markers', '- a\n'.repeat(MAX_MARKERS), '- a\n'.repeat(MAX_MARKERS + 1)],
      ['brackets', '['.repeat(MAX_BRACKETS), '['.repeat(MAX_BRACKETS + 1)],
    ];
    for (const [name, allowed, refused] of cases) {
      expect(isTooComplex(allowed), name).to.equal(false);
      expect(isTooComplex(refused), name).to.equal(true);
    }
  });

  it('accepts long code, rules and ordinary large tables', () => {
    expect(isTooComplex(`\`\`\`\n${'[*_`<'.repeat(20_000)}\n\`\`\``)).to.equal(false);
    expect(isTooComplex('* '.repeat(500))).to.equal(false);
    expect(isTooComplex(`| a | b |\n|---|---|\n${'| **a** `b` | [c](d.md) <br> |\n'.repeat(3000)}`)).to.equal(false);
    expect(isTooComplex(`${'- [a *b* `c`](d.md)\n'.repeat(3000)}`)).to.equal(false);
  });

  it('never throws for any text', () => {
    const piece = fc.oneof(
      fc.string({ maxLength: 20, unit: 'binary' }),
      fc.constantFrom(
        '{%',
        '%}',
        '{% if',
        '{% endif %}',
        '\n',
        '\n\n',
        '    ',
        '<',
        '</',
        '<!--',
        '```',
        '$$',
        '[^1]',
        '[^1]:',
        '|',
        '|-',
        '> ',
        '- ',
        '#',
        '&#',
        '\\',
        '\0',
        '\ud800',
      ),
    );
    checkProperty(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => typeof render(pieces.join('')).html === 'string'),
      { numRuns: 300 },
    );
  });
});
