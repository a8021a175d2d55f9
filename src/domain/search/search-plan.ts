import { termsOfWord } from './search-entry.ts';
import { isSpacedWord, type QueryPart, type SearchQuery } from './search-query.ts';
import type { Word } from './tokenize-words.ts';

/** Matches a term, or all terms with a prefix. */
export interface TermMatch {
  readonly term: string;
  readonly prefix?: boolean;
}
/** Condition for a page to be found. */
export type Match =
  | TermMatch
  /** Terms at positions relative to the first. */
  | { readonly phrase: readonly (TermMatch & { readonly at: number })[] }
  | { readonly any: readonly Match[] }
  | { readonly all: readonly Match[] };

/** Search plan: one interpretation of a query. */
export interface SearchPlan {
  readonly match: Match;
  /** Words of the query, normalized like titles. */
  readonly title: string;
  /** Terms that pages are ranked by, and prefixes, which count less. */
  readonly terms: readonly string[];
  readonly prefixes: readonly string[];
  /** Further matches: pages whose titles match one of these are found too. */
  readonly partialTitles: readonly Match[];
}

/** Corrections of words that no page contains; from `spellingCorrections`. */
export type Corrections = ReadonlyMap<string, readonly string[]>;

/** Maximum number of words for which all subsets of most words are tried. */
const MAX_WORDS_FOR_SUBSETS = 8;
/** Maximum cost of a subset match, in terms; only many words with many parts exceed it. */
const MAX_SUBSET_COST = 2_000;
/** Cost of a term in a phrase, relative to a single term. */
const PHRASE_COST = 10;
/** Minimum number of words in a query from which pages may lack one word in their titles. */
const MIN_WORDS_FOR_PARTIAL_TITLES = 4;
/** Minimum length of a prefix; shorter ones match too many words. */
const MIN_PREFIX_LENGTH = 3;
/** Number of characters in an unspaced run from which parts of it may be words of their own. */
const UNSPACED_RUN_LENGTH = { min: 4, max: 32 };

const anyOf = (matches: readonly Match[]): Match => (matches.length === 1 ? matches[0]! : { any: matches });
const allOf = (matches: readonly Match[]): Match => (matches.length === 1 ? matches[0]! : { all: matches });
const unique = (terms: readonly string[]): string[] => [...new Set(terms)];

/** Plans to match all words exactly, the last one also as a prefix. Undefined for a query without words. */
export function strictPlan({ parts, title }: SearchQuery): SearchPlan | undefined {
  const last = parts.at(-1);
  if (last === undefined) return undefined;
  const isOpen = allowsPrefix(last);
  return {
    match: allOf(parts.map((part) => (part === last && isOpen ? prefixMatch(part) : exactMatch(part)))),
    title,
    terms: unique(parts.flatMap(termsOf)),
    prefixes: isOpen ? [last.words[0].whole] : [],
    partialTitles: [],
  };
}

/**
 * Plans for queries with few results: the strict plan, and pages whose titles contain all words but one. Only for
 * queries with enough words to keep their meaning without one; quoted words are never omitted.
 */
export function partialTitlePlan(query: SearchQuery): SearchPlan | undefined {
  const { parts } = query;
  const strict = strictPlan(query);
  if (strict === undefined || parts.length < MIN_WORDS_FOR_PARTIAL_TITLES || parts.length > MAX_WORDS_FOR_SUBSETS)
    return undefined;
  const required = parts.map((part) =>
    isSpacedWord(part) && strict.prefixes.includes(part.words[0].whole) ? prefixMatch(part) : exactMatch(part),
  );
  const partialTitles = parts.flatMap((omitted, i) =>
    isSpacedWord(omitted) ? [allOf(required.filter((_, j) => j !== i))] : [],
  );
  return partialTitles.length === 0 ? undefined : { ...strict, partialTitles };
}

/**
 * Plans for queries without exact results: all words as prefixes or corrected, then ever fewer of them, at least half.
 */
export function* relaxedPlans({ parts, title }: SearchQuery, corrections: Corrections): Generator<SearchPlan> {
  const correctionsOf = ({ words: [{ whole }], isQuoted }: QueryPart): readonly string[] =>
    isQuoted ? [] : (corrections.get(whole) ?? []);
  const loose = parts.map((part, i): Match => {
    const isOpen = allowsPrefix(part) || (isSpacedWord(part) && i === parts.length - 1);
    return anyOf([
      isOpen ? prefixMatch(part) : exactMatch(part),
      ...scatteredMatch(part),
      ...correctionsOf(part).map((term) => ({ term, prefix: true })),
    ]);
  });
  const plan = (match: Match): SearchPlan => ({
    match,
    title: title
      .split(' ')
      .map((word) => corrections.get(word)?.[0] ?? word)
      .join(' '),
    terms: unique(parts.flatMap((part) => [...termsOf(part), ...correctionsOf(part)])),
    prefixes: unique(parts.filter(allowsPrefix).flatMap((part) => [part.words[0].whole, ...correctionsOf(part)])),
    partialTitles: [],
  });
  yield plan(allOf(loose));
  if (loose.length === 1) return;
  // Of many words, the longest are the most specific.
  const significant =
    loose.length <= MAX_WORDS_FOR_SUBSETS
      ? loose
      : [...loose.keys()]
          .sort((a, b) => lengthOf(parts[b]!) - lengthOf(parts[a]!))
          .slice(0, MAX_WORDS_FOR_SUBSETS)
          .map((i) => loose[i]!);
  const subsets: (readonly [from: readonly Match[], count: number])[] = [[loose, loose.length - 1]];
  for (let count = Math.min(significant.length, loose.length - 2); count >= Math.ceil(significant.length / 2); count--)
    subsets.push([significant, count]);
  for (const [from, count] of subsets) {
    const match = anyOf(combinations(from, count).map(allOf));
    if (costOf(match) <= MAX_SUBSET_COST) yield plan(match);
  }
}

const lengthOf = ({ words }: QueryPart): number => words.reduce((sum, { whole }) => sum + whole.length, 0);

const costOf = (match: Match): number =>
  'term' in match
    ? 1
    : 'phrase' in match
      ? PHRASE_COST * match.phrase.length
      : ('any' in match ? match.any : match.all).reduce((sum, one) => sum + costOf(one), 0);

/** Lists every combination of `count` items. */
function combinations<T>(items: readonly T[], count: number): T[][] {
  if (count === 0) return [[]];
  if (count > items.length) return [];
  const [first, ...rest] = items;
  return [...combinations(rest, count - 1).map((others) => [first!, ...others]), ...combinations(rest, count)];
}

/** Tells whether a part also stands for the words that begin with it. */
const allowsPrefix = (part: QueryPart): boolean =>
  isSpacedWord(part) && [...part.words[0].whole].length >= MIN_PREFIX_LENGTH;

/** Lists the terms of a part, by which pages are ranked. */
function termsOf(part: QueryPart): string[] {
  const [{ whole, parts }] = part.words;
  if (!isSpacedWord(part)) return phraseOf(part.words).map(({ term }) => term);
  return parts.length === 1 ? [whole] : [whole, ...parts];
}

function exactMatch(part: QueryPart): Match {
  const [{ whole, parts }] = part.words;
  if (isSpacedWord(part))
    return parts.length === 1 ? { term: whole } : { any: [{ term: whole }, { phrase: phraseOf(part.words) }] };
  const phrase = phraseOf(part.words);
  return phrase.length === 1 ? { term: phrase[0]!.term } : { phrase };
}

/** Matches a word, and words that begin with it. */
function prefixMatch({ words }: QueryPart): Match {
  const [{ whole, parts }] = words;
  if (parts.length === 1) return { term: whole, prefix: true };
  const phrase = phraseOf(words);
  return {
    any: [
      { term: whole, prefix: true },
      { phrase: phrase.map((one, i) => (i === phrase.length - 1 ? { ...one, prefix: true } : one)) },
    ],
  };
}

/** Matches words in this order, next to each other; in scripts without spaces by pairs of characters. */
function phraseOf(words: readonly Word[]): { readonly term: string; readonly at: number }[] {
  const phrase: { term: string; at: number }[] = [];
  let start = 0;
  for (const word of words) {
    if (word.isUnspaced && word.parts.length > 1) {
      for (const [term, at] of termsOfWord(word)) if (term !== word.parts[at]) phrase.push({ term, at: start + at });
    } else word.parts.forEach((term, at) => phrase.push({ term, at: start + at }));
    start += word.parts.length;
  }
  return phrase;
}

/**
 * Matches each character of an unspaced run together with the one before it or after it: several words with unknown
 * boundaries, anywhere in the page. No match for other parts.
 */
function scatteredMatch({ words: [{ parts, isUnspaced }], isQuoted }: QueryPart): Match[] {
  if (isQuoted || !isUnspaced || parts.length < UNSPACED_RUN_LENGTH.min || parts.length > UNSPACED_RUN_LENGTH.max)
    return [];
  const pairs = parts.slice(1).map((character, i) => ({ term: parts[i]! + character }));
  const between = pairs.slice(1, -2).map((pair, i) => anyOf([pair, pairs[i + 2]!]));
  return [allOf([pairs[0]!, ...between, pairs.at(-1)!])];
}

/** Terms of a space that a word stands for, and how many pages have them. */
export interface TermStatistics {
  /** Terms of the space: the word, or those that begin with it; null where too many to be listed do. */
  readonly terms: readonly string[] | null;
  /** Number of pages with the word; of a prefix with its most frequent term. */
  readonly pages: number;
  /** Number of titles and headings with the word; of a prefix the sum over its terms. */
  readonly heads: number;
}
/** Vocabulary of a space. */
export interface Vocabulary {
  /** Number of all pages. */
  readonly pages: number;
  /** Looks a word up; undefined if no page has it. */
  readonly lookUp: (word: TermMatch) => TermStatistics | undefined;
}

/** Plan for the pages of one space, with the texts of tsqueries for the full-text indexes. */
export interface SpacePlan {
  /** Number of all pages of the space. */
  readonly pages: number;
  /** Pages with the words of the plan; undefined where so many have them that the first pages are read instead. */
  readonly words: string | undefined;
  /** Heads with a distinctive word of the plan; empty for none. */
  readonly heads: string;
  /** Titles that match partially, each with a distinctive word. */
  readonly titles: readonly string[];
  /** Tells whether every page that the index finds by `words` matches, without comparing it. */
  readonly isExact: boolean;
}

/** Number of heads with a word up to which it is distinctive: more titles and headings do not tell pages apart. */
export const MAX_DISTINCTIVE_HEADS = 2_000;
/** Number of pages with the words of a plan up to which all are compared, so that count and order are exact. */
export const MAX_COMPARED_PAGES = 4_000;

/** Lists the words of a plan that an index looks up, each once. */
export const wordsOfPlan = ({ match, partialTitles }: SearchPlan): TermMatch[] => [
  ...new Map([match, ...partialTitles].flatMap(wordsOf).map((word) => [toTsquery(word), word])).values(),
];

const wordsOf = (match: Match): readonly TermMatch[] =>
  'term' in match
    ? [match]
    : 'phrase' in match
      ? match.phrase.map(({ term, prefix }) => (prefix === true ? { term, prefix } : { term }))
      : ('any' in match ? match.any : match.all).flatMap(wordsOf);

/** Maximum number of groups of words that a set of bits holds. */
const MAX_GROUPS = 30;

/** Groups of words, as sets of bits: a space can match only if it has a word of each required group. */
export interface WordGroups {
  /** Groups of a word. */
  readonly groupsOf: (word: TermMatch) => number;
  readonly required: number;
}

/** Groups the words of a plan, so that spaces without a word that all results have need not be looked at. */
export function wordGroups({ match, partialTitles }: SearchPlan): WordGroups {
  const parts = 'all' in match ? match.all : [match];
  // Titles may match without the other words.
  if (partialTitles.length > 0 || parts.length > MAX_GROUPS) return { groupsOf: () => 0, required: 0 };
  const groups = new Map<string, number>();
  parts.forEach((part, group) => {
    for (const word of wordsOf(part)) groups.set(toTsquery(word), (groups.get(toTsquery(word)) ?? 0) | (1 << group));
  });
  return { groupsOf: (word) => groups.get(toTsquery(word)) ?? 0, required: (1 << parts.length) - 1 };
}

/** Plans a search of one space; undefined if none of its pages can match. */
export function planForSpace({ match, partialTitles }: SearchPlan, vocabulary: Vocabulary): SpacePlan | undefined {
  const isDistinctive = (word: TermMatch): boolean => {
    const heads = vocabulary.lookUp(word)?.heads ?? 0;
    return heads > 0 && heads <= MAX_DISTINCTIVE_HEADS;
  };
  const words = rewriteTerms(match, vocabulary);
  const titles = partialTitles.filter((title) => wordsOf(title).some(isDistinctive));
  if (words === undefined && titles.length === 0) return undefined;
  // An index reads a prefix in the pages of all spaces, and listed terms only in those of this one.
  const heads = rewriteTerms(anyOf(wordsOf(match).filter(isDistinctive)), vocabulary);
  const isCommon = hasCommonWords(match, vocabulary);
  return {
    pages: vocabulary.pages,
    words: isCommon ? undefined : words === undefined ? '' : toTsquery(words),
    heads: heads === undefined ? '' : toTsquery(heads),
    titles: titles.map((title) => toTsquery(title, 'A')),
    isExact: !isCommon && !hasPhrase(match),
  };
}

/**
 * Rewrites a match to one that an index answers by itself: without terms that the vocabulary lacks, with the terms of
 * prefixes, and with phrases as the terms they consist of. Undefined if no page can match.
 */
function rewriteTerms(match: Match, vocabulary: Vocabulary): Match | undefined {
  if ('term' in match) {
    const found = vocabulary.lookUp(match);
    return found && (found.terms === null ? match : anyOf(found.terms.map((term) => ({ term }))));
  }
  if ('any' in match) {
    const any = match.any.flatMap((one) => rewriteTerms(one, vocabulary) ?? []);
    return any.length === 0 ? undefined : anyOf(any);
  }
  const all = ('phrase' in match ? wordsOf(match) : match.all).map((one) => rewriteTerms(one, vocabulary));
  return all.every((one) => one !== undefined) ? allOf(all) : undefined;
}

/**
 * Tells whether the first pages of a space are read for a match instead of those that the index finds: most of them
 * have its words, and more than are compared. The index reads all pages of a word before it returns the first one; a
 * phrase of three words that 100,000 pages have takes 89 ms of processor time with the index, and 38 ms without it.
 */
const hasCommonWords = (match: Match, vocabulary: Vocabulary): boolean =>
  minPages(match, vocabulary) > Math.max(MAX_COMPARED_PAGES, vocabulary.pages / 2);

/** Computes a lower bound of the number of pages with the words of a match, wherever they are. */
function minPages(match: Match, vocabulary: Vocabulary): number {
  if ('term' in match) return vocabulary.lookUp(match)?.pages ?? 0;
  if ('any' in match) return Math.max(...match.any.map((one) => minPages(one, vocabulary)));
  const lacking = ('phrase' in match ? wordsOf(match) : match.all).map(
    (one) => vocabulary.pages - minPages(one, vocabulary),
  );
  return lacking.reduce((rest, pages) => rest - pages, vocabulary.pages);
}

/** Tells whether a match depends on the places of words, which the index does not know. */
export const hasPhrase = (match: Match): boolean =>
  'phrase' in match || (!('term' in match) && ('any' in match ? match.any : match.all).some(hasPhrase));

/** Writes a match as the text of a tsquery, limited to words of these weights if any are given. */
export function toTsquery(match: Match, weights = ''): string {
  const each = (matches: readonly Match[]): string[] => matches.map((one) => toTsquery(one, weights));
  if ('any' in match) return `(${each(match.any).join(' | ')})`;
  if ('all' in match) return `(${each(match.all).join(' & ')})`;
  if ('term' in match) {
    const labels = (match.prefix === true ? '*' : '') + weights;
    return quoteTerm(match.term) + (labels === '' ? '' : `:${labels}`);
  }
  return `(${match.phrase.map((part, i) => (i === 0 ? '' : ` <${part.at - match.phrase[i - 1]!.at}> `) + toTsquery({ term: part.term, ...(part.prefix && { prefix: true }) }, weights)).join('')})`;
}

const quoteTerm = (term: string): string => `'${term.replace(/['\\]/g, '$&$&')}'`;
