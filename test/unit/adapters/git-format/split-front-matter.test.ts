import { expect } from 'chai';
import fc from 'fast-check';
import { splitFrontMatter } from '../../../../src/adapters/git-format/split-front-matter.ts';
import { textOf } from './repository-of.ts';
import { checkProperty } from '../../../support/properties.ts';

const split = (text: string): readonly [string | null, string | null] => {
  const { frontMatter, body } = splitFrontMatter(new TextEncoder().encode(text));
  return [textOf(frontMatter), textOf(body)];
};

describe('splitFrontMatter', () => {
  const cases: readonly (readonly [name: string, text: string, frontMatter: string | null])[] = [
    ['cuts after the line of the closing fence', '---\na: 1\n---\n\n# T\n', '---\na: 1\n---\n'],
    ['accepts CRLF', '---\r\na: 1\r\n---\r\nbody', '---\r\na: 1\r\n---\r\n'],
    ['accepts a byte order mark', '\uFEFF---\na: 1\n---\nbody', '\uFEFF---\na: 1\n---\n'],
    ['accepts empty front matter', '---\n---\nbody', '---\n---\n'],
    ['accepts spaces and tabs after fences', '--- \t\na: 1\n---  \nbody', '--- \t\na: 1\n---  \n'],
    ['accepts a closing fence at the end of the file', '---\na: 1\n---', '---\na: 1\n---'],
    ['takes the first closing fence', '---\na: 1\n---\nb\n---\n', '---\na: 1\n---\n'],
    ['sees none without a closing fence', '---\na: 1\n', null],
    ['sees none below the first line', '\n---\na: 1\n---\n', null],
    ['sees none in a longer rule', '----\na: 1\n----\n', null],
    ['does not close at an indented fence', '---\na: |\n  ---\n', null],
    ['does not close at a line that goes on', '---\na: 1\n--- x\n', null],
    ['sees none in an empty file', '', null],
  ];
  for (const [name, text, frontMatter] of cases) {
    it(name, () => expect(split(text)).to.deep.equal([frontMatter, text.slice(frontMatter?.length ?? 0)]));
  }

  it('preserves every byte: front matter and body together are the file', () => {
    const pieces = fc.constantFrom('---', '---\n', '\r\n', '\n', 'a: 1', '\uFEFF', ' ', '\t', '--', '- ');
    const texts = fc.array(pieces, { maxLength: 30 }).map((all) => new TextEncoder().encode(all.join('')));
    checkProperty(
      fc.property(fc.oneof(texts, fc.uint8Array({ maxLength: 200 })), (bytes) => {
        const { frontMatter, body } = splitFrontMatter(bytes);
        expect(Buffer.concat([frontMatter ?? new Uint8Array(), body]).equals(Buffer.from(bytes))).to.equal(true);
        expect(frontMatter?.length).to.not.equal(0);
      }),
    );
  });
});
