import { expect } from 'chai';
import {
  bounded,
  decidingWords,
  lookedIn,
  MOST_LOOKED,
  type UseOf,
} from '../../../../src/domain/search/plan-bounds.ts';
import { MOST_HEADS } from '../../../../src/domain/search/score.ts';
import type { Match, SearchPlan } from '../../../../src/domain/search/search-query.ts';

const term = (word: string) => ({ term: word });
const phrase = (...words: readonly string[]) => ({ phrase: words.map((word, at) => ({ term: word, at })) });
const planOf = (match: Match, titles?: readonly Match[]): SearchPlan => ({
  match,
  title: '',
  terms: [],
  prefixes: [],
  ...(titles && { titles }),
});
/** Words by how many pages have them: `all` of one more than are looked at, `most` of as many, `none` of no page. */
const use: UseOf = ({ term: word }) => {
  const pages = word.startsWith('all')
    ? MOST_LOOKED + 1
    : word.startsWith('most')
      ? MOST_LOOKED
      : word.startsWith('none')
        ? 0
        : 1;
  return { pages, heads: word.endsWith('headed') ? MOST_HEADS + 1 : Math.min(pages, MOST_HEADS) };
};
const isCut = (match: Match): boolean => bounded(planOf(match), use).isCut;

describe('the bounds of a plan', () => {
  it('are passed by phrases of words that more pages have than are looked at', () => {
    expect([isCut(phrase('all', 'all2')), isCut(phrase('all', 'most')), isCut(phrase('all', 'rare'))]).to.deep.equal([
      true,
      false,
      false,
    ]);
    expect([
      isCut({ all: [phrase('all', 'all2'), term('all3')] }),
      isCut({ all: [phrase('all', 'all2'), term('rare')] }),
    ]).to.deep.equal([true, false]);
    expect([
      isCut({ any: [phrase('most', 'most2'), phrase('rare', 'all')] }),
      isCut({ any: [phrase('most', 'most2'), term('all')] }),
    ]).to.deep.equal([true, false]);
    expect(isCut({ all: [term('all'), term('all2')] })).to.equal(false);
  });

  it('let heads be looked through where few have the words', () => {
    expect(bounded(planOf(phrase('all', 'all2')), use).heads).to.deep.equal([phrase('all', 'all2')]);
    expect(bounded(planOf(phrase('all-headed', 'all2-headed')), use).heads).to.deep.equal([]);
    expect(bounded(planOf(phrase('most', 'most2')), use).heads).to.deep.equal([]);
    const titles = [{ all: [term('a-headed'), term('b-headed')] }, { all: [term('a-headed'), term('b')] }];
    expect(bounded(planOf(term('rare'), titles), use).titles).to.deep.equal(titles.slice(1));
  });

  it('leave out what no page has', () => {
    expect(bounded(planOf({ any: [phrase('rare', 'none'), term('rare')] }), use).match).to.deep.equal(term('rare'));
    expect(bounded(planOf(term('none')), use).match).to.deep.equal(term('none'));
  });

  it('are decided by every word, once, with those of phrases and titles', () => {
    expect(decidingWords(planOf({ any: [term('a'), phrase('a', 'b')] }, [{ term: 'a', prefix: true }]))).to.deep.equal([
      term('a'),
      term('b'),
      { term: 'a', prefix: true },
    ]);
  });

  it('are shared by spaces, but for small ones', () => {
    expect([
      lookedIn([1_000_000]),
      lookedIn([1_000_000, 10]),
      lookedIn([10_000, 10_000]),
      lookedIn(Array.from({ length: 1_000 }, () => 1_000)),
      lookedIn([]),
    ]).to.deep.equal([MOST_LOOKED, MOST_LOOKED, MOST_LOOKED / 2, 200, MOST_LOOKED]);
  });
});
