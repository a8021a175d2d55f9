import { expect } from 'chai';
import {
  MAX_COMPARED_PAGES,
  MAX_DISTINCTIVE_HEADS,
  planForSpace,
  toTsquery,
  wordsOfPlan,
  type Match,
  type SearchPlan,
  type SpacePlan,
  type TermMatch,
  type TermStatistics,
} from '../../../../src/domain/search/search-plan.ts';

const term = (word: string): TermMatch => ({ term: word });
const prefix = (word: string): TermMatch => ({ term: word, prefix: true });
const phrase = (...words: readonly string[]) => ({ phrase: words.map((word, at) => ({ term: word, at })) });
const planOf = (match: Match, partialTitles: readonly Match[] = []): SearchPlan => ({
  match,
  title: '',
  terms: [],
  prefixes: [],
  partialTitles,
});

/** Number of pages of the space; twice as many as are compared, so that half of them are one too few to be common. */
const PAGES = 2 * MAX_COMPARED_PAGES;
/** Statistics of the words of a space; a word is in one page unless its name says otherwise. */
function lookUp({ term: word, prefix: isPrefix }: TermMatch): TermStatistics | undefined {
  if (word.startsWith('absent')) return undefined;
  const pages = word.startsWith('all')
    ? PAGES
    : word.startsWith('half')
      ? PAGES / 2
      : word.startsWith('most')
        ? PAGES / 2 + 1
        : 1;
  const heads = word.endsWith('heading')
    ? 1
    : word.endsWith('headings')
      ? MAX_DISTINCTIVE_HEADS
      : word.endsWith('title')
        ? MAX_DISTINCTIVE_HEADS + 1
        : 0;
  const terms = isPrefix !== true ? [word] : word.startsWith('many') ? null : [`${word}a`, `${word}b`];
  return { terms, pages, heads };
}
const planned = (match: Match, partialTitles?: readonly Match[]): SpacePlan | undefined =>
  planForSpace(planOf(match, partialTitles), { pages: PAGES, lookUp });

describe('planForSpace', () => {
  it('looks up the terms of prefixes, unless there are too many', () => {
    expect(planned(prefix('fo'))!.words).to.equal("('foa' | 'fob')");
    expect(planned({ all: [term('fox'), prefix('many')] })!.words).to.equal("('fox' & 'many':*)");
  });

  it('leaves out words that no page has, and has no plan where all pages lack a required one', () => {
    expect(planned({ any: [term('absent'), term('here')] })!.words).to.equal("'here'");
    expect(
      planned({ any: [{ all: [term('here'), term('absent')] }, { all: [term('here'), term('there')] }] })!.words,
    ).to.equal("('here' & 'there')");
    expect(planned({ any: [phrase('here', 'absent'), term('there')] })!.words).to.equal("'there'");
    expect(planned({ all: [term('here'), { any: [term('absent'), term('absent2')] }] })).to.equal(undefined);
  });

  it('looks up phrases by their words, and compares the pages that have them', () => {
    expect(planned(phrase('quick', 'fox'))).to.deep.include({ words: "('quick' & 'fox')", isExact: false });
    expect(planned({ all: [term('quick'), term('fox')] })!.isExact).to.equal(true);
  });

  it('reads the first pages where more than half of the pages certainly have the words', () => {
    const isRead = (match: Match): boolean => planned(match)!.words === undefined;
    expect([isRead(term('half')), isRead(term('most'))]).to.deep.equal([false, true]);
    expect([
      isRead({ all: [term('all'), term('most')] }),
      isRead({ all: [term('most'), term('most2')] }),
      isRead({ all: [term('all'), term('rare')] }),
      isRead({ any: [term('rare'), term('most')] }),
      isRead({ any: [term('half'), term('half2')] }),
      isRead(phrase('all', 'most')),
    ]).to.deep.equal([true, false, false, true, false, true]);
    expect(planned(term('most'))!.isExact).to.equal(false);
    // In a small space all pages are compared anyway.
    expect(
      planForSpace(planOf(term('all')), {
        pages: MAX_COMPARED_PAGES,
        lookUp: () => ({ terms: ['all'], pages: MAX_COMPARED_PAGES, heads: 0 }),
      })!.words,
    ).to.equal("'all'");
  });

  it('looks for words in titles and headings that few of them have', () => {
    const heads = (match: Match): string => planned(match)!.heads;
    expect([
      heads(term('a-heading')),
      heads(term('some-headings')),
      heads(term('every-title')),
      heads(term('none')),
    ]).to.deep.equal(["'a-heading'", "'some-headings'", '', '']);
    expect(heads({ all: [phrase('a-heading', 'every-title'), term('b-heading')] })).to.equal(
      "('a-heading' | 'b-heading')",
    );
  });

  it('looks for the terms of a prefix in titles and headings, unless there are too many', () => {
    expect(planned(prefix('a-heading'))!.heads).to.equal("('a-headinga' | 'a-headingb')");
    expect(planned(prefix('many-heading'))!.heads).to.equal("'many-heading':*");
  });

  it('looks for partial titles with a word that few titles and headings have', () => {
    const titles = [{ all: [term('a-title'), term('b-title')] }, { all: [term('a-title'), term('b-heading')] }];
    expect(planned(term('rare'), titles)!.titles).to.deep.equal(["('a-title':A & 'b-heading':A)"]);
    expect(planned(term('absent'), titles)).to.deep.include({ words: '', titles: ["('a-title':A & 'b-heading':A)"] });
  });
});

describe('wordsOfPlan', () => {
  it('lists every word once, including those of phrases and titles', () => {
    expect(wordsOfPlan(planOf({ any: [term('a'), phrase('a', 'b')] }, [prefix('a')]))).to.deep.equal([
      term('a'),
      term('b'),
      prefix('a'),
    ]);
  });
});

describe('toTsquery', () => {
  it('writes terms, prefixes, alternatives and distances', () => {
    expect(toTsquery({ all: [term('a'), { any: [prefix('b'), term('c')] }] })).to.equal("('a' & ('b':* | 'c'))");
    expect(
      toTsquery({
        phrase: [
          { term: 'a', at: 0 },
          { term: 'b', at: 2, prefix: true },
        ],
      }),
    ).to.equal("('a' <2> 'b':*)");
    expect([toTsquery(prefix('a'), 'A'), toTsquery(term('a'), 'AB')]).to.deep.equal(["'a':*A", "'a':AB"]);
  });

  it('quotes characters that are syntax of a tsquery', () => {
    expect(toTsquery(term(`it's \\ & | ! ( ) :*`))).to.equal(`'it''s \\\\ & | ! ( ) :*'`);
  });
});
