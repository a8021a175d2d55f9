import { expect } from 'chai';
import fc from 'fast-check';
import { runToCompletion } from '../../../../src/domain/kernel/pausable.ts';
import { similarWords, spellingCorrections, trigramSimilarity } from '../../../../src/domain/search/similar-words.ts';
import { matches } from '../../../../src/domain/search/match-entry.ts';
import { MAX_WORDS, buildSearchEntry } from '../../../../src/domain/search/search-entry.ts';
import { relaxedPlans, strictPlan } from '../../../../src/domain/search/search-plan.ts';
import { correctableWords, parseSearchQuery } from '../../../../src/domain/search/search-query.ts';
import { checkProperty } from '../../../support/properties.ts';

const page = (title: string, markdown = '', more: object = {}) =>
  runToCompletion(buildSearchEntry({ type: 'document', title, ...more }, markdown));
const finds = (query: string, markdown: string): boolean => {
  const plan = strictPlan(parseSearchQuery(query));
  return plan !== undefined && matches(page('Title', markdown)!, plan.match);
};

describe('search queries', () => {
  it('require all words, the last one also as a prefix of at least three letters', () => {
    expect(finds('quick fox', 'the fox is quick')).to.equal(true);
    expect(finds('quick wolf', 'the fox is quick')).to.equal(false);
    expect([finds('the fo', 'the fox'), finds('the fox', 'the foxes')]).to.deep.equal([false, true]);
    expect(finds('qui fox', 'quick fox')).to.equal(false);
  });

  it('require quoted words to be adjacent, and ignore an unclosed quote', () => {
    expect(finds('"quick fox"', 'a quick fox')).to.equal(true);
    expect(finds('"quick fox"', 'quick red fox')).to.equal(false);
    expect(finds('“get user”', 'getUserById')).to.equal(true);
    expect(finds('"quick fox', 'fox quick')).to.equal(true);
    expect(finds('"安装 软件"', '如何安装软件')).to.equal(true);
    expect(finds('"last one"', '## last\n\none')).to.equal(false);
  });

  it('match characters of unspaced scripts apart from each other if they are nowhere adjacent', () => {
    const loose = (query: string, markdown: string): boolean =>
      [...relaxedPlans(parseSearchQuery(query), new Map())].some(({ match }) =>
        matches(page('Title', markdown)!, match),
      );
    expect([
      finds('資料庫備份還原', '資料庫的備份及還原'),
      loose('資料庫備份還原', '資料庫的備份及還原'),
    ]).to.deep.equal([false, true]);
    expect([loose('資料庫備份還原', '資料庫的備份'), loose('資料庫備份還原', '料庫備份還原')]).to.deep.equal([
      false,
      false,
    ]);
    expect([loose('"資料庫備份還原"', '資料庫的備份及還原'), loose('資料庫', '資料及庫')]).to.deep.equal([
      false,
      false,
    ]);
  });

  it('do not treat a mark between Hebrew letters as a quote', () => {
    expect([
      finds('צה"ל', 'צהל'),
      finds('צהל', 'צה"ל'),
      finds('צה"ל "שתי מילים"', 'צה״ל: שתי מילים'),
      finds('צה"ל "שתי מילים"', 'צה״ל: מילים שתי'),
    ]).to.deep.equal([true, true, true, false]);
  });

  it('ignore question words, unless there are no others', () => {
    expect(finds('how do I install it', 'Installing: run install.')).to.equal(true);
    expect(finds('who', 'who')).to.equal(true);
    expect(finds('"how do I"', 'install')).to.equal(false);
  });

  it('have no plan without words, and at most 16 words', () => {
    expect(strictPlan(parseSearchQuery(' "" ?! '))).to.equal(undefined);
    expect(parseSearchQuery('word '.repeat(100)).parts).to.have.length(16);
  });

  it('are relaxed to corrected words, then to ever fewer, at least half, with bounded work', () => {
    const query = parseSearchQuery('alpha beta gama');
    expect(correctableWords(query)).to.deep.equal(['alpha', 'beta', 'gama']);
    const plans = [...relaxedPlans(query, new Map([['gama', ['gamma']]]))];
    const entry = (text: string) => page('Title', text)!;
    expect(plans.map(({ match }) => matches(entry('alphabet beta gamma'), match))).to.deep.equal([true, true]);
    expect(plans.map(({ match }) => matches(entry('alpha beta'), match))).to.deep.equal([false, true]);
    expect(plans.map(({ match }) => matches(entry('alpha'), match))).to.deep.equal([false, false]);
    for (const { match } of relaxedPlans(
      parseSearchQuery(Array.from({ length: 16 }, (_, i) => `word${'x'.repeat(i)}`).join(' ')),
      new Map(),
    ))
      expect(JSON.stringify(match).length).to.be.below(60_000);
  });

  it('skip subsets of words that would be too expensive to match', () => {
    const parts = (count: number): number =>
      [
        ...relaxedPlans(
          parseSearchQuery(Array.from({ length: count }, (_, i) => `get.user.by.id${i}`).join(' ')),
          new Map(),
        ),
      ].length;
    expect([parts(2), parts(4), parts(16)]).to.deep.equal([2, 3, 2]);
  });

  it('match the title that they would equal without a misspelling', () => {
    const [plan] = relaxedPlans(
      parseSearchQuery('Osification of gama'),
      new Map([
        ['osification', ['ossification', 'osification']],
        ['gama', []],
      ]),
    );
    expect(plan!.title).to.equal('ossification of gama');
  });

  it('accept any text', () => {
    checkProperty(
      fc.property(fc.string({ unit: 'binary', maxLength: 512 }), (text) => void strictPlan(parseSearchQuery(text))),
    );
  });

  it('find every word of a page, and its prefixes', () => {
    checkProperty(
      fc.property(
        fc.array(fc.stringMatching(/^[a-zéü]{3,10}$/), { minLength: 1, maxLength: 20 }),
        fc.nat(),
        (words, n) => {
          const word = words[n % words.length]!;
          expect(finds(`"${word}"`, words.join(' '))).to.equal(true);
          expect(finds(word.slice(0, 3), words.join(' '))).to.equal(true);
        },
      ),
    );
  });
});

describe('spellingCorrections', () => {
  it('returns words with one edit, or two for long words', () => {
    expect(spellingCorrections('instal', ['install', 'instance', 'initial'])).to.deep.equal(['install']);
    expect(spellingCorrections('tabel', ['table', 'label', 'tables'])).to.deep.equal(['table', 'label']);
    expect(spellingCorrections('cofigurtion', ['configuration'])).to.deep.equal(['configuration']);
    expect(spellingCorrections('cofgrtion', ['configuration'])).to.deep.equal([]);
  });

  it('returns the most similar words first', () => {
    expect(trigramSimilarity('word', 'word')).to.equal(1);
    expect(similarWords('hadnler', ['table', 'handler', 'handlers'])).to.deep.equal(['handler']);
  });
});

describe('buildSearchEntry', () => {
  it('returns undefined for a page that is excluded from search or has no path', () => {
    expect(page('Kept out', 'text', { noIndex: true })).to.equal(undefined);
    expect(page('Link', '', { type: 'link' })).to.equal(undefined);
    expect(page('Group', '', { type: 'group' })?.title).to.equal('group');
  });

  it('is bounded for any text', () => {
    const plain = page('Long', 'word '.repeat(100_000))!;
    expect(plain.body.get('word')!.length).to.equal(255);
    const bomb = page(
      'Bomb',
      Array.from({ length: 100_000 }, (_, i) => `${i.toString(36)}${'y'.repeat(60)}`).join(' '),
    )!;
    expect([...bomb.body.keys()].join('').length).to.be.below(210_000);
    for (const places of bomb.body.values()) for (const place of places) expect(place >> 2).to.be.at.most(MAX_WORDS);
  });
});
