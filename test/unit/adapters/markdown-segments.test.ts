import { expect } from 'chai';
import fc from 'fast-check';
import { MarkdownSegments } from '../../../src/adapters/document-segments/markdown-segments.ts';
import { isTooComplex } from '../../../src/adapters/site/content/complexity.ts';
import { PseudoEngine } from '../../../src/adapters/engines/pseudo-engine.ts';
import { HeadingAnchors } from '../../../src/domain/search/heading-anchors.ts';
import { readableText } from '../../../src/domain/search/readable-text.ts';
import { checkResponse } from '../../../src/domain/translations/check-response.ts';
import { toMarkup } from '../../../src/domain/translations/markup.ts';
import { segmentsOf, tokensOf, type Segment, type Token } from '../../../src/domain/translations/segment.ts';
import { writePieces } from '../../../src/domain/translations/write-segment.ts';
import { checkProperty } from '../../support/properties.ts';

const segments = new MarkdownSegments(isTooComplex);
const piecesOf = (markdown: string) => segments.segment(markdown)!;
const textsOf = (markdown: string): string[] =>
  segmentsOf(piecesOf(markdown)).map((segment) => toMarkup(tokensOf(segment)));
const engine = new PseudoEngine();

/** Translates a document into the pseudo-language, like any answer of an engine. */
async function pseudo(markdown: string): Promise<string> {
  const pieces = piecesOf(markdown);
  const all = segmentsOf(pieces);
  const { texts } = await engine.translate({ texts: all.map((segment) => toMarkup(tokensOf(segment))) } as never);
  const answers = new Map(
    all.map((segment, i): [Segment, readonly Token[] | undefined] => [
      segment,
      checkResponse(tokensOf(segment), texts[i]!).tokens,
    ]),
  );
  return writePieces(pieces, (segment) => answers.get(segment));
}

const word = fc.constantFrom(
  'Alpha',
  'beta',
  'Gamma-delta',
  'x',
  '12',
  'é',
  '日本',
  'a_b',
  'a*b',
  '5 < 6',
  'R&D',
  '&copy;',
  '\\*',
  '"q"',
  'e.g.',
  '$9',
  '~',
  '|',
  '#1',
  '-',
  '[x]',
);
const words = fc.array(word, { minLength: 1, maxLength: 6 }).map((list) => list.join(' '));
const inline: fc.Arbitrary<string> = fc.oneof(
  words,
  words.map((text) => `**${text}**`),
  words.map((text) => `*${text}*`),
  words.map((text) => `[${text}](https://example.com/a)`),
  fc.constantFrom('[Some label]', '[Some label][]', '[Some text][some label]'),
  fc.constantFrom(
    '`code`',
    '{{ page.vars.a*b*c }}',
    ':smile:',
    '<br>',
    '<mark style="color:red">marked</mark>',
    '![alt text](a.png)',
    'https://example.com/x',
    '$$x^2$$',
    '<kbd>Esc</kbd>',
    '[^1]',
    '<img src="a.png" alt="Some alt">',
  ),
);
const line = fc.array(inline, { minLength: 1, maxLength: 4 }).map((list) => list.join(' '));
/** Few words, so that many headings are equal or resemble a numbered one. */
const heading = fc
  .tuple(
    fc.constantFrom('Set up', 'Set up 1', 'Açaí', 'API', '2024', 'One `code`', 'Lock&#x20;'),
    fc.constantFrom('', ' <a href="#own" id="own"></a>', ' <a id="other"></a>'),
    fc.constantFrom('', ' ##'),
    fc.boolean(),
  )
  .map(([text, id, closing, underlined]) => (underlined ? `${text}${id}\n---` : `## ${text}${id}${closing}`));
const block: fc.Arbitrary<string> = fc.oneof(
  line,
  fc.tuple(line, line).map(([a, b]) => `${a}\n${b}`),
  fc.tuple(fc.integer({ min: 1, max: 4 }), line).map(([depth, text]) => `${'#'.repeat(depth)} ${text}`),
  heading,
  fc.array(line, { minLength: 1, maxLength: 3 }).map((items) => items.map((item, i) => `${i + 1}. ${item}`).join('\n')),
  fc
    .array(line, { minLength: 1, maxLength: 3 })
    .map((items) => items.map((item) => `* ${item}\n  * [ ] nested ${item}`).join('\n')),
  fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.map((text) => `> ${text}`).join('  \n')),
  line.map((text) => `{% hint style="info" %}\n${text}\n{% endhint %}`),
  line.map((text) => `> [!NOTE]\n> ${text}`),
  words.map((text) => `{% tabs %}\n{% tab title="First tab" %}\n${text}\n{% endtab %}\n{% endtabs %}`),
  fc
    .tuple(words, words)
    .map(([a, b]) => `| ${a.replaceAll('|', '')} | Head |\n| --- | :-: |\n| ${b.replaceAll('|', '')} | \`x\` |`),
  words.map((text) => `\`\`\`js\n${text}\n\`\`\``),
  words.map((text) => `<details>\n<summary>Some words</summary>\n\n${text}\n\n</details>`),
  fc.constant('<table><tr><td>Cell of a table</td><td><code>no words</code></td></tr></table>'),
  fc.constant(
    '<figure><img src="a.png" alt="A &quot;figure&quot; | of it"><figcaption><p>Its\ncaption</p></figcaption></figure>',
  ),
  fc.constant('[^1]: A note.'),
  fc.constant('[Some label]: https://example.com/b'),
  fc.constant('---'),
);
const documents = fc
  .tuple(
    fc.boolean(),
    fc.array(block, { minLength: 1, maxLength: 6 }),
    fc.constantFrom('\n', '\r\n'),
    fc.constantFrom('', '\n'),
  )
  .map(([front, blocks, ending, end]) =>
    ((front ? '---\ntitle: A title\ntags: [a, b]\n---\n' : '') + blocks.join('\n\n') + end).replaceAll('\n', ending),
  );

describe('MarkdownSegments.segment', function () {
  it('keeps the marker of an alert on a line of its own', async () => {
    const markdown = '> [!NOTE]\n> Mind **the** gap.\n\n> [!TIP]  \n> Yes';
    expect(textsOf(markdown)).to.deep.equal(['Mind <g1>the</g1> gap.', 'Yes']);
    expect(await pseudo(markdown)).to.match(/^> \[!NOTE\]\n> \S.*\n\n> \[!TIP\] {2}\n> \S+$/);
  });

  it('contains no URLs in segments, wherever they occur', async () => {
    const CASES: readonly (readonly [markdown: string, sent: string[]])[] = [
      ['<table><tr><td><a href="https://e.org">https://e.org</a></td></tr></table>', []],
      ['<p>See https://e.org/a?b=1&amp;c=2, or write to a.b@e.org.</p>', ['See <x1/>, or write to <x2/>.']],
      ['[see https://e.org/a_b for it](https://e.org)', ['<g1>see <x2/> for it</g1>']],
      ['{% tab title="From https://e.org on" %}', ['From <x1/> on']],
      ['<img src="a.png" alt="The page (www.e.org) itself">', ['The page (<x1/>) itself']],
      ['![Taken from www.e.org yesterday](a.png)', ['Taken from <x1/> yesterday']],
    ];
    for (const [markdown, sent] of CASES) {
      expect(
        textsOf(markdown).filter((text) => /\p{L}{3}/u.test(text.replace(/<[^<>]*>/g, ''))),
        markdown,
      ).to.deep.equal(sent);
      const translated = await pseudo(markdown);
      for (const [address] of markdown.matchAll(/(?:https:\/\/|www\.)[\w./?=&;]+[\w]|a\.b@e\.org/g))
        expect(translated).to.include(address);
    }
  });

  it('restores the document byte for byte from its pieces', () => {
    checkProperty(
      fc.property(documents, (markdown) => {
        expect(writePieces(piecesOf(markdown), () => undefined)).to.equal(markdown);
      }),
    );
  });

  it('restores the document byte for byte from an unchanged translation', () => {
    checkProperty(
      fc.property(documents, (markdown) => {
        const translated = writePieces(
          piecesOf(markdown),
          (segment) => checkResponse(tokensOf(segment), toMarkup(tokensOf(segment))).tokens,
        );
        expect(translated).to.equal(markdown);
      }),
    );
  });

  it('keeps the structure of the document node by node with other words', async () => {
    await checkProperty(
      fc.asyncProperty(documents, async (markdown) => {
        expect(segments.structureOf(await pseudo(markdown))).to.equal(segments.structureOf(markdown));
      }),
    );
  });

  const anchorsOf = (markdown: string): string[] => {
    const anchors = new HeadingAnchors();
    return [...readableText(markdown, false)]
      .filter(({ level }) => level > 0)
      .map(({ text, anchorSource, anchor }) => anchors.anchorFor(anchorSource ?? text, anchor));
  };

  it('keeps the anchors of headings with any words', async () => {
    await checkProperty(
      fc.asyncProperty(
        fc
          .array(
            fc.oneof(
              heading,
              words.map((text) => `Some ${text}`),
            ),
            { maxLength: 8 },
          )
          .map((blocks) => blocks.join('\n\n')),
        async (markdown) => {
          expect(anchorsOf(await pseudo(markdown))).to.deep.equal(anchorsOf(markdown));
        },
      ),
    );
    expect(await pseudo('# API\n\n## Set up ##\n\nSet up\n---\n\n### Own <a href="#mine" id="mine"></a>\n')).to.equal(
      '# ÅÞÎ· <a href="#api" id="api"></a>\n\n## Šéţ· ûþ· <a href="#set-up" id="set-up"></a> ##\n\nŠéţ· ûþ· <a href="#set-up-1" id="set-up-1"></a>\n---\n\n### Öŵñ· <a href="#mine" id="mine"></a>\n',
    );
    const write = (markdown: string, text: string): string =>
      writePieces(piecesOf(markdown), () => [{ kind: 'text', text }]);
    expect(write('# Install', 'INSTALL!')).to.equal('# INSTALL!');
    expect(write('# Install', 'Uno')).to.equal('# Uno <a href="#install" id="install"></a>');
    expect(write('Install', 'Uno')).to.equal('Uno');
  });

  it('translates documents that begin with a byte order mark', async () => {
    expect(await pseudo('\ufeff# Alpha\n\nBeta.\n')).to.equal(
      '\ufeff# Åļþĥå·· <a href="#alpha" id="alpha"></a>\n\nƁéţå·.\n',
    );
  });

  it('translates headings that end in a space written as a character reference', async () => {
    for (const markdown of ['## Lock&#x20;\n', '## Lock &#x20; <a href="#own" id="own"></a>\n']) {
      const translated = await pseudo(markdown);
      expect(translated).to.not.include('Lock');
      expect(segments.structureOf(translated)).to.equal(segments.structureOf(markdown));
    }
  });

  it('returns words as text and everything else as tags', () => {
    expect(textsOf('# A **bold** [link](x.md "t") and `code`, {{ a*b }} :tada: <br> here')).to.deep.equal([
      'A <g1>bold</g1> <g2>link</g2> and <x3/>, <x4/> <x5/> <x6/> here',
    ]);
    expect(textsOf('One\ntwo  \nthree &amp; 4 &lt; 5')).to.deep.equal(['One two<x1/>three &amp; 4 &lt; 5']);
    expect(textsOf('![A picture](a.png) ![shot.png](b.png)')).to.deep.equal(['A picture']);
    expect(textsOf('> quoted\n> words')).to.deep.equal(['quoted words']);
    expect(textsOf('[text][ref] and [ref]\n\n[ref]: https://example.com')).to.deep.equal([
      '<g1>text</g1> and <g2>ref</g2>',
    ]);
    expect(textsOf('<p align="center">Centered</p>\n\n<!-- a comment -->')).to.deep.equal(['Centered']);
    expect(textsOf('## Words <a href="#own" id="own"></a>')).to.deep.equal(['Words']);
    expect(textsOf('{% tab title="Say \\"hi\\"" %}\nInside\n{% endtab %}')).to.deep.equal(['Say "hi"', 'Inside']);
  });

  it('returns the words of elements, but neither icons nor emoji nor formulas', () => {
    expect(
      textsOf('<i>One</i> <span style="color:red">two</span> <button data-action="ask">Three</button>'),
    ).to.deep.equal(['<g1>One</g1> <g2>two</g2> <g3>Three</g3>']);
    expect(
      textsOf(
        'A <i class="fa-bell">bell</i> b <span data-gb-custom-inline data-tag="emoji" data-code="1f600">grin</span> c',
      ),
    ).to.deep.equal(['A <x1/> b <x2/> c']);
  });
  it('derives the anchor of a heading from the text of references alone', () => {
    expect(segmentsOf(piecesOf('## [A][b] c\n\n[b]: x'))[0]!.anchor).to.equal('a-c');
  });
  it('keeps the definition of a link whose text is its label', async () => {
    const definitions = '\n\n[Set up]: /set-up\n[*b* \\[c\\]]: /c\n[a.md]: /a';
    for (const [written, translated] of [
      ['See [Set up][] now', 'Šéé· [Šéţ· ûþ·][Set up] ñöŵ·'],
      ['See [Set up] now', 'Šéé· [Šéţ· ûþ·][Set up] ñöŵ·'],
      ['> See [set\n> up] (now)', '> Šéé· [šéţ· ûþ·][set up] (ñöŵ·)'],
      ['[*b* \\[c\\]]', '[*ƀ* \\[ç\\]][*b* \\[c\\]]'],
      ['See [a.md]', 'Šéé· [a.md]'],
    ] as const) {
      const answer = await pseudo(written + definitions);
      expect(answer).to.equal(translated + definitions);
      expect(segments.structureOf(answer)).to.equal(segments.structureOf(written + definitions));
    }
  });

  it('returns visible attributes of tags and images in HTML', () => {
    expect(
      textsOf(
        '<figure><img src="a.png" alt="A &quot;b&quot; &amp; c" title="t"><figcaption>Two\nlines</figcaption></figure>',
      ),
    ).to.deep.equal(['A "b" &amp; c', 'Two lines']);
    expect(textsOf('Before <img alt="Words in it" src="a.png"> after')).to.deep.equal([
      'Before <x1/> after',
      'Words in it',
    ]);
    for (const tag of [
      'tab title',
      'step title',
      'code overflow="wrap" title',
      'embed url="https://example.com" title',
      'file src="/files/a" caption',
      'prompt icon="x" description',
      'swagger-response status="200" description',
    ])
      expect(textsOf(`{% ${tag}="Some words" %}`), tag).to.deep.equal(['Some words']);
    expect(textsOf('{% swagger summary="One" description="Two" path="/three" %}')).to.deep.equal(['One', 'Two']);
    for (const silent of [
      '{% code title="index.js" %}',
      '{% tab title="{{ words }}" %}',
      '{% tab icon="words" %}',
      '{% hint style="words" %}',
      '{% constructor title="words" %}',
      '<img src="words" alt="">',
      '<img alt="a.png">',
      '<img alt="&unknown; words">',
      "<img alt='words'>",
      '<a title="words"></a>',
    ])
      expect(textsOf(silent), silent).to.deep.equal([]);
  });

  it('returns nothing for code, formulas, front matter, definitions, URLs and tags', () => {
    const silent = [
      '---\ntitle: Words here\n---\n',
      '```\nwords\n```',
      '    indented words',
      '$$\nwords\n$$',
      '[a]: https://example.com "words"',
      '<script>words</script>',
      '{% include "words" %}',
      'https://example.com/words',
      '`words`',
      '{{ words }}',
      '123 + 4',
      '<https://example.com/words>',
      '[https://example.com](https://example.com)',
    ];
    for (const markdown of silent) expect(textsOf(markdown), markdown).to.deep.equal([]);
  });

  it('escapes translated words so that they are no Markdown syntax', async () => {
    const write = (markdown: string, text: string): string =>
      writePieces(piecesOf(markdown), () => [{ kind: 'text', text }]);
    expect(write('Words', '1. *a* <b> [c](d) `e`')).to.equal('1\\. \\*a\\* \\<b\\> \\[c\\](d) \\`e\\`');
    expect(write('| Words |\n| --- |\n', 'a | b')).to.equal('| a \\| b |\n| --- |\n');
    expect(write('<p>Words</p>', 'a < b & c')).to.equal('<p>a &lt; b &amp; c</p>');
    expect(write('<img alt="Words" src="a">', '"a" <b> | c & d')).to.equal(
      '<img alt="&quot;a&quot; &lt;b&gt; &#124; c &amp; d" src="a">',
    );
    expect(write('{% tab title="Words" %}', 'a "b" %}')).to.equal('{% tab title="a \\"b\\" %\\}" %}');
  });

  it('does not split documents that are too complex to parse', () => {
    const long = '> '.repeat(200) + 'words';
    expect(segments.segment(long)).to.equal(undefined);
    expect(segments.structureOf(long)).to.equal(undefined);
  });

  it('reports another structure for another tag, link, block or code', () => {
    const structures = [
      'Words',
      '# Words',
      '**Words**',
      '[Words](a)',
      '[Words](b)',
      '`Words`',
      '`words`',
      '* Words',
      'Words\n\nWords',
      '<b>Words</b>',
      '<div>Words</div>',
      '> Words',
    ].map((markdown) => segments.structureOf(markdown));
    expect(new Set(structures).size).to.equal(structures.length);
    expect(segments.structureOf('**A** [b](c) `d`')).to.equal(segments.structureOf('`d` Otro [b](c) **A**'));
  });
});
