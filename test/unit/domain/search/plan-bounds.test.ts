import { expect } from 'chai';
import {
  boundPlan,
  termsToCount,
  scannedPagesPerSpace,
  MAX_SCANNED_PAGES,
  type DocumentFrequencyLookup,
} from '../../../../src/domain/search/plan-bounds.ts';
import { MAX_HEADS_COMPARED } from '../../../../src/domain/search/score.ts';
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
/** Frequencies of words: `all` is above the scan limit, `most` at the limit, `none` zero. */
const use: DocumentFrequencyLookup = ({ term: word }) => {
  const pages = word.startsWith('all')
    ? MAX_SCANNED_PAGES + 1
    : word.startsWith('most')
      ? MAX_SCANNED_PAGES
      : word.startsWith('none')
        ? 0
        : 1;
  return { pages, heads: word.endsWith('headed') ? MAX_HEADS_COMPARED + 1 : Math.min(pages, MAX_HEADS_COMPARED) };
};
const isCut = (match: Match): boolean => boundPlan(planOf(match), use).isTruncated;

describe('boundPlan', () => {
  it('truncates phrases of words that too many pages contain', () => {
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

  it('scans heads if few of them contain the words', () => {
    expect(boundPlan(planOf(phrase('all', 'all2')), use).heads).to.deep.equal([phrase('all', 'all2')]);
    expect(boundPlan(planOf(phrase('all-headed', 'all2-headed')), use).heads).to.deep.equal([]);
    expect(boundPlan(planOf(phrase('most', 'most2')), use).heads).to.deep.equal([]);
    const titles = [{ all: [term('a-headed'), term('b-headed')] }, { all: [term('a-headed'), term('b')] }];
    expect(boundPlan(planOf(term('rare'), titles), use).titles).to.deep.equal(titles.slice(1));
  });

  it('removes words that no page contains', () => {
    expect(boundPlan(planOf({ any: [phrase('rare', 'none'), term('rare')] }), use).match).to.deep.equal(term('rare'));
    expect(boundPlan(planOf(term('none')), use).match).to.deep.equal(term('none'));
  });

  it('counts every word once, including those of phrases and titles', () => {
    expect(termsToCount(planOf({ any: [term('a'), phrase('a', 'b')] }, [{ term: 'a', prefix: true }]))).to.deep.equal([
      term('a'),
      term('b'),
      { term: 'a', prefix: true },
    ]);
  });

  it('divides the limit among spaces, with a minimum for small ones', () => {
    expect([
      scannedPagesPerSpace([1_000_000]),
      scannedPagesPerSpace([1_000_000, 10]),
      scannedPagesPerSpace([10_000, 10_000]),
      scannedPagesPerSpace(Array.from({ length: 1_000 }, () => 1_000)),
      scannedPagesPerSpace([]),
    ]).to.deep.equal([MAX_SCANNED_PAGES, MAX_SCANNED_PAGES, MAX_SCANNED_PAGES / 2, 200, MAX_SCANNED_PAGES]);
  });
});
