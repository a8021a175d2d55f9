import { MAX_HEADS_COMPARED } from './score.ts';
import { pruneAbsentTerms, type Match, type SearchPlan, type TermMatch } from './search-query.ts';

/** Maximum number of pages in which phrases are verified; only the pages' terms tell whether words are adjacent. */
export const MAX_SCANNED_PAGES = 8_000;
/** Minimum number of pages scanned per space when many spaces are searched together. */
export const MIN_SCANNED_PAGES = 200;

/**
 * Number of pages and page heads that contain a term; an upper bound for prefixes, because a page may have several
 * matching words.
 */
export interface DocumentFrequency {
  readonly pages: number;
  readonly heads: number;
}
export type DocumentFrequencyLookup = (word: TermMatch) => DocumentFrequency;

/** Search plan with bounded work. */
export interface BoundedPlan extends SearchPlan {
  readonly titles: readonly Match[];
  /** Additional matches in heads only. */
  readonly heads: readonly Match[];
  /** True if only the first pages by id, and heads, are scanned; other pages may match too. */
  readonly isTruncated: boolean;
}

/** Lists the terms whose frequency determines the bounds of a plan, each once. */
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

/**
 * Bounds the work of a plan, given the frequency of terms: removes terms that no page contains, and title matches on
 * terms that are too frequent in heads.
 */
export function boundPlan(plan: SearchPlan, frequencyOf: DocumentFrequencyLookup): BoundedPlan {
  const isAbsent = (word: TermMatch): boolean => frequencyOf(word).pages === 0;
  // If the whole match was pruned, one absent term finds nothing just as well, and fast.
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

/**
 * Computes the number of first pages to scan in each space for a truncated plan.
 * @param sizes numbers of pages of the spaces
 */
export const scannedPagesPerSpace = (sizes: readonly number[]): number =>
  Math.max(
    MIN_SCANNED_PAGES,
    Math.floor(MAX_SCANNED_PAGES / Math.max(1, sizes.filter((size) => size > MIN_SCANNED_PAGES).length)),
  );

/** Computes an upper bound of the number of matching pages from the term frequencies. */
function maxMatches(match: Match, of: (word: TermMatch) => number): number {
  if ('term' in match) return of(match);
  if ('any' in match) return match.any.reduce((sum, one) => sum + maxMatches(one, of), 0);
  return Math.min(...('phrase' in match ? match.phrase.map(of) : match.all.map((one) => maxMatches(one, of))));
}

/** Computes an upper bound of the number of pages to scan for phrases. */
function maxScanned(match: Match, of: (word: TermMatch) => number): number {
  if ('term' in match) return 0;
  if ('phrase' in match) return maxMatches(match, of);
  if ('any' in match) return match.any.reduce((sum, one) => sum + maxScanned(one, of), 0);
  return match.all.some((one) => maxScanned(one, of) > 0) ? maxMatches(match, of) : 0;
}
