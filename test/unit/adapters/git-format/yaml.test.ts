import { expect } from 'chai';
import fc from 'fast-check';
import { parseDocument } from 'yaml';
import { editYaml } from '../../../../src/adapters/git-format/write/yaml-edits.ts';
import { parseYaml } from '../../../../src/adapters/git-format/yaml.ts';

/** What the parser says, which is asked last and least. */
const parsed = (text: string): unknown => {
  const document = parseDocument(text, { schema: 'core', version: '1.2', uniqueKeys: false, logLevel: 'silent', prettyErrors: false });
  try {
    return document.errors.length > 0 ? 'problem' : [...(document.toJS({ mapAsMap: true }) as Map<unknown, unknown>)];
  } catch {
    return 'problem';
  }
};
const ours = (text: string): unknown => {
  const result = parseYaml(text, 10_000);
  return 'problem' in result ? 'problem' : [...(result.value as ReadonlyMap<string, unknown>)];
};

describe('YAML', () => {
  it('of plain lines is what the parser makes of it, whatever they hold', () => {
    const piece = fc.constantFrom('a', 'word', 'é', '网', ' ', ': ', ':', ' #', '#', "'", '"', '-', '- ', '&a', '*', '{', '}', '[', ',', '!', '|', '>', '%', '@', '`', '\\', '\t', '\r', '\u00a0', '\u0085', '\ufeff', 'null', 'True', 'no', '0x1f', '1e3', '.inf', '~', '---', '...');
    const value = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''));
    const key = fc.constantFrom('title', 'description', 'a', 'no-index', 'x_1', 'yes', 'icon');
    const line = fc.tuple(key, fc.oneof(value, value.map((text) => `A${text}`))).map(([name, text]) => `${name}: ${text}`);
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), fc.constantFrom('', '\n'), (lines, end) => {
        const text = lines.join('\n') + end;
        expect(ours(text)).to.deep.equal(parsed(text));
      }),
      { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 1_000) },
    );
  });

  it('of front matter as people write it is read without the parser and the same', () => {
    const text = "description: Fast, [simple] & don't-worry; costs 5% (see a:b#c)\nicon: house\ndescription: Wins\n";
    expect(ours(text)).to.deep.equal([['description', 'Wins'], ['icon', 'house']]).and.to.deep.equal(parsed(text));
  });

  it('is never read by overflowing the stack, which may end the process: what nests too deep is refused before it is parsed', () => {
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
      for (const levels of [70, 900]) expect(parseYaml(text(levels), 1e6), text(3)).to.deep.equal({ problem: 'nested too deeply' });
      expect(editYaml(text(900), new Map([['title', 'Kept short']]))).to.equal('title: Kept short\n');
    }
    for (const bracket of ['[', '{a: ']) expect([64, 65].map((levels) => 'problem' in parseYaml(bracket.repeat(levels) + (bracket === '[' ? ']' : '}').repeat(levels), 1e6))).to.deep.equal([false, true]);
    for (const endless of ['a: &a [*a]', '&a {b: *a}']) expect(parseYaml(endless, 1e6)).to.deep.equal({ problem: 'nested too deeply' });
  });
});
