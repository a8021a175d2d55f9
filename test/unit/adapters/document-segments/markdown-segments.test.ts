import { expect } from 'chai';
import fc from 'fast-check';
import { MarkdownSegments } from '../../../../src/adapters/document-segments/markdown-segments.ts';
import { isTooComplex } from '../../../../src/adapters/site/content/complexity.ts';
import { PseudoEngine } from '../../../../src/adapters/translation/pseudo-engine.ts';
import { checkAnswer } from '../../../../src/domain/translations/check-answer.ts';
import { markupOf } from '../../../../src/domain/translations/markup.ts';
import { segmentsOf, tokensOf, type Segment, type Token } from '../../../../src/domain/translations/segment.ts';
import { writePieces } from '../../../../src/domain/translations/write-segment.ts';

const segments = new MarkdownSegments(isTooComplex);
const piecesOf = (markdown: string) => segments.of(markdown)!;
const textsOf = (markdown: string): string[] => segmentsOf(piecesOf(markdown)).map((segment) => markupOf(tokensOf(segment)));
const engine = new PseudoEngine();

/** The document by the pseudo-locale, through what any answer goes through. */
async function pseudo(markdown: string): Promise<string> {
  const all = segmentsOf(piecesOf(markdown));
  const { texts } = await engine.translate({ texts: all.map((segment) => markupOf(tokensOf(segment))) } as never);
  const answers = new Map(all.map((segment, i): [Segment, readonly Token[] | undefined] => [segment, checkAnswer(tokensOf(segment), texts[i]!).tokens]));
  return writePieces(piecesOf(markdown), (segment) => answers.get(segment));
}

const word = fc.constantFrom('Alpha', 'beta', 'Gamma-delta', 'x', '12', 'é', '日本', 'a_b', 'a*b', '5 < 6', 'R&D', '&copy;', '\\*', '"q"', 'e.g.', '$9', '~', '|', '#1', '-', '[x]');
const words = fc.array(word, { minLength: 1, maxLength: 6 }).map((list) => list.join(' '));
const inline: fc.Arbitrary<string> = fc.oneof(
  words,
  words.map((text) => `**${text}**`),
  words.map((text) => `*${text}*`),
  words.map((text) => `[${text}](https://example.com/a)`),
  fc.constantFrom('`code`', '{{ page.vars.a*b*c }}', ':smile:', '<br>', '<mark style="color:red">marked</mark>', '![alt text](a.png)', 'https://example.com/x', '$$x^2$$', '<kbd>Esc</kbd>', '[^1]'),
);
const line = fc.array(inline, { minLength: 1, maxLength: 4 }).map((list) => list.join(' '));
const block: fc.Arbitrary<string> = fc.oneof(
  line,
  fc.tuple(line, line).map(([a, b]) => `${a}\n${b}`),
  fc.tuple(fc.integer({ min: 1, max: 4 }), line).map(([depth, text]) => `${'#'.repeat(depth)} ${text}`),
  fc.array(line, { minLength: 1, maxLength: 3 }).map((items) => items.map((item, i) => `${i + 1}. ${item}`).join('\n')),
  fc.array(line, { minLength: 1, maxLength: 3 }).map((items) => items.map((item) => `* ${item}\n  * [ ] nested ${item}`).join('\n')),
  fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.map((text) => `> ${text}`).join('  \n')),
  line.map((text) => `{% hint style="info" %}\n${text}\n{% endhint %}`),
  words.map((text) => `{% tabs %}\n{% tab title="First tab" %}\n${text}\n{% endtab %}\n{% endtabs %}`),
  fc.tuple(words, words).map(([a, b]) => `| ${a.replaceAll('|', '')} | Head |\n| --- | :-: |\n| ${b.replaceAll('|', '')} | \`x\` |`),
  words.map((text) => `\`\`\`js\n${text}\n\`\`\``),
  words.map((text) => `<details>\n<summary>Some words</summary>\n\n${text}\n\n</details>`),
  fc.constant('<table><tr><td>Cell of a table</td><td><code>no words</code></td></tr></table>'),
  fc.constant('[^1]: A note.'),
  fc.constant('---'),
);
const documents = fc
  .tuple(fc.boolean(), fc.array(block, { minLength: 1, maxLength: 6 }), fc.constantFrom('\n', '\r\n'), fc.constantFrom('', '\n'))
  .map(([front, blocks, ending, end]) => ((front ? '---\ntitle: A title\ntags: [a, b]\n---\n' : '') + blocks.join('\n\n') + end).replaceAll('\n', ending));
const runs = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 100) };

describe('documents taken apart for translation', function () {
  this.timeout(60_000);

  it('are the same, byte for byte, when they are put together again', () => {
    fc.assert(fc.property(documents, (markdown) => {
      expect(writePieces(piecesOf(markdown), () => undefined)).to.equal(markdown);
    }), runs);
  });

  it('are the same, byte for byte, when an engine answers what it is asked', () => {
    fc.assert(fc.property(documents, (markdown) => {
      const translated = writePieces(piecesOf(markdown), (segment) => checkAnswer(tokensOf(segment), markupOf(tokensOf(segment))).tokens);
      expect(translated).to.equal(markdown);
    }), runs);
  });

  it('keep their structure in other words, node by node', async () => {
    await fc.assert(fc.asyncProperty(documents, async (markdown) => {
      expect(segments.structureOf(await pseudo(markdown))).to.equal(segments.structureOf(markdown));
    }), runs);
  });

  it('give words, and tags for what is none', () => {
    expect(textsOf('# A **bold** [link](x.md "t") and `code`, {{ a*b }} :tada: <br> here')).to.deep.equal(['A <g1>bold</g1> <g2>link</g2> and <x3/>, <x4/> <x5/> <x6/> here']);
    expect(textsOf('One\ntwo  \nthree &amp; 4 &lt; 5')).to.deep.equal(['One two<x1/>three &amp; 4 &lt; 5']);
    expect(textsOf('![A picture](a.png) ![shot.png](b.png)')).to.deep.equal(['A picture']);
    expect(textsOf('> quoted\n> words')).to.deep.equal(['quoted words']);
    expect(textsOf('[text][ref] and [ref]\n\n[ref]: https://example.com')).to.deep.equal(['<g1>text</g1> and <x2/>']);
    expect(textsOf('<p align="center">Centered</p>\n\n<!-- a comment -->')).to.deep.equal(['Centered']);
    expect(textsOf('{% tab title="Say \\"hi\\"" %}\nInside\n{% endtab %}')).to.deep.equal(['Say "hi"', 'Inside']);
  });

  it('give nothing of code, formulas, front matter, definitions, addresses and tags', () => {
    const silent = ['---\ntitle: Words here\n---\n', '```\nwords\n```', '    indented words', '$$\nwords\n$$', '[a]: https://example.com "words"', '<script>words</script>', '{% include "words" %}', 'https://example.com/words', '`words`', '{{ words }}', '123 + 4', '<https://example.com/words>', '[https://example.com](https://example.com)'];
    for (const markdown of silent) expect(textsOf(markdown), markdown).to.deep.equal([]);
  });

  it('write other words so that they mean nothing to Markdown', async () => {
    const write = (markdown: string, text: string): string => writePieces(piecesOf(markdown), () => [{ kind: 'text', text }]);
    expect(write('Words', '1. *a* <b> [c](d) `e`')).to.equal('1\\. \\*a\\* \\<b\\> \\[c\\](d) \\`e\\`');
    expect(write('| Words |\n| --- |\n', 'a | b')).to.equal('| a \\| b |\n| --- |\n');
    expect(write('<p>Words</p>', 'a < b & c')).to.equal('<p>a &lt; b &amp; c</p>');
    expect(write('{% tab title="Words" %}', 'a "b" %}')).to.equal('{% tab title="a \\"b\\" %\\}" %}');
  });

  it('are left alone where reading them would take long', () => {
    const long = '> '.repeat(200) + 'words';
    expect(segments.of(long)).to.equal(undefined);
    expect(segments.structureOf(long)).to.equal(undefined);
  });

  it('have another structure with another tag, link, block or code', () => {
    const structures = ['Words', '# Words', '**Words**', '[Words](a)', '[Words](b)', '`Words`', '`words`', '* Words', 'Words\n\nWords', '<b>Words</b>', '<div>Words</div>', '> Words'].map((markdown) => segments.structureOf(markdown));
    expect(new Set(structures).size).to.equal(structures.length);
    expect(segments.structureOf('**A** [b](c) `d`')).to.equal(segments.structureOf('`d` Otro [b](c) **A**'));
  });
});
