import { expect } from 'chai';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { editYaml } from '../../../../src/adapters/git-format/write/yaml-edits.ts';
import type { JsonValue } from '../../../../src/ports/git/repository-format.ts';
import { parseYaml } from '../../../../src/adapters/git-format/yaml.ts';
import { checkProperty } from '../../../support/properties.ts';

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
    checkProperty(
      fc.property(fc.uniqueArray(fc.tuple(key, value), { maxLength: 4, selector: ([key]) => key }), (entries) => {
        const map = new Map(entries);
        expect(ours(stringify(map, { lineWidth: 0, version: '1.2' }))).to.deep.equal([...map]);
      }),
      { numRuns: 1_000 },
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

describe('editYaml', () => {
  const edit = (lines: readonly string[], edits: Readonly<Record<string, JsonValue | undefined>>): string[] =>
    editYaml(`${lines.join('\n')}\n`, new Map(Object.entries(edits)))
      .split('\n')
      .slice(0, -1);
  const layout = [
    'layout:',
    '  # Wide tables.',
    '  width: "wide" # not default',
    '  outline:',
    '    visible: true # short page',
    '  # After the outline.',
    'icon: book',
  ];

  it('expands aliases when the value that they name changes', () => {
    expect(
      edit(['description: &d The product', 'icon: rocket', 'hidden: true', 'seo:', '  description: *d'], {
        description: 'Other',
      }),
    ).to.deep.equal(['description: Other', 'icon: rocket', 'hidden: true', 'seo:', '  description: The product']);
    expect(edit(['a: &x { b: 1 }', 'c: *x'], { a: undefined })).to.deep.equal(['c:', '  b: 1']);
  });

  it('keeps anchors that are not changed', () => {
    expect(edit(['a: &x 1 # one', 'b: *x', 'icon: a'], { icon: 'b' })).to.deep.equal([
      'a: &x 1 # one',
      'b: *x',
      'icon: b',
    ]);
  });

  it('adds keys before the end of the document', () => {
    expect(edit(['icon: a', '...'], { hidden: true })).to.deep.equal(['icon: a', 'hidden: true', '...']);
    expect(edit(['icon: a', '... # end', '# more'], { icon: 'b' })).to.deep.equal(['icon: b', '... # end', '# more']);
  });

  it('keeps comments beside changed members of mappings', () => {
    expect(edit(layout, { layout: { width: 'default', outline: { visible: true } } })).to.deep.equal(
      layout.with(2, '  width: "default" # not default'),
    );
    expect(edit(layout, { layout: { width: 'wide', outline: { visible: false } }, hidden: true })).to.deep.equal([
      ...layout.with(4, '    visible: false # short page'),
      'hidden: true',
    ]);
    expect(
      edit(layout.slice(0, 5), { layout: { outline: { visible: true, a: 1 }, title: { visible: false } }, icon: 'x' }),
    ).to.deep.equal([
      ...layout.slice(0, 2),
      ...layout.slice(3, 5),
      '    a: 1',
      '  title:',
      '    visible: false',
      'icon: x',
    ]);
  });

  it('states the intended values for any mapping and edit', () => {
    const key = fc.constantFrom('a', 'b', 'layout', 'x y');
    const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
    const valueOf = (yaml: string): unknown => {
      const result = parseYaml(yaml, 100_000);
      return 'problem' in result ? result : (result.value ?? new Map());
    };
    const values = fc.dictionary(
      key,
      fc.oneof(leaf, fc.array(leaf, { maxLength: 2 }), fc.dictionary(key, fc.oneof(leaf, fc.dictionary(key, leaf)))),
    );
    checkProperty(
      fc.property(values, values, fc.array(key), fc.boolean(), (before, after, removed, commented) => {
        const source = stringify(before);
        const text = commented ? source.replace(/^( *)(\S+): *$/gm, '$1$2: # c\n$1  # d') : source;
        fc.pre(ours(text) !== 'problem');
        const edits = new Map<string, JsonValue | undefined>([
          ...removed.map((name) => [name, undefined] as const),
          ...Object.entries(after as Record<string, JsonValue>),
        ]);
        const intended = JSON.parse(JSON.stringify({ ...before, ...Object.fromEntries(edits) })) as object;
        expect(valueOf(editYaml(text, edits))).to.deep.equal(valueOf(stringify(intended)));
      }),
    );
  });
});
