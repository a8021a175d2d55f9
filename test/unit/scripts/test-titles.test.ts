import { expect } from 'chai';
import ts from 'typescript';
import { testTitlesOf } from '../../../scripts/test-titles.ts';

const titlesOf = (text: string) =>
  testTitlesOf(ts.createSourceFile('a.test.ts', text, ts.ScriptTarget.Latest, true)).map(({ text, runs }) => [
    text,
    runs,
  ]);

describe('testTitlesOf', () => {
  it('lists tests that run, apart from suites and what is skipped', () => {
    const source = `
// it('[A1] in a comment', () => {});
const text = "it('[A2] in a text', () => {})";
describe('[A3] suite', () => {
  for (const name of names) it(\`[A4] \${name}\`, async () => {});
  it.skip('[A5]', () => {});
  it('[A6] pending');
});
describe.skip('skipped', () => void it('[A7]', () => {}));
onEveryBackend('backends', () => void it('[A8]', () => {}));
`;
    expect(titlesOf(source)).to.deep.equal([
      ["'[A3] suite'", false],
      ['`[A4] ${name}`', true],
      ["'[A5]'", false],
      ["'[A6] pending'", false],
      ["'skipped'", false],
      ["'[A7]'", false],
      ["'backends'", false],
      ["'[A8]'", true],
    ]);
  });
});
