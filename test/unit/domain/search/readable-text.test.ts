import { expect } from 'chai';
import fc from 'fast-check';
import { toPlainText } from '../../../../src/domain/search/plain-text.ts';
import { parseHeading, readableText } from '../../../../src/domain/search/readable-text.ts';
import { cpuTimeOf, RETRIES_OF_MEASUREMENTS } from '../../../support/cpu-time.ts';
import { checkProperty } from '../../../support/properties.ts';

const pieces = (markdown: string): unknown[] =>
  [...readableText(markdown)]
    .map(({ level, text, anchor }) => [
      level,
      text.replace(/\s+/g, ' ').trim(),
      ...(anchor === undefined ? [] : [anchor]),
    ])
    .filter(([level, text]) => level !== 0 || text !== '');

describe('readableText', () => {
  it('returns headings of both kinds, and the text between them', () => {
    expect(
      pieces('Intro\n\n# One #\ntext\n\nTwo\n---\nmore\n\n### `Three` <a href="#x" id="third"></a>\n'),
    ).to.deep.equal([
      [0, 'Intro'],
      [1, 'One'],
      [0, 'text'],
      [2, 'Two'],
      [0, 'more'],
      [3, 'Three', 'third'],
    ]);
  });

  it('returns a heading after a byte order mark', () => {
    expect(pieces('\uFEFF# One\n\ntext\n')).to.deep.equal([
      [1, 'One'],
      [0, 'text'],
    ]);
  });

  it('removes markup and addresses, and keeps visible text', () => {
    expect(toPlainText('**bold** [text](https://a.example/secret) ![alt](x.png)').match(/\w+/g)).to.deep.equal([
      'bold',
      'text',
      'alt',
    ]);
    expect(
      pieces(
        '{% hint style="info" %}\nmind\n{% endhint %}\n{% tab title="Shown" %}\n<b class="hidden">bold</b> a &amp; b &#x41;<!-- gone\nthat too -->\n[ref]: https://example.com\nsee https://example.com/path now',
      ),
    ).to.deep.equal([[0, 'mind Shown bold a & b A see now']]);
  });

  it('shows the text of links by reference alone, where the document defines them', () => {
    const text = 'a[0][1], [two *words*][The  Ref], [the ref][] and [the\nref]. ![alt][pic]\n\n[none][no] [x]\n\n';
    expect(pieces(`## See [it][the ref] [x]\n\n${text}[THE REF]: https://example.com\n> [pic]: a.png\n`)).to.deep.equal(
      [
        [2, 'See it [x]'],
        [0, 'a[0][1], two words, the ref and the ref. alt [none][no] [x]'],
      ],
    );
    const [heading] = [...readableText('## See [it][the ref]\n\n[the ref]: https://example.com\n')];
    expect(heading!.anchorSource).to.equal('See it');
  });

  it('leaves no markers of links, images, emphasis, lists or quotes', () => {
    expect(
      pieces('See [the docs](https://a.example/x_(y)), ![a picture](a.png) and _these_ __two__.[^1]'),
    ).to.deep.equal([[0, 'See the docs, a picture and these two.']]);
    expect(pieces('> [!NOTE]\n> quoted\n\n- > [!tip]\n  > item\n\n> a\n> [!TIP]')).to.deep.equal([
      [0, 'quoted item a [!TIP]'],
    ]);
    expect(pieces('> quoted\n> more\n\n- item\n- [ ] task\n* star\n2) two')).to.deep.equal([
      [0, 'quoted more item task star two'],
    ]);
    expect(pieces('## [1.2.0](https://a.example) (2026)\n### _New_ `__init__` in snake_case')).to.deep.equal([
      [2, '1.2.0 (2026)'],
      [3, 'New __init__ in snake_case'],
    ]);
    expect(pieces('a [b] c_d_ _e f_g `[x](_y_)` ``a`b``')).to.deep.equal([[0, 'a [b] c_d_ _e f_g [x](_y_) a`b']]);
    expect(pieces('_one\n\ntwo_ [three\n\nfour](x)')).to.deep.equal([[0, '_one two_ [three four']]);
    expect(pieces('[a](x)[b](y)')).to.deep.equal([[0, 'a b']]);
  });

  it('keeps an asterisk within words that is no marker of emphasis', () => {
    for (const [written, shown] of [
      ['4*5', '4*5'],
      ['4*5*6', '456'],
      ['*a b*c', 'a bc'],
      ['**a*b** c', 'a*b c'],
      ['**a *b*** c*d', 'a b c*d'],
      ['f(*args)', 'f(*args)'],
      ['`a*b` c*d', 'a*b c*d'],
    ] as const)
      expect(parseHeading(written).anchorSource).to.equal(shown);
    expect(toPlainText('* a\n* b *c*\n')).to.equal(' a\n b c\n');
  });

  it('keeps the address that is all of a heading', () => {
    expect(parseHeading('https://example.com/start').text).to.equal('https://example.com/start');
    expect(parseHeading('<https://example.com/start>').text).to.equal('https://example.com/start');
    expect(parseHeading('See https://example.com/start').text).to.equal('See');
    expect(parseHeading('![A diagram](x.png)').text).to.equal('A diagram');
  });

  it('shows emoji instead of their shortcodes, which ids of headings keep', () => {
    expect(toPlainText(':rocket: :nope: 1:100:2 `:key:`')).to.equal('🚀 :nope: 1:100:2 :key:');
    const [heading] = readableText('## :rocket: Start');
    expect(heading).to.deep.equal({ level: 2, text: '🚀 Start', anchorSource: ':rocket: Start' });
  });

  it('decodes all character references, also in sources of heading ids', () => {
    expect(toPlainText('Caf&eacute; &Uuml;ber &mdash; &#8364;&nbsp;5 &nope; `&auml;` \\&auml;')).to.equal(
      'Café Über — € 5 &nope; &auml; &auml;',
    );
    expect(parseHeading('Caf&eacute; &copy;')).to.deep.equal({ text: 'Café ©', anchorSource: 'Café ©' });
  });

  it('omits the names of icons, and shows emoji for their elements', () => {
    const emoji = '<span data-gb-custom-inline data-tag="emoji" data-code="1f600">:grinning:</span>';
    expect(parseHeading('<i class="fa-bell" style="color:$primary;">:bell:</i> Alerts')).to.deep.equal({
      text: 'Alerts',
      anchorSource: ' Alerts',
    });
    expect(parseHeading(`${emoji} Fun`)).to.deep.equal({ text: '😀 Fun', anchorSource: '😀 Fun' });
    expect(toPlainText(`a <i class="fab fa-git">git</i>b <i>c</i> <i class="fast">d</i> ${emoji}`)).to.equal(
      'a b c d 😀',
    );
  });

  it('shows no hard breaks, and single tildes as they are', () => {
    expect(toPlainText('a\\\nb\\')).to.equal('a\nb');
    expect(toPlainText('H~2~O ~~c~~')).to.equal('H~2~O c');
  });

  it('returns footnotes, and indented code unchanged', () => {
    expect(pieces('a[^1]\n\n[^1]: *note*')).to.deep.equal([[0, 'a note']]);
    expect(pieces('a\n\n    # b [c](d)\n\ne')).to.deep.equal([
      [0, 'a'],
      [0, '# b [c](d)'],
      [0, 'e'],
    ]);
  });

  it('does not treat a thematic break after a list or quote as a heading', () => {
    expect(pieces('- item\n---\n> quote\n---\n| cell |\n---')).to.deep.equal([[0, 'item --- quote --- | cell | ---']]);
  });

  it('does not treat a thematic break after a block tag or another break as a heading', () => {
    for (const line of ['{% endhint %}', '* * *', '___'])
      expect(pieces(`${line}\n---\n# a`).at(-1), line).to.deep.equal([1, 'a']);
    expect([...readableText('{% endhint %}\n---')].map(({ level }) => level)).to.deep.equal([0]);
    expect([...readableText('***\n---')].map(({ level }) => level)).to.deep.equal([0]);
  });

  it('keeps what only looks like a tag, as sites do, without addresses', () => {
    expect(toPlainText('Map<String> and <keymap x="y"> </Custom> <b>c</b> <https://a.b>')).to.equal(
      'Map<String> and <keymap x="y"> </Custom> c   ',
    );
    expect(parseHeading('List<String>').anchorSource).to.equal('List<String>');
  });

  it('returns code unchanged, without headings', () => {
    expect(pieces('```js title="x"\n# not a heading\na < b && c > d;\n```\nafter')).to.deep.equal([
      [0, '# not a heading a < b && c > d;'],
      [0, 'after'],
    ]);
    expect(pieces('~~~\nnever closed')).to.deep.equal([[0, 'never closed']]);
  });

  it('returns code within quotes without the markers of these quotes', () => {
    expect(pieces('> a\n> ```\n> x > y\n> > z\n>\n> ```\n> b')).to.deep.equal([
      [0, 'a'],
      [0, 'x > y > z'],
      [0, 'b'],
    ]);
    expect(pieces('- > > ~~~\n  > > x')).to.deep.equal([[0, 'x']]);
    expect(pieces('> a\n>\n>     > x\n')).to.deep.equal([
      [0, 'a'],
      [0, '> x'],
    ]);
  });

  it('runs in linear time', function () {
    this.retries(RETRIES_OF_MEASUREMENTS);
    for (const unit of [
      '](',
      '](()',
      '[',
      '[x](y',
      '_',
      '_a ',
      ' _a_',
      '[^',
      '`` ',
      '\n ',
      '<a',
      '{%',
      '<!--',
      '&',
      '[',
      '`',
      '# ',
      '\\',
      '- ',
      '```\n',
      '|',
      'h',
      '=\n',
    ])
      for (const text of [unit.repeat(60_000), `${unit} `.repeat(40_000)]) {
        const took = cpuTimeOf(() => {
          for (const piece of readableText(text)) void piece;
        });
        expect(took, unit).to.be.below(1_000);
      }
  });

  it('accepts any text, and keeps every word of plain text', () => {
    checkProperty(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => void [...readableText(text)]));
    checkProperty(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 30 }),
        fc.constantFrom(' ', '\n', '\n\n', ', '),
        (words, space) => {
          const text = pieces(words.join(space))
            .map((piece) => (piece as [number, string])[1])
            .join(' ');
          expect(text.match(/[a-z]+/g)).to.deep.equal(words);
        },
      ),
    );
  });
});
