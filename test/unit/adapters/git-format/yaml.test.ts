import { expect } from 'chai';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { editYaml } from '../../../../src/adapters/git-format/write/yaml-edits.ts';
import { parseYaml } from '../../../../src/adapters/git-format/yaml.ts';

const ours = (text: string): unknown => {
  const result = parseYaml(text, 10_000);
  return 'problem' in result ? 'problem' : [...(result.value as ReadonlyMap<string, unknown>)];
};

describe('parseYaml', () => {
  it('reads back exported YAML with any values', () => {
    const piece = fc.constantFrom(
      ...[
        'a',
        'é',
        '网',
        ' ',
        ': ',
        ':',
        ' #',
        "'",
        '"',
        '- ',
        '&a',
        '*',
        '{',
        '}',
        '[',
        '!',
        '|',
        '>-',
        '%',
        '@',
        '`',
        '\\',
        '\t',
        '\r',
        '\n',
      ],
    );
    const special = fc.constantFrom(
      '\u00a0',
      '\u0085',
      '\u2028',
      '\ufeff',
      'null',
      'True',
      'no',
      '0x1f',
      '1e3',
      '.inf',
      '~',
      '---',
      '...',
      '<<',
      '=',
    );
    const text = fc
      .array(fc.oneof(piece, special), { maxLength: 6 })
      .map((pieces) => pieces.join(''))
      .filter((written) => written === '' || written.trim() !== '');
    const value = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null), fc.array(text, { maxLength: 3 }));
    const key = fc.constantFrom('title', 'description', 'a b', 'no-index', 'x_1', 'yes', '1', 'null');
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(key, value), { maxLength: 4, selector: ([key]) => key }), (entries) => {
        const map = new Map(entries);
        expect(ours(stringify(map, { lineWidth: 0, version: '1.2' }))).to.deep.equal([...map]);
      }),
      { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 1_000) },
    );
  });

  it('keeps the last of equal keys in handwritten front matter', () => {
    const text = "description: Fast, [simple] & don't-worry; costs 5% (see a:b#c)\nicon: house\ndescription: Wins\n";
    expect(ours(text)).to.deep.equal([
      ['description', 'Wins'],
      ['icon', 'house'],
    ]);
  });

  it('rejects nesting deeper than 64 levels, including the document and the innermost value, without a stack overflow', () => {
    const nested: readonly ((levels: number) => string)[] = [
      (levels) => `a: ${'['.repeat(levels)}${']'.repeat(levels)}`,
      (levels) => `${'{a: '.repeat(levels)}${'}'.repeat(levels)}`,
      (levels) => `${'- '.repeat(levels)}x`,
      (levels) => `${'? '.repeat(levels)}x`,
      (levels) => Array.from({ length: levels }, (_, i) => `${' '.repeat(i)}a:`).join('\n'),
      (levels) => Array.from({ length: levels }, (_, i) => `${'  '.repeat(i)}-\n`).join(''),
    ];
    for (const text of nested) {
      expect('problem' in parseYaml(text(20), 1e6), text(3)).to.equal(false);
      for (const levels of [70, 900])
        expect(parseYaml(text(levels), 1e6), text(3)).to.deep.equal({ problem: 'nested too deeply' });
      expect(editYaml(text(900), new Map([['title', 'Kept short']]))).to.equal('title: Kept short\n');
    }
    for (const bracket of ['[', '{a: '])
      expect(
        [62, 64].map(
          (levels) =>
            'problem' in parseYaml(bracket.repeat(levels) + (bracket === '[' ? ']' : '}').repeat(levels), 1e6),
        ),
      ).to.deep.equal([false, true]);
    for (const endless of ['a: &a [*a]', '&a {b: *a}'])
      expect(parseYaml(endless, 1e6)).to.deep.equal({ problem: 'too many aliases' });
  });

  it('limits the expansion of aliases', () => {
    const lines = Array.from({ length: 30 }, (_, i) => `k${i + 1}: &k${i + 1} [*k${i}, *k${i}]`);
    expect(parseYaml(['k0: &k0 x', ...lines].join('\n'), 1e6)).to.deep.equal({ problem: 'too many aliases' });
  });

  it('reads the values of tags outside the core schema as if they were untagged', () => {
    expect(ours('a: !x 1\nb: !y [2]\nc: !!binary aGk=\nd: !z {}')).to.deep.equal([
      ['a', '1'],
      ['b', [2]],
      ['c', 'aGk='],
      ['d', new Map()],
    ]);
  });
});
