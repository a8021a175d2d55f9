import type { SearchEntry, TermPositions } from './search-entry.ts';
import type { Match, SearchPlan, TermMatch } from './search-query.ts';

/** What a place counts, in the order of `WEIGHTS`; the text itself is weighed apart. */
export const HEAD_WEIGHTS = [0, 0.15, 0.3, 1] as const;
/** What each sign of a good match adds. */
export const SCORE = { exactTitle: 8, head: 4, prefixInTitle: 1, prefixInHeading: 0.4 } as const;
/** Of so many of the best by title and headings the text is weighed too; all others come after them. */
export const MAX_BODY_SCORED = 200;
/** From so many pages on, words that most pages of a space have are not looked through to be counted and ranked. */
export const MIN_PAGES_FOR_COMMON_WORDS = 3_000;
/** Of so many heads that have them all are compared, though; of more, which are crowded, so many of the first as are weighed. */
export const MAX_HEADS_COMPARED = 2_000;
/** Scores are whole numbers: so many to one. */
export const SCORE_UNIT = 10_000;

const NO_TERMS: TermPositions = new Map();
const TITLE = 3;
const HEADING = 2;

/** Whether a plan finds a page. */
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

/** Whether a page has what is asked. */
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

/** A word, or all words that begin so, in a space: different terms, the most pages that one of them has, and heads that have them in a way that says something. */
export interface WordCounts {
  readonly terms: number;
  readonly pages: number;
  readonly heads: number;
}

/**
 * Whether words are in most pages of a space, so that nobody has to look how many have all of them: all but one are in
 * every page, and that one in at least half of them.
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

/** Whether so many heads have common words that most heads say nothing. */
export const areTooFrequentInHeads = (words: readonly WordCounts[]): boolean =>
  words.reduce((sum, { heads }) => sum + heads, 0) > MAX_HEADS_COMPARED;

/** What the title, the headings and the description of a page that is found say for it. */
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

/** What its text says for it: the more often, the better, and the more so the shorter it is. */
export function bodyScore({ body }: SearchEntry, { terms }: SearchPlan): number {
  let length = 0;
  for (const places of body.values()) length += places.length;
  return length === 0 ? 0 : rankOf(body, terms, [1, 1, 1, 1]) / Math.log2(length + 1);
}

/** The database's rank of a text for any of some terms: each place of a term adds ever less. */
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
