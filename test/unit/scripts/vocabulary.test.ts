import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { findViolations } from '../../../scripts/vocabulary/find-violations.ts';
import { temporaryFolder } from '../../support/backends.ts';

/** Violations of a folder with these files, as `rule file:line found`. */
function planted(files: Readonly<Record<string, string>>): readonly string[] {
  const root = temporaryFolder();
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return findViolations(root).map(({ rule, file, line, found }) => `${rule} ${file}:${line} ${found}`);
}
const api = (operation: object): string =>
  JSON.stringify({ openapi: '3.1.0', paths: { '/v1/a': { get: operation } } }, null, 1);

describe('findViolations', () => {
  it('finds banned words in the names of types, members, variables, functions and parameters', () => {
    const source = `
export interface SpaceWish { readonly title: string; readonly givenTitle: string }
export const othersTurn = 1, [settle] = [2];
export class Store { putOff(): void {} #wish = 1; private wish = 1 }
const wish = 1;
export { wish as spaceWish };
export function listSpaces(wish: SpaceWish) {}
type Pair = readonly [asked: string, answered: string];
`;
    expect(planted({ 'src/domain/a.ts': source })).to.deep.equal([
      'identifier src/domain/a.ts:2 SpaceWish',
      'identifier src/domain/a.ts:2 givenTitle',
      'identifier src/domain/a.ts:3 othersTurn',
      'identifier src/domain/a.ts:3 settle',
      'identifier src/domain/a.ts:4 putOff',
      'identifier src/domain/a.ts:4 #wish',
      'identifier src/domain/a.ts:4 wish',
      'identifier src/domain/a.ts:5 wish',
      'identifier src/domain/a.ts:6 spaceWish',
      'identifier src/domain/a.ts:7 wish',
      'identifier src/domain/a.ts:8 asked',
    ]);
  });

  it('finds banned names within functions of the app, tests, scripts and benchmarks, once where they are declared', () => {
    const source = `
const settle = ({ told, body: laid }) => {
  const shelf = { things: told, laid, 'x-given': laid.wanted };
  return shelf.things;
};
`;
    const files = ['app/src/a.tsx', 'bench/a.ts', 'scripts/a.mjs', 'test/unit/a.test.ts'];
    expect(planted(Object.fromEntries(files.map((file) => [file, source])))).to.deep.equal(
      files.flatMap((file) =>
        ['2 told', '2 laid', '3 shelf', '3 things'].map((place) => `identifier ${file}:${place}`),
      ),
    );
  });

  it('leaves terms of the field, generated files and the list of banned words alone', () => {
    expect(
      planted({
        'src/domain/claims.ts': 'const givenName = 1, givenNames = 2;',
        'app/src/operations.ts': '// Written by `npm run openapi` from openapi.json.\nconst given = 1;',
        'scripts/vocabulary/words.ts': 'const NAMES = { given: 1 };',
      }),
    ).to.deep.equal(['identifier src/domain/claims.ts:1 givenNames']);
  });

  it('finds types that are named by participles, and leaves errors and nouns alone', () => {
    const source = `
export interface Named {}
export type MergeDrawn = string;
export class MergeFailed extends Error {}
export interface RssFeed {}
type Spent = 1;
`;
    expect(planted({ 'src/domain/a.ts': source })).to.deep.equal([
      'participle-type src/domain/a.ts:2 Named',
      'participle-type src/domain/a.ts:3 MergeDrawn',
    ]);
  });

  it('finds banned words in names of files, except of migrations', () => {
    expect(
      planted({ 'src/domain/may-in.ts': '', 'test/unit/let-in.test.ts': '', 'src/adapters/migrations/given.ts': '' }),
    ).to.deep.equal([
      'file-name src/domain/may-in.ts:1 may-in.ts',
      'file-name test/unit/let-in.test.ts:1 let-in.test.ts',
    ]);
  });

  it('finds docstrings that begin with a clause, wherever they stand', () => {
    const source = `/** Whether it is open. */
export const isOpen = true;
export interface Space {
  /**
   * How many pages it has.
   */
  readonly pages: number;
  /** Number of files. */
  readonly files: number;
  // What a plain comment says.
  readonly whatever: string;
}
const text = '/** What is no comment. */';
/** So it ends. */
`;
    expect(planted({ 'test/support/a.ts': source })).to.deep.equal([
      'docstring test/support/a.ts:1 Whether it is open.…',
      'docstring test/support/a.ts:4 How many pages it has.…',
      'docstring test/support/a.ts:14 So it ends.…',
    ]);
  });

  it('finds banned phrases in messages, also in composed ones', () => {
    const source = [
      "throw new Error('it is not what If-Match names');",
      'throw Invalid.field("a", `changed ${1} by somebody`);',
      "const words = ['somebody', 'meanwhile'];",
      "log('The page was deleted. Meanwhile the space was moved');",
    ].join('\n');
    const files = ['app/src/a.ts', 'src/domain/a.ts'];
    expect(planted(Object.fromEntries([...files, 'scripts/a.ts'].map((file) => [file, source])))).to.deep.equal(
      files.flatMap((file) => [
        `message ${file}:1 it is not what`,
        `message ${file}:2 somebody`,
        `message ${file}:4 meanwhile`,
      ]),
    );
  });

  it('finds summaries that are long, begin with no verb, or have banned words', () => {
    expect(planted({ 'openapi.json': api({ summary: 'Get a space' }) })).to.deep.equal([]);
    expect(planted({ 'openapi.json': api({ summary: 'Put a thing' }) })).to.deep.equal([
      'summary openapi.json:6 put',
      'summary openapi.json:6 thing',
      'summary openapi.json:6 Put a thing',
    ]);
    const [most, tooLong] = [`Get ${'x'.repeat(56)}`, `Get ${'x'.repeat(57)}`];
    expect(planted({ 'openapi.json': api({ summary: most }) })).to.deep.equal([]);
    expect(planted({ 'openapi.json': api({ summary: tooLong }) })).to.deep.equal([`summary openapi.json:6 ${tooLong}`]);
  });

  it('finds banned phrases in descriptions, and takes examples for data', () => {
    const description = 'Returns who may not read the space any more.';
    const operation = {
      description,
      parameters: [{ description: 'A page of\n  whoever is a member' }],
      responses: { 200: { content: { example: { description } } } },
    };
    expect(planted({ 'openapi.json': api(operation) })).to.deep.equal([
      'description openapi.json:6 any more',
      'description openapi.json:9 whoever',
    ]);
  });

  it('finds banned phrases in titles of tests', () => {
    const source =
      "describe('a', () => {\n  it(`[A1] refuses whoever ${1}`, () => {});\n  it('goes on', () => {});\n  it('finds everybody');\n});\n";
    expect(planted({ 'test/unit/a.test.ts': source })).to.deep.equal([
      'test-title test/unit/a.test.ts:2 whoever',
      'test-title test/unit/a.test.ts:3 goes on',
    ]);
  });
});
