import { expect } from 'chai';
import fc from 'fast-check';
import { runToCompletion } from '../../../../src/domain/kernel/pausable.ts';
import { resolveBatchLinks } from '../../../../src/application/content/batch-links.ts';
import { cpuTimeOf, RETRIES_OF_MEASUREMENTS } from '../../../support/cpu-time.ts';
import { checkProperty } from '../../../support/properties.ts';

const TARGETS: Readonly<Record<string, string>> = {
  'a.md': '/pages/A',
  'b c.md': '/pages/BC',
  'pic(1).png': '/files/P',
};
const resolve = (markdown: string): string => runToCompletion(resolveBatchLinks(markdown, (ref) => TARGETS[ref]));

describe('resolveBatchLinks', () => {
  it('replaces links in Markdown, HTML and block tags and keeps anchors and titles', () => {
    const cases: [string, string][] = [
      ['[x](./a.md)', '[x](/pages/A)'],
      ['[x](./a.md#part)', '[x](/pages/A#part)'],
      ['![x]( ./a.md "t")', '![x]( /pages/A "t")'],
      ['[x](<./b c.md#y>)', '[x](</pages/BC#y>)'],
      ['[x](./b%20c.md)', '[x](/pages/BC)'],
      ['[x](./pic\\(1\\).png)', '[x](/files/P)'],
      ['[x]: ./a.md', '[x]: /pages/A'],
      ['[x]:\t<./a.md>', '[x]:\t</pages/A>'],
      ['<a href="./a.md">x</a>', '<a href="/pages/A">x</a>'],
      ["<img src='./pic(1).png'>", "<img src='/files/P'>"],
      ['{% content-ref url="./a.md" %}', '{% content-ref url="/pages/A" %}'],
      ['{% file src="./pic(1).png" %}', '{% file src="/files/P" %}'],
      ['[a](./a.md)[b](./a.md)', '[a](/pages/A)[b](/pages/A)'],
    ];
    for (const [before, after] of cases) expect(resolve(before)).to.equal(after);
  });

  it('replaces references to reusable contents in includes only', () => {
    const include = (markdown: string): string =>
      runToCompletion(
        resolveBatchLinks(markdown, (ref, included) =>
          included && ref === 'note' ? '/reusable-content/N' : undefined,
        ),
      );
    expect(include('{% include "./note" %}\n{%- include \'./note\' -%}\n[x](./note)')).to.equal(
      '{% include "/reusable-content/N" %}\n{%- include \'/reusable-content/N\' -%}\n[x](./note)',
    );
    for (const other of [
      '`{% include "./note" %}`',
      '{% include "./other" %}',
      '{% include "note" %}',
      '{% included "./note" %}',
    ])
      expect(include(other)).to.equal(other);
  });

  it('resolves a reference of the maximum length and no longer one', () => {
    const long = 'n'.repeat(256);
    for (const [name, found] of [
      [long, true],
      [`${long}n`, false],
      [`${'%6E'.repeat(256)}`, true],
    ] as const)
      expect(
        runToCompletion(
          resolveBatchLinks(`[x](./${name}.md#a)`, (ref) => (ref === `${long}.md` ? '/pages/N' : undefined)),
        ),
        name.slice(0, 9),
      ).to.equal(found ? '[x](/pages/N#a)' : `[x](./${name}.md#a)`);
  });

  it('leaves links in code unchanged', () => {
    for (const code of [
      '`[x](./a.md)`',
      '``[x](./a.md) ` ``',
      '```\n[x](./a.md)\n```\n',
      '~~~md\n[x](./a.md)\n```\n[x](./a.md)\n~~~',
      '```\n[x](./a.md)',
    ])
      expect(resolve(code)).to.equal(code);
    expect(resolve('`x` [x](./a.md) `')).to.equal('`x` [x](/pages/A) `');
    expect(resolve('` open\n\n[x](./a.md) `')).to.equal('` open\n\n[x](/pages/A) `');
    expect(resolve('\\`[x](./a.md)`')).to.equal('\\`[x](/pages/A)`');
  });

  it('leaves links to other targets unchanged', () => {
    for (const other of [
      '[x](./z.md)',
      '[x](../a.md)',
      '[x](a.md)',
      '[x](/a.md)',
      '[x](https://h/./a.md)',
      './a.md',
      '(./a.md)',
      '[x](./a.md/b)',
      '[x](./a)',
      '[x](./%zz)',
    ])
      expect(resolve(other)).to.equal(other);
  });

  it('leaves all other text byte for byte unchanged', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '`',
        '```\n',
        '[',
        '](',
        './',
        ')',
        '\n',
        '\n\n',
        '<',
        '>',
        '"',
        'src=',
        '~~~',
        '\\',
        'a.md',
        ' ',
      ),
      fc.string(),
    );
    checkProperty(
      fc.property(
        fc.array(piece).map((pieces) => pieces.join('')),
        (text) => runToCompletion(resolveBatchLinks(text, () => undefined)) === text,
      ),
    );
  });

  it('takes time in proportion to the length of the text', function () {
    this.retries(RETRIES_OF_MEASUREMENTS);
    for (const evil of [
      '`'.repeat(200_000),
      '` `` '.repeat(50_000),
      '](./'.repeat(60_000),
      '[x](<./'.repeat(40_000),
      '\n\n'.repeat(100_000),
    ]) {
      expect(cpuTimeOf(() => resolve(evil))).to.be.below(2_000);
    }
  });
});
