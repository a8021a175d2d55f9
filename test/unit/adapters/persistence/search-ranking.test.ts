import { expect } from 'chai';
import { searchParameters } from '../../../../src/adapters/persistence/mikro-orm/search/ranking.ts';
import type { SpaceId } from '../../../../src/domain/kernel/id.ts';
import type { SearchPlan } from '../../../../src/domain/search/search-plan.ts';

const PLAN: SearchPlan = { match: { term: 'a' }, title: 'a', terms: ['a'], prefixes: ['a'], partialTitles: [] };
/** Numbers of pages that are compared in each space: those with the words, and those with them in their heads. */
function limitsFor(spaces: number, pages: number): unknown[] {
  const plan = { pages, words: "'a'", heads: "'a'", titles: [], isExact: true };
  const plans = Array.from({ length: spaces }, (_, i) => [`S${i}` as SpaceId, plan] as const);
  return searchParameters(PLAN, new Map(plans), []).slice(8, 10);
}

describe('searchParameters', () => {
  it('compares 4,000 pages of one space, and 200 of each of several', () => {
    expect(limitsFor(1, 10_000)).to.deep.equal([4_001, 2_000]);
    expect(limitsFor(20, 10_000)).to.deep.equal([201, 2_000]);
    expect(limitsFor(500, 10_000)).to.deep.equal([201, 200]);
  });

  it('compares a hundred thousand pages of all spaces together', () => {
    expect(limitsFor(2_000, 500)).to.deep.equal([51, 50]);
    expect(limitsFor(2_000, 125)).to.deep.equal([51, 50]);
    // Spaces that have no more pages than their share compare all of them.
    expect(limitsFor(2_000, 50)[0]).to.be.above(50);
    expect(limitsFor(200_000, 500)).to.deep.equal([2, 1]);
  });
});
