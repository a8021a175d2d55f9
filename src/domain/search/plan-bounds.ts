import { MOST_HEADS } from './score.ts';
import { withoutAbsent, type Match, type SearchPlan, type TermMatch } from './search-query.ts';

/** Whether words stand beside each other is seen only in the pages: of so many at most. */
export const MOST_LOOKED = 8_000;
/** Where many spaces are looked through together, of so many pages of each at least. */
export const LEAST_LOOKED = 200;

/** How many pages, and how many heads of pages, have a word; for a beginning at most, as a page may have several such words. */
export interface WordUse {
  readonly pages: number;
  readonly heads: number;
}
export type UseOf = (word: TermMatch) => WordUse;

/** A plan whose work is bounded. */
export interface BoundedPlan extends SearchPlan {
  readonly titles: readonly Match[];
  /** What is looked for in heads alone, besides. */
  readonly heads: readonly Match[];
  /** Whether only the first pages by id are looked through, and heads: nobody knows of the others whether they have what is asked. */
  readonly isCut: boolean;
}

/** The words whose use decides on the bounds of a plan, each once. */
export function decidingWords({ match, titles = [] }: SearchPlan): readonly TermMatch[] {
  const words = new Map<string, TermMatch>();
  const gather = (one: Match): void => {
    if ('term' in one) words.set(keyOf(one), one);
    else ('phrase' in one ? one.phrase : 'any' in one ? one.any : one.all).forEach(gather);
  };
  [match, ...titles].forEach(gather);
  return [...words.values()].map(({ term, prefix }) => (prefix === true ? { term, prefix } : { term }));
}

export const keyOf = ({ term, prefix }: TermMatch): string => `${prefix === true}${term}`;

/** The same plan in bounded work, for pages that use words as `use` says: without words that none has, and without titles of words that crowd in heads. */
export function bounded(plan: SearchPlan, use: UseOf): BoundedPlan {
  const isAbsent = (word: TermMatch): boolean => use(word).pages === 0;
  // Where all of it is gone, one of those words finds as little, and at once.
  const match = withoutAbsent(plan.match, isAbsent) ?? decidingWords(plan).find(isAbsent)!;
  const inHeads = (one: Match): boolean => mostWith(one, (word) => use(word).heads) <= MOST_HEADS;
  const isCut = mostLooked(match, (word) => use(word).pages) > MOST_LOOKED;
  return {
    ...plan,
    match,
    titles: (plan.titles ?? []).filter(inHeads),
    heads: isCut && inHeads(match) ? [match] : [],
    isCut,
  };
}

/** How many of its first pages are looked through in each of some spaces where a plan is cut. @param sizes their pages */
export const lookedIn = (sizes: readonly number[]): number =>
  Math.max(LEAST_LOOKED, Math.floor(MOST_LOOKED / Math.max(1, sizes.filter((size) => size > LEAST_LOOKED).length)));

/** So many at most have what is asked, by how many have its words. */
function mostWith(match: Match, of: (word: TermMatch) => number): number {
  if ('term' in match) return of(match);
  if ('any' in match) return match.any.reduce((sum, one) => sum + mostWith(one, of), 0);
  return Math.min(...('phrase' in match ? match.phrase.map(of) : match.all.map((one) => mostWith(one, of))));
}

/** So many at most have to be looked at for a phrase. */
function mostLooked(match: Match, of: (word: TermMatch) => number): number {
  if ('term' in match) return 0;
  if ('phrase' in match) return mostWith(match, of);
  if ('any' in match) return match.any.reduce((sum, one) => sum + mostLooked(one, of), 0);
  return match.all.some((one) => mostLooked(one, of) > 0) ? mostWith(match, of) : 0;
}
