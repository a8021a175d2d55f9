import { expect } from 'chai';
import fc from 'fast-check';
import { runToCompletion } from '../../../../src/domain/kernel/pausable.ts';
import { rewriteLinks } from '../../../../src/domain/links/rewrite-links.ts';
import { MAX_LINKS, MAX_TARGET_LENGTH, extractLinks } from '../../../../src/domain/links/written-links.ts';
import { cpuTimeOf, RETRIES_OF_MEASUREMENTS } from '../../../support/cpu-time.ts';
import { checkProperty } from '../../../support/properties.ts';

const targets = (markdown: string): string[] => extractLinks(markdown).map(({ target }) => target);

describe('extractLinks', () => {
  for (const [what, markdown, expected] of [
    [
      'links and images, also nested',
      'A [b](./c.md "title") ![d](</e f.png>) [![g](h.png)](i.md)',
      ['./c.md', '/e f.png', 'h.png', 'i.md'],
    ],
    [
      'definitions of references, not of footnotes',
      '[a]: ./b.md "c"\n[^1]: ./d.md\n\n[e]: <f g.md>',
      ['./b.md', 'f g.md'],
    ],
    ['a definition that ends with a bracket', '[a]: ./b_(c).md', ['./b_(c).md']],
    [
      'targets with brackets and escapes',
      '[a](b_(c).md) [d](e\\).md) [f](g&amp;h.md)',
      ['b_(c).md', 'e).md', 'g&h.md'],
    ],
    [
      'links in block tags',
      '{% content-ref url="a.md" %}\n[a.md](a.md)\n{% endcontent-ref %}\n\n{% file src="/files/x" %}\n\n{% embed url="https://e.org/?a=1" %}\n\n{% include "../r.md" %}',
      ['a.md', 'a.md', '/files/x', 'https://e.org/?a=1', '../r.md'],
    ],
    [
      'links in HTML, such as cards',
      '<table data-view="cards"><tr><td data-card-target><a href="a.md">x</a></td><td><img src=\'b.png\'></td></tr></table>',
      ['a.md', 'b.png'],
    ],
    [
      'bare URLs',
      'See https://e.org/a_b. And <https://e.org/c>, <mailto:a@b.org>; [https://no.org](d.md)',
      ['https://e.org/a_b', 'https://e.org/c', 'mailto:a@b.org', 'd.md'],
    ],
    [
      'nothing inside code',
      '`[a](b)` ``[c](d)``\n\n```\n[e](f)\n```\n\n    [g](h)\n\n<pre>\n[i](j)\n\n[k](l)\n</pre> [m](n)\n\n> ~~~\n> [o](p)\n> ~~~',
      ['n'],
    ],
    [
      'nothing inside indented code of lists, quotes and tags',
      '- Write:\n\n      [a](b)\n\n> quote\n>\n>     [c](d)\n\n-     [e](f)\n\n{% hint %}\n    [g](h)\n{% endhint %}\n\n[i](j)',
      ['j'],
    ],
    [
      'links of paragraphs that indented lines continue',
      '- a\n    [b](c)\n\n> d\n    [e](f)\n\n1. g\n\n    [h](i)',
      ['c', 'f', 'i'],
    ],
    ['links indented in a footnote', '[^1]: a\n\n    [b](c)', ['c']],
    ['nothing inside formulas', '$$F[a](b)$$ [c](d) $$e\n\n$$\n[f](g)\n\n[h](i)\n$$\n\nx $$ [j](k)', ['d', 'k']],
    ['links indented in a list', '- a\n\n    [b](c.md)', ['c.md']],
    ['nothing inside comments', '<!-- [a](b)\n\n[c](d) --> [e](f)', ['f']],
    ['no escaped or unclosed links', '\\[a](b) [c](d [e] (f) [g](<h', []],
    ['links with titles in all kinds of quotes', '[a](b "c)") [d](e \'f\') [g](h (i))', ['b', 'e', 'h']],
  ] as const) {
    it(`finds ${what}`, () => {
      expect(targets(markdown)).to.deep.equal(expected);
    });
  }

  it('limits the length of targets', () => {
    const name = 'a'.repeat(MAX_TARGET_LENGTH - 1);
    expect(targets(`[x](${name})`)).to.deep.equal([name]);
    expect(targets(`[x](${name}${'a'.repeat(2)})`)).to.deep.equal([]);
  });
  it('returns the offsets of each target', () => {
    checkProperty(
      fc.property(
        fc.array(
          fc.constantFrom(
            '[a](b.md)',
            '![',
            '](',
            '`',
            '<a href="c">',
            '{% x url="d" %}',
            '\n\n',
            'https://e.org',
            ')',
            '\\',
            '"',
            '[e]: f\n',
            ' ',
            '<',
            '>',
          ),
        ),
        (parts) => {
          const markdown = parts.join('');
          for (const { target, from, to } of extractLinks(markdown))
            if (!/[\\&]/.test(markdown.slice(from, to))) expect(markdown.slice(from, to).trim()).to.equal(target);
          expect(runToCompletion(rewriteLinks(markdown, () => undefined))).to.equal(markdown);
        },
      ),
    );
  });
  it('[A73] limits the number of links per document', () => {
    expect(targets('[a](b) '.repeat(MAX_LINKS))).to.have.length(MAX_LINKS);
    expect(targets(`${'[a](b)\n\n'.repeat(MAX_LINKS)}[a](c)`))
      .to.have.length(MAX_LINKS)
      .and.not.include('c');
  });
  it('[A73] trims closing punctuation of URLs in linear time', function () {
    this.retries(RETRIES_OF_MEASUREMENTS);
    const address = `https://${'.'.repeat(7_900)}x`;
    expect(cpuTimeOf(() => extractLinks(`${address} `.repeat(100)))).to.be.below(1_500);
    expect(targets('See https://a.example/x).')).to.deep.equal(['https://a.example/x']);
  });
  it('runs in linear time', function () {
    this.retries(RETRIES_OF_MEASUREMENTS);
    const nested = `${'- '.repeat(50_000)}[a](b)\n${'\n'.repeat(250_000)}`;
    expect(cpuTimeOf(() => extractLinks(nested))).to.be.below(1_500);
    for (const part of [
      '[',
      '](',
      '[a](',
      '![a](<',
      '](a (',
      '](a "',
      '<a href="',
      '{% a url="',
      '<!--',
      '<pre>',
      '`',
      '``` ',
      '$$ ',
      '- ',
      '> ',
      '\n> - a',
      'https://',
      '[a]: ',
      '![[',
      '[^http://)',
    ]) {
      expect(
        cpuTimeOf(() => extractLinks(part.repeat(300_000 / part.length))),
        part,
      ).to.be.below(1_500);
    }
  });
});

describe('rewriteLinks', () => {
  it('replaces targets, or links by their text, and keeps every other byte', () => {
    const markdown = 'A [b *c*](./d.md "t") ![e](f.png), [g](h.md).\n\n`[i](./d.md)`\r\n[j]: ./d.md\n';
    const rewritten = runToCompletion(
      rewriteLinks(markdown, ({ target }) =>
        target === './d.md' ? '/pages/1' : target === 'h.md' || target === 'f.png' ? null : undefined,
      ),
    );
    expect(rewritten).to.equal('A [b *c*](/pages/1 "t") ![e](f.png), g.\n\n`[i](./d.md)`\r\n[j]: /pages/1\n');
  });
  it('escapes text that would begin a block without its link', () => {
    for (const [markdown, expected] of [
      ['[1. Install](x.md)', '1\\. Install'],
      ['[1](x.md). Install', '1\\. Install'],
      ['[# a](x.md)', '\\# a'],
      ['text\n[---](x.md)\n', 'text\n\\---\n'],
      ['[|a|b|](x.md)\n|-|-|\n', '\\|a|b|\n|-|-|\n'],
      ['- [* a](x.md)', '- \\* a'],
      ['[> a](x.md) [# b](x.md)', '\\> a # b'],
      ['[*a*](x.md), [1.5](x.md)', '*a*, 1.5'],
    ] as const)
      expect(runToCompletion(rewriteLinks(markdown, () => null)), markdown).to.equal(expected);
  });
  it('handles nested links', () => {
    expect(
      runToCompletion(rewriteLinks('[![a](b.png)](c.md)', ({ use }) => (use === 'image' ? '/files/1' : null))),
    ).to.equal('![a](/files/1)');
  });
});
