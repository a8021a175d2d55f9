import { expect } from 'chai';
import fc from 'fast-check';
import {
  MAX_RANK_LENGTH,
  rankBetween,
  ranksBetween,
  assignRanks,
  tryRankBetween,
} from '../../../../src/domain/kernel/order/rank.ts';
import { checkProperty } from '../../../support/properties.ts';

const isAscending = (ranks: readonly string[]): boolean => ranks.every((rank, i) => i === 0 || ranks[i - 1]! < rank);

describe('rankBetween', () => {
  it('returns a rank strictly between its neighbors, at any position', () => {
    checkProperty(
      fc.property(fc.array(fc.nat(), { maxLength: 150, size: 'max' }), (places) => {
        const ranks: string[] = [];
        for (const place of places) {
          const at = place % (ranks.length + 1);
          ranks.splice(at, 0, rankBetween(ranks[at - 1] ?? null, ranks[at] ?? null));
          expect(isAscending(ranks.slice(Math.max(0, at - 1), at + 2))).to.equal(true);
        }
        expect(isAscending(ranks)).to.equal(true);
      }),
    );
  });

  it('grows with the logarithm of the number of appends or prepends', () => {
    let [first, last] = ['a0', 'a0'];
    for (let i = 0; i < 100_000; i++) {
      const [before, after] = [rankBetween(null, first), rankBetween(last, null)];
      if (before >= first || after <= last) expect.fail('out of order');
      [first, last] = [before, after];
    }
    expect(first.length).to.be.at.most(4);
    expect(last.length).to.be.at.most(4);
  });

  it('continues across zero and across lengths of integers', () => {
    expect([
      rankBetween('Zz', null),
      rankBetween('az', null),
      rankBetween(null, 'a0'),
      rankBetween(null, 'b00'),
      rankBetween(null, 'Z0'),
    ]).to.deep.equal(['a0', 'b00', 'Zz', 'az', 'Yzz']);
  });

  it('finds no room between equal ranks, or above the maximum length', () => {
    expect(tryRankBetween('a0', 'a0')).to.equal(undefined);
    expect(tryRankBetween('a1', 'a0')).to.equal(undefined);
    let [low, high, inserts] = ['a0', 'a1', 0];
    for (let rank = tryRankBetween(low, high); rank !== undefined; rank = tryRankBetween(low, high)) {
      expect(rank.length).to.be.at.most(MAX_RANK_LENGTH);
      if (inserts++ % 2) low = rank;
      else high = rank;
    }
    expect(inserts).to.be.greaterThan(100);
  });

  it('returns any number of ranks between two', () => {
    checkProperty(
      fc.property(
        fc.constantFrom([null, null], ['a0', null], [null, 'a0'], ['a0', 'a1'], ['a0V', 'a0W'], ['Zz', 'b00']),
        fc.nat(300),
        ([low, high], n) => {
          const ranks = ranksBetween(low!, high!, n);
          expect(ranks).to.have.length(n);
          expect(isAscending([...(low ? [low] : []), ...ranks, ...(high ? [high] : [])])).to.equal(true);
        },
      ),
    );
  });
});

describe('assignRanks', () => {
  it('returns ascending ranks, and keeps those of pages that kept their order', () => {
    checkProperty(
      fc.property(
        fc.array(
          fc.option(
            fc.nat(40).map((n) => ranksBetween(null, null, 41)[n]!),
            { nil: undefined },
          ),
          { maxLength: 60, size: 'max' },
        ),
        (previous) => {
          const ranks = assignRanks(previous);
          expect(ranks).to.have.length(previous.length);
          expect(isAscending(ranks)).to.equal(true);
        },
      ),
    );
    const [a, b, c, d] = ranksBetween(null, null, 4);
    expect(assignRanks([a, b, c, d])).to.deep.equal([a, b, c, d]);
    expect(assignRanks([a, c, b, d]).filter((rank, i) => rank === [a, c, b, d][i])).to.have.length(3);
    expect(assignRanks([undefined, a, undefined, b]).filter((rank) => rank === a || rank === b)).to.have.length(2);
  });
});
