import { expect } from 'chai';
import fc from 'fast-check';
import { PAUSE, runToCompletion, sortInSteps } from '../../../../src/domain/kernel/pausable.ts';
import { checkProperty } from '../../../support/properties.ts';

interface Item {
  readonly rank: number;
  readonly number: number;
}
const byRank = (a: Item, b: Item): number => a.rank - b.rank;

describe('sortInSteps', () => {
  it('sorts like Array.prototype.toSorted, and is stable', () => {
    checkProperty(
      fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 3_000, size: 'max' }), (ranks) => {
        const items = ranks.map((rank, number) => ({ rank, number }));
        expect(runToCompletion(sortInSteps(items, byRank))).to.deep.equal([...items].sort(byRank));
      }),
      { numRuns: 50 },
    );
  });

  it('pauses while it sorts a long list, and leaves the list as it is', () => {
    const items = Array.from({ length: 10_000 }, (_, number) => ({ rank: (number * 7_919) % 10_007, number }));
    const before = [...items];
    const pauses = [...sortInSteps(items, byRank)];
    expect(pauses.length).to.be.greaterThan(100);
    expect(pauses.every((pause) => pause === PAUSE)).to.equal(true);
    expect(items).to.deep.equal(before);
  });
});
