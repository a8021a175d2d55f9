import type { SearchEntry, TermPositions } from './search-entry.ts';
import type { Match, SearchPlan, TermMatch } from './search-plan.ts';

/** Index of titles in `WEIGHTS`. */
const TITLE = 3;

/** Tells whether a plan finds a page. */
export const matchesPlan = (entry: SearchEntry, { match, partialTitles }: SearchPlan): boolean =>
  matches(entry, match) || partialTitles.some((title) => matchesTitle(entry, title));

/** Tells whether the title of a page matches. */
export function matchesTitle({ head }: SearchEntry, title: Match): boolean {
  const inTitle = [...head]
    .map(([term, places]) => [term, places.filter((place) => (place & 3) === TITLE)] as const)
    .filter(([, places]) => places.length > 0);
  return matches({ head: new Map(inTitle), body: new Map() }, title);
}

/** Tells whether a page matches. */
export function matches(entry: Pick<SearchEntry, 'head' | 'body'>, match: Match): boolean {
  const { head, body } = entry;
  if ('term' in match) return hasTerm(head, match) || hasTerm(body, match);
  if ('any' in match) return match.any.some((one) => matches(entry, one));
  if ('all' in match) return match.all.every((one) => matches(entry, one));
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

/** Scores of words and of prefixes by their weight, in the order of `WEIGHTS`; as in the database. */
const WORD_SCORES = [0, 0.4, 0.8, 2.4];
const PREFIX_SCORES = [0, 0, 0.4, 1];
const EQUAL_TITLE_SCORE = 8;

/** Score of a page by its title, headings and description, and with its text. */
export interface EntryScore {
  readonly head: number;
  readonly score: number;
}

/**
 * Scores a page that is not in the database, on the scale of the database: a title that equals the query, then words
 * by where they are, then their frequency in the text. Of a word that is in several places, the best one counts.
 */
export function scoreEntry({ title, head, body }: SearchEntry, plan: SearchPlan): EntryScore {
  const { terms, prefixes } = plan;
  const best = (places: readonly number[], scores: readonly number[]): number =>
    places.reduce((most, place) => Math.max(most, scores[place & 3]!), 0);
  const words = terms.reduce((sum, term) => sum + best(head.get(term) ?? [], WORD_SCORES), 0);
  const begun = [...head].filter(([term]) => prefixes.some((prefix) => term.startsWith(prefix)));
  const headScore =
    (title === plan.title ? EQUAL_TITLE_SCORE : 0) +
    words / terms.length +
    Math.max(0, ...begun.map(([, places]) => best(places, PREFIX_SCORES)));
  const length = [...body.values()].reduce((sum, places) => sum + places.length, 0);
  const frequency = terms.reduce((sum, term) => sum + 1 - 1 / (1 + (body.get(term)?.length ?? 0)), 0);
  const bodyScore = length === 0 ? 0 : frequency / terms.length / Math.log2(length + 1);
  return { head: wholeScore(headScore), score: wholeScore(headScore + bodyScore) };
}

/** Rounds a score to an integer, which a cursor holds exactly. */
const wholeScore = (score: number): number => Math.round(score * 10_000);
