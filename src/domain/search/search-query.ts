import { isVocabularyWord } from './similar-words.ts';
import { termsOfWord } from './search-entry.ts';
import { tokenizeWords, type Word } from './tokenize-words.ts';

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

/** Returns the terms of a match that requires only terms; undefined for any other match. */
export function conjunctionTerms(match: Match): readonly TermMatch[] | undefined {
  if ('term' in match) return [match];
  if (!('all' in match)) return undefined;
  const words = match.all.map(conjunctionTerms);
  return words.every((one) => one !== undefined) ? words.flat() : undefined;
}

/** Removes terms for which `isAbsent` is true; undefined if the match cannot find any page. */
export function pruneAbsentTerms(match: Match, isAbsent: (word: TermMatch) => boolean): Match | undefined {
  if ('term' in match) return isAbsent(match) ? undefined : match;
  if ('phrase' in match) return match.phrase.some(isAbsent) ? undefined : match;
  if ('all' in match) {
    const all = match.all.map((one) => pruneAbsentTerms(one, isAbsent));
    return all.every((one) => one !== undefined) ? allOf(all) : undefined;
  }
  const any = match.any.flatMap((one) => pruneAbsentTerms(one, isAbsent) ?? []);
  return any.length === 0 ? undefined : anyOf(any);
}

/** Search plan: one interpretation of a query. */
export interface SearchPlan {
  readonly match: Match;
  /** Words of the query, normalized like titles. */
  readonly title: string;
  /** Terms that count with their position, and prefixes, which count less. */
  readonly terms: readonly string[];
  readonly prefixes: readonly string[];
  /** Additional matches: pages whose titles match one of these are found too. */
  readonly titles?: readonly Match[];
}

/** Word of a query, or several words in quotes. */
interface QueryPart {
  readonly exact: Match;
  /** Extension of `exact` to words with this prefix; absent for quotes, and for scripts without spaces. */
  readonly prefix?: Match & ({ readonly term: string } | { readonly any: unknown });
  /**
   * Match for characters of an unspaced script that are not adjacent; absent for quotes, and for scripts with spaces.
   */
  readonly scattered?: Match;
  readonly whole: string;
  readonly terms: readonly string[];
  /** Tells whether the word may be misspelt and is corrected. */
  readonly isCorrectable: boolean;
}

/** Parsed query. */
export interface SearchQuery {
  readonly parts: readonly QueryPart[];
  readonly title: string;
}

/** Maximum number of words; further words are ignored. */
const MAX_WORDS = 16;
/** Maximum number of words for which all subsets of most words are tried. */
const MAX_WORDS_FOR_SUBSETS = 8;
/** Maximum cost of a subset match, in terms; only many words with many parts exceed it. */
const MAX_SUBSET_COST = 2_000;
/** Cost of a term in a phrase, relative to a single term. */
const PHRASE_COST = 10;
/** Minimum number of words in a query from which pages may lack one word in their titles. */
const MIN_WORDS_FOR_PARTIAL_TITLES = 4;
/** Minimum length of a prefix; shorter ones match too many words. */
const MIN_PREFIX = 3;
/** Quotation marks; between Hebrew letters they belong to an abbreviation. */
const QUOTES = /["“”„«»](?!\p{Script=Hebrew})|(?<!\p{Script=Hebrew})["“”„«»]/u;
/** Number of characters in an unspaced run from which parts of it may be words of their own. */
const UNSPACED_RUN_LENGTH = { min: 4, max: 32 };

/** Parses a query into words, and phrases in double quotes. Accepts any text. */
export function parseSearchQuery(text: string): SearchQuery {
  const parts: QueryPart[] = [];
  const titles: string[] = [];
  const pieces = text.split(QUOTES);
  pieces.forEach((piece, i) => {
    const words = [...tokenizeWords(piece)];
    titles.push(...words.map(({ whole }) => whole));
    // An unclosed quote is ignored.
    const quoted = i % 2 === 1 && i < pieces.length - 1;
    if (quoted && words.length > 0) parts.push(phrasePart(words));
    else parts.push(...words.map(wordPart));
  });
  // "How do I install it" asks for pages about installing, whether or not they contain the other words.
  const significant = parts.filter((one) => one.prefix === undefined || !STOP_WORDS.has(one.whole));
  return { parts: (significant.length > 0 ? significant : parts).slice(0, MAX_WORDS), title: titles.join(' ') };
}

function wordPart(word: Word): QueryPart {
  const { whole, parts, isUnspaced: run } = word;
  if (run)
    return {
      ...phrasePart([word]),
      whole,
      ...(parts.length >= UNSPACED_RUN_LENGTH.min &&
        parts.length <= UNSPACED_RUN_LENGTH.max && { scattered: adjacentPairs(parts) }),
    };
  const isCorrectable = parts.length === 1 && isVocabularyWord(whole);
  if (parts.length === 1)
    return {
      exact: { term: whole },
      prefix: { term: whole, prefix: true },
      whole,
      terms: [whole],
      isCorrectable,
    };
  const inParts = parts.map((term, at) => ({ term, at }));
  return {
    exact: { any: [{ term: whole }, { phrase: inParts }] },
    prefix: {
      any: [
        { term: whole, prefix: true },
        { phrase: inParts.map((part, i) => (i === parts.length - 1 ? { ...part, prefix: true } : part)) },
      ],
    },
    whole,
    terms: [whole, ...parts],
    isCorrectable,
  };
}

function phrasePart(words: readonly Word[]): QueryPart {
  const phrase: { term: string; at: number }[] = [];
  let place = 0;
  for (const word of words) {
    if (word.isUnspaced && word.parts.length > 1) {
      for (const [term, at] of termsOfWord(word)) if (term !== word.parts[at]) phrase.push({ term, at: place + at });
    } else word.parts.forEach((term, at) => phrase.push({ term, at: place + at }));
    place += word.parts.length;
  }
  const terms = phrase.map(({ term }) => term);
  return {
    exact: phrase.length === 1 ? { term: terms[0]! } : { phrase },
    whole: terms.join(' '),
    terms,
    isCorrectable: false,
  };
}

/** Matches each character together with the one before it or after it: words with unknown boundaries. */
function adjacentPairs(characters: readonly string[]): Match {
  const pairs = characters.slice(1).map((character, i) => ({ term: characters[i]! + character }));
  const between = pairs.slice(1, -2).map((pair, i) => anyOf([pair, pairs[i + 2]!]));
  return allOf([pairs[0]!, ...between, pairs.at(-1)!]);
}

/** Corrections of words that no page contains; from `spellingCorrections`. */
export type Corrections = ReadonlyMap<string, readonly string[]>;

const anyOf = (matches: readonly Match[]): Match => (matches.length === 1 ? matches[0]! : { any: matches });
const allOf = (matches: readonly Match[]): Match => (matches.length === 1 ? matches[0]! : { all: matches });
const allowsPrefix = ({ whole }: QueryPart): boolean => [...whole].length >= MIN_PREFIX;

/** Plans to match all words exactly, the last one also as a prefix. Undefined for a query without words. */
export function strictPlan({ parts: wanted, title }: SearchQuery): SearchPlan | undefined {
  if (wanted.length === 0) return undefined;
  const last = wanted.at(-1)!;
  const open = last.prefix !== undefined && allowsPrefix(last);
  return {
    match: allOf(wanted.map((one) => (one === last && open ? one.prefix! : one.exact))),
    title,
    terms: [...new Set(wanted.flatMap(({ terms }) => terms))],
    prefixes: open ? [last.whole] : [],
  };
}

/**
 * Plans for queries with few results: the strict plan, and pages whose titles contain all words but one. Only for
 * queries with enough words to keep their meaning without one; quoted words are never omitted.
 */
export function partialTitlePlan(query: SearchQuery): SearchPlan | undefined {
  const { parts: wanted } = query;
  const strict = strictPlan(query);
  if (strict === undefined || wanted.length < MIN_WORDS_FOR_PARTIAL_TITLES || wanted.length > MAX_WORDS_FOR_SUBSETS)
    return undefined;
  const needed = wanted.map((one) =>
    one.prefix !== undefined && strict.prefixes.includes(one.whole) ? one.prefix : one.exact,
  );
  const titles = wanted.flatMap((left, i) =>
    left.prefix === undefined ? [] : [allOf(needed.filter((_, j) => j !== i))],
  );
  return titles.length === 0 ? undefined : { ...strict, titles };
}

/** Lists the words that may be misspelt. */
export const correctableWords = ({ parts: wanted }: SearchQuery): string[] => [
  ...new Set(wanted.filter(({ isCorrectable: spelt }) => spelt).map(({ whole }) => whole)),
];

/**
 * Plans for queries without exact results: all words as prefixes or corrected, then ever fewer of them, at least half.
 */
export function* relaxedPlans(
  { parts: wanted, title: asWritten }: SearchQuery,
  corrections: Corrections,
): Generator<SearchPlan> {
  const title = asWritten
    .split(' ')
    .map((word) => corrections.get(word)?.[0] ?? word)
    .join(' ');
  const loose = wanted.map((one, i): Match => {
    const begins = one.prefix !== undefined && (allowsPrefix(one) || i === wanted.length - 1) ? one.prefix : one.exact;
    return anyOf([
      begins,
      ...(one.scattered === undefined ? [] : [one.scattered]),
      ...(corrections.get(one.whole) ?? []).map((term) => ({ term, prefix: true })),
    ]);
  });
  const terms = [...new Set(wanted.flatMap((one) => [...one.terms, ...(corrections.get(one.whole) ?? [])]))];
  const prefixed = wanted
    .filter((one) => one.prefix !== undefined && allowsPrefix(one))
    .flatMap(({ whole }) => [whole, ...(corrections.get(whole) ?? [])]);
  const prefixes = [...new Set(prefixed)];
  const plan = (match: Match): SearchPlan => ({ match, title, terms, prefixes });
  yield plan(allOf(loose));
  if (loose.length === 1) return;
  // Of many words, the longest are the most specific.
  const significant =
    loose.length <= MAX_WORDS_FOR_SUBSETS
      ? loose
      : [...loose.keys()]
          .sort((a, b) => wanted[b]!.whole.length - wanted[a]!.whole.length)
          .slice(0, MAX_WORDS_FOR_SUBSETS)
          .map((i) => loose[i]!);
  const fewer: (readonly [from: readonly Match[], most: number])[] = [[loose, loose.length - 1]];
  for (let most = Math.min(significant.length, loose.length - 2); most >= Math.ceil(significant.length / 2); most--)
    fewer.push([significant, most]);
  for (const [from, most] of fewer) {
    const chosen = anyOf(combinations(from, most).map(allOf));
    if (costOf(chosen) <= MAX_SUBSET_COST) yield plan(chosen);
  }
}

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

/**
 * Question words and other words without search value in the languages that questions are most often asked in; folded.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  [
    'a an and are as at be by can did do does for from has have how i if in is it its me my of on or our should that the their there this to was we what when where which who why will with would you your',
    'der die das den dem des ein eine einen einem einer und oder ist sind wie ich mit fur von zu im',
    'le la les un une des du de et ou est sont comment je pour dans avec sur',
    'el los las una unos y o es son como yo para con en del por',
  ].flatMap((words) => words.split(' ')),
);
