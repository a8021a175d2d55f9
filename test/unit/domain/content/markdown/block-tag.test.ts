import { expect } from 'chai';
import { parseBlockTag } from '../../../../../src/domain/content/markdown/block-tag.ts';
import { cpuTimeOf, RETRIES_OF_MEASUREMENTS } from '../../../../support/cpu-time.ts';

describe('parseBlockTag', () => {
  it('reads the name, the source after it, and the attributes', () => {
    expect(parseBlockTag(' {% code title="a \\"b\\"" lineNumbers=\'true\' %} ')).to.deep.equal({
      name: 'code',
      rest: 'title="a \\"b\\"" lineNumbers=\'true\'',
      attributes: { title: 'a "b"', lineNumbers: 'true' },
      values: new Map([
        ['title', 'a "b"'],
        ['linenumbers', 'true'],
      ]),
      hasOnlyAttributes: true,
    });
    expect(parseBlockTag('{% include "./a.md" %}')).to.deep.include({ attributes: { '': './a.md' } });
    expect(parseBlockTag('{%- if visitor.a > 1 -%}')).to.include({ name: 'if', rest: 'visitor.a > 1' });
  });

  it('names the block that an end tag closes', () => {
    expect(parseBlockTag('{% endhint %}')).to.include({ name: 'endhint', closes: 'hint' });
    expect(parseBlockTag('{% end %}')).to.not.have.property('closes');
  });

  it('reads unquoted values, the last of a repeated attribute, and past what is no attribute', () => {
    for (const [source, value] of [
      ['{% embed url=https://a.example %}', 'https://a.example'],
      ['{% embed url="a" url="b" %}', 'b'],
      ['{% embed ? other url="c" %}', 'c'],
    ] as const) {
      const tag = parseBlockTag(source)!;
      expect(tag.values.get('url'), source).to.equal(value);
      expect(tag.hasOnlyAttributes, source).to.equal(false);
    }
  });

  it('is undefined for anything but one tag', () => {
    for (const source of [
      '',
      'a',
      '{%%}',
      '{% %}',
      '{% a',
      '{% a %} b',
      '{% a %}{% b %}',
      '{% 1 %}',
      `{% a ${'b'.repeat(20_000)} %}`,
    ])
      expect(parseBlockTag(source), source.slice(0, 30)).to.equal(undefined);
  });

  it('takes a fraction of a second for the longest tag', function () {
    this.retries(RETRIES_OF_MEASUREMENTS);
    for (const unit of ['a', 'a ', 'a="', "a='", '"', 'a = ', '\\', '"\\'])
      expect(
        cpuTimeOf(() => parseBlockTag(`{% a ${unit.repeat(16_000 / unit.length)} %}`)),
        unit,
      ).to.be.below(300);
  });
});
