import { expect } from 'chai';
import fc from 'fast-check';
import { parseDocument } from 'yaml';
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
});
