import type { SearchEntry, TermPositions } from './search-entry.ts';
import type { Match, SearchPlan, TermMatch } from './search-query.ts';

/** Weights of positions in the order of `WEIGHTS`; the body is scored separately. */
export const HEAD_WEIGHTS = [0, 0.15, 0.3, 1] as const;
/** Score added by each sign of a good match. */
export const SCORE = { exactTitle: 8, head: 4, prefixInTitle: 1, prefixInHeading: 0.4 } as const;
/** Number of best pages by title and headings whose body is scored too; all others rank after them. */
export const MAX_BODY_SCORED = 200;
/**
 * Number of pages from which a word counts as common: pages with common words are not counted and ranked individually.
 */
export const MIN_PAGES_FOR_COMMON_WORDS = 3_000;
/**
 * Maximum number of heads that contain all common words and are compared; if there are more, only the first
 * `MAX_BODY_SCORED` are.
 */
export const MAX_HEADS_COMPARED = 2_000;
/** Scores are integers: this many units per 1. */
export const SCORE_UNIT = 10_000;

const NO_TERMS: TermPositions = new Map();
const TITLE = 3;
const HEADING = 2;

/** Tells whether a plan finds a page. */
export const matchesPlan = (entry: SearchEntry, { match, titles = [] }: SearchPlan): boolean =>
  matches(entry, match) || (titles.length > 0 && matchesTitles(entry, titles));

function matchesTitles({ head }: SearchEntry, titles: readonly Match[]): boolean {
  const inTitle = new Map(
    [...head]
      .map(([term, places]) => [term, places.filter((place) => (place & 3) === TITLE)] as const)
      .filter(([, places]) => places.length > 0),
  );
  return titles.some((title) => matches({ title: '', head: inTitle, body: NO_TERMS }, title));
}

/** Tells whether a page matches. */
export function matches({ head, body }: SearchEntry, match: Match): boolean {
  if ('term' in match) return hasTerm(head, match) || hasTerm(body, match);
  if ('any' in match) return match.any.some((one) => matches({ head, body, title: '' }, one));
  if ('all' in match) return match.all.every((one) => matches({ head, body, title: '' }, one));
  return hasPhrase(head, match.phrase) || hasPhrase(body, match.phrase);
}

function hasTerm(terms: TermPositions, { term, prefix }: TermMatch): boolean {
  if (terms.has(term)) return true;
  if (prefix === true) for (const other of terms.keys()) if (other.startsWith(term)) return true;
  return false;
}

function termPositions(terms: TermPositions, { term, prefix }: TermMatch): number[] {
  const places =
    (prefix === true
      ? [...terms].filter(([other]) => other.startsWith(term)).flatMap(([, found]) => found)
      : terms.get(term)) ?? [];
  return places.map((place) => place >> 2);
}

function hasPhrase(terms: TermPositions, phrase: readonly (TermMatch & { readonly at: number })[]): boolean {
  let starts: Set<number> | undefined;
  for (const part of phrase) {
    const here = termPositions(terms, part).map((place) => place - part.at);
    starts = new Set(here.filter((start) => starts === undefined || starts.has(start)));
    if (starts.size === 0) return false;
  }
  return true;
}

/**
 * Frequency of a word or prefix in a space: the number of its terms, the largest number of pages with one of them, and
 * the number of heads with them in a relevant position.
 */
export interface WordCounts {
  readonly terms: number;
  readonly pages: number;
  readonly heads: number;
}

/**
 * Tells whether words are so common in a space that counting pages with all of them is unnecessary: all but one are in
 * every page, and that one is in at least half of the pages.
 */
export function areCommonWords(totalPages: number, words: readonly WordCounts[]): boolean {
  const least = Math.min(...words.map(({ pages }) => pages));
  const others = words.filter(({ pages }) => pages < totalPages);
  return (
    words.length > 0 &&
    least >= MIN_PAGES_FOR_COMMON_WORDS &&
    least * 2 >= totalPages &&
    others.length <= 1 &&
    others.every(({ terms }) => terms === 1)
  );
}

/** Tells whether common words are in so many heads that heads do not distinguish pages. */
export const areTooFrequentInHeads = (words: readonly WordCounts[]): boolean =>
  words.reduce((sum, { heads }) => sum + heads, 0) > MAX_HEADS_COMPARED;

/** Scores the title, the headings and the description of a matching page. */
export function headScore({ title, head }: SearchEntry, plan: SearchPlan): number {
  const begins = (weight: number): boolean =>
    plan.prefixes.some((prefix) =>
      [...head].some(([term, places]) => term.startsWith(prefix) && places.some((place) => (place & 3) === weight)),
    );
  return (
    (title === plan.title ? SCORE.exactTitle : 0) +
    SCORE.head * rankOf(head, plan.terms, HEAD_WEIGHTS) +
    (begins(TITLE) ? SCORE.prefixInTitle : 0) +
    (begins(HEADING) ? SCORE.prefixInHeading : 0)
  );
}

/** Scores the body: more occurrences score higher, relative to the length. */
export function bodyScore({ body }: SearchEntry, { terms }: SearchPlan): number {
  let length = 0;
  for (const places of body.values()) length += places.length;
  return length === 0 ? 0 : rankOf(body, terms, [1, 1, 1, 1]) / Math.log2(length + 1);
}

/** Computes the rank as the database does: further occurrences of a term add ever less. */
function rankOf(terms: TermPositions, wanted: readonly string[], weights: readonly number[]): number {
  if (wanted.length === 0) return 0;
  let sum = 0;
  for (const term of wanted) {
    const places = terms.get(term);
    if (places === undefined) continue;
    let series = 0;
    let most = -1;
    let mostAt = 0;
    places.forEach((place, i) => {
      const weight = weights[place & 3]!;
      series += weight / (i + 1) ** 2;
      if (weight > most) [most, mostAt] = [weight, i];
    });
    sum += (most + series - most / (mostAt + 1) ** 2) / 1.64493406685;
  }
  return sum / wanted.length;
}
