import { expect } from 'chai';
import fc from 'fast-check';
import { MAX_RANK_LENGTH, rankFromInstant } from '../../../../src/domain/kernel/order/rank.ts';
import { resolvePosition, allocateRanks, type Sibling } from '../../../../src/domain/kernel/order/siblings.ts';
import { checkProperty } from '../../../support/properties.ts';

const sibling = (id: string, rank: string, deleted = false): Sibling => ({ kind: 'space', id, rank, deleted });
const sorted = (all: readonly Sibling[]): Sibling[] =>
  [...all].sort((a, b) => (a.rank === b.rank ? (a.id < b.id ? -1 : 1) : a.rank < b.rank ? -1 : 1));

/** Places a new or existing item at a position, as the application does. */
function put(all: readonly Sibling[], id: string, place: number): Sibling[] {
  const others = sorted(all).filter((one) => one.id !== id);
  const { ranks, reranked } = allocateRanks(others, place, 1);
  return sorted([...others.map((one) => reranked.find((other) => other.id === one.id) ?? one), sibling(id, ranks[0]!)]);
}

describe('allocateRanks', () => {
  it('places items at the position, also among equal ranks, and keeps the order of the others', () => {
    const ranks = fc.array(fc.constantFrom('a0', 'a1', 'a1V', 'gTX0a1b2'), { maxLength: 12 });
    checkProperty(
      fc.property(ranks, fc.array(fc.tuple(fc.nat(14), fc.nat(14)), { maxLength: 40 }), (initialRanks, moves) => {
        let all = sorted(initialRanks.map((rank, i) => sibling(`s${String(i).padStart(2, '0')}`, rank)));
        const model = all.map(({ id }) => id);
        for (const [which, to] of moves) {
          const id = `s${String(which).padStart(2, '0')}`;
          if (model.includes(id)) model.splice(model.indexOf(id), 1);
          const place = to % (model.length + 1);
          model.splice(place, 0, id);
          all = put(all, id, place);
          expect(all.map((one) => one.id)).to.deep.equal(model);
        }
      }),
    );
  });

  it('inserts between the same two any number of times, and rarely re-ranks others', () => {
    let all = ['a', 'b', 'c', 'd'].map((id, i) =>
      sibling(id, rankFromInstant(new Date(1_800_000_000_000 + i).toISOString())),
    );
    let gaveWay = 0;
    for (let i = 0; i < 2_000; i++) {
      const before = new Map(all.map(({ id, rank }) => [id, rank]));
      all = put(all, i % 2 ? 'c' : 'd', 1);
      expect(all.map(({ id }) => id)).to.deep.equal(
        i % 2 ? ['a', 'c', 'd', 'b'] : i === 0 ? ['a', 'd', 'b', 'c'] : ['a', 'd', 'c', 'b'],
      );
      expect(Math.max(...all.map(({ rank }) => rank.length))).to.be.at.most(MAX_RANK_LENGTH);
      if (all.filter(({ id, rank }) => before.get(id) !== rank).length > 1) gaveWay++;
    }
    expect(gaveWay).to.be.within(1, 20);
  });

  it('ignores deleted siblings in positions and between neighbors', () => {
    const others = [sibling('a', 'a0'), sibling('gone', 'a1', true), sibling('b', 'a2'), sibling('c', 'a3')];
    expect(resolvePosition({}, others)).to.equal(4);
    expect(resolvePosition({ after: 'a' }, others)).to.equal(1);
    expect(resolvePosition({ after: 'a', before: 'b' }, others)).to.equal(2);
    for (const wrong of [
      { before: 'gone' },
      { after: 'nobody' },
      { after: 'a', before: 'c' },
      { after: 'b', before: 'a' },
      { after: 'b', before: 'b' },
    ])
      expect(() => resolvePosition(wrong, others), JSON.stringify(wrong)).to.throw(/position/);
  });

  it('returns greater ranks for later instants', () => {
    checkProperty(
      fc.property(fc.nat(4e12), fc.nat(4e12), (a, b) => {
        const [x, y] = [rankFromInstant(new Date(a).toISOString()), rankFromInstant(new Date(b).toISOString())];
        expect(x < y).to.equal(a < b);
      }),
    );
  });
});
