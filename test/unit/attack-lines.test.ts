import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { ROUTES } from '../../src/adapters/http/routes.ts';
import { ATTACKS, NOT_YET } from '../support/attack-lines.ts';

describe('what is tried against people and their rights', () => {
  for (const [attack, tests] of Object.entries(ATTACKS))
    it(`is held off by tests that there are: ${attack}`, () => {
      for (const [file, title] of tests) {
        const text = readFileSync(new URL(`../${file}.test.ts`, import.meta.url), 'utf8');
        expect(['`', "'"].some((quote) => text.includes(`it(${quote}${title}${quote}`)), `${file}: ${title}`).to.equal(true);
      }
    });

  it('is each line of the list, once', () => {
    const lines = [...Object.keys(ATTACKS), ...Object.keys(NOT_YET)].map((each) => Number.parseInt(each, 10)).sort((a, b) => a - b);
    expect(lines).to.deep.equal([...Array.from({ length: 33 }, (_, i) => i + 1), 38, 39, 40, 41, 42, 43, 44, 46, 47, 48, 54, 55, 56]);
  });

  it('waits only where there is nothing to try yet', () => {
    for (const [attack, part] of Object.entries(NOT_YET)) expect(ROUTES.filter(({ endpoint }) => endpoint.includes(part)).map(({ endpoint }) => endpoint), `${attack} can be tried now: say which tests do`).to.deep.equal([]);
  });
});
