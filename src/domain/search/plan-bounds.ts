import { MAX_HEADS_COMPARED } from './score.ts';
import { pruneAbsentTerms, type Match, type SearchPlan, type TermMatch } from './search-query.ts';

/** Whether words stand beside each other is seen only in the pages: of so many at most. */
export const MAX_SCANNED_PAGES = 8_000;
/** Where many spaces are looked through together, of so many pages of each at least. */
export const MIN_SCANNED_PAGES = 200;

/** How many pages, and how many heads of pages, have a word; for a beginning at most, as a page may have several such words. */
export interface DocumentFrequency {
  readonly pages: number;
  readonly heads: number;
}
export type DocumentFrequencyLookup = (word: TermMatch) => DocumentFrequency;

/** A plan whose work is bounded. */
export interface BoundedPlan extends SearchPlan {
  readonly titles: readonly Match[];
  /** What is looked for in heads alone, besides. */
  readonly heads: readonly Match[];
  /** Whether only the first pages by id are looked through, and heads: nobody knows of the others whether they have what is asked. */
  readonly isTruncated: boolean;
}

/** The words whose use decides on the bounds of a plan, each once. */
export function termsToCount({ match, titles = [] }: SearchPlan): readonly TermMatch[] {
  const words = new Map<string, TermMatch>();
  const gather = (one: Match): void => {
    if ('term' in one) words.set(termKey(one), one);
    else ('phrase' in one ? one.phrase : 'any' in one ? one.any : one.all).forEach(gather);
  };
  [match, ...titles].forEach(gather);
  return [...words.values()].map(({ term, prefix }) => (prefix === true ? { term, prefix } : { term }));
}

export const termKey = ({ term, prefix }: TermMatch): string => `${prefix === true}${term}`;

/** The same plan in bounded work, for pages that use words as `use` says: without words that none has, and without titles of words that crowd in heads. */
export function boundPlan(plan: SearchPlan, frequencyOf: DocumentFrequencyLookup): BoundedPlan {
  const isAbsent = (word: TermMatch): boolean => frequencyOf(word).pages === 0;
  // Where all of it is gone, one of those words finds as little, and at once.
  const match = pruneAbsentTerms(plan.match, isAbsent) ?? termsToCount(plan).find(isAbsent)!;
  const inHeads = (one: Match): boolean => maxMatches(one, (word) => frequencyOf(word).heads) <= MAX_HEADS_COMPARED;
  const isTruncated = maxScanned(match, (word) => frequencyOf(word).pages) > MAX_SCANNED_PAGES;
  return {
    ...plan,
    match,
    titles: (plan.titles ?? []).filter(inHeads),
    heads: isTruncated && inHeads(match) ? [match] : [],
    isTruncated: isTruncated,
  };
}

/** How many of its first pages are looked through in each of some spaces where a plan is cut. @param sizes their pages */
export const scannedPagesPerSpace = (sizes: readonly number[]): number =>
  Math.max(
    MIN_SCANNED_PAGES,
    Math.floor(MAX_SCANNED_PAGES / Math.max(1, sizes.filter((size) => size > MIN_SCANNED_PAGES).length)),
  );

/** So many at most have what is asked, by how many have its words. */
function maxMatches(match: Match, of: (word: TermMatch) => number): number {
  if ('term' in match) return of(match);
  if ('any' in match) return match.any.reduce((sum, one) => sum + maxMatches(one, of), 0);
  return Math.min(...('phrase' in match ? match.phrase.map(of) : match.all.map((one) => maxMatches(one, of))));
}

/** So many at most have to be looked at for a phrase. */
function maxScanned(match: Match, of: (word: TermMatch) => number): number {
  if ('term' in match) return 0;
  if ('phrase' in match) return maxMatches(match, of);
  if ('any' in match) return match.any.reduce((sum, one) => sum + maxScanned(one, of), 0);
  return match.all.some((one) => maxScanned(one, of) > 0) ? maxMatches(match, of) : 0;
}
