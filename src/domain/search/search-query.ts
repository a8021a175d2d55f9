import { STOP_WORDS } from './stop-words.ts';
import { isVocabularyWord } from './vocabulary.ts';
import { termsOfWord } from './search-entry.ts';
import { tokenizeWords, type Word } from './tokenize-words.ts';

/** A term, or every term that begins so. */
export interface TermMatch {
  readonly term: string;
  readonly prefix?: boolean;
}
/** What a page must have to be found. */
export type Match =
  | TermMatch
  /** Terms at places that far from the first. */
  | { readonly phrase: readonly (TermMatch & { readonly at: number })[] }
  | { readonly any: readonly Match[] }
  | { readonly all: readonly Match[] };

/** Words that a page must all have, where a match asks for nothing else. */
export function conjunctionTerms(match: Match): readonly TermMatch[] | undefined {
  if ('term' in match) return [match];
  if (!('all' in match)) return undefined;
  const words = match.all.map(conjunctionTerms);
  return words.every((one) => one !== undefined) ? words.flat() : undefined;
}

/** The same match in fewer words, for pages of which none has a word of which `isAbsent` says so; undefined where it finds none of them. */
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

/** One way to look for what was asked. */
export interface SearchPlan {
  readonly match: Match;
  /** The words of the query, as titles have them. */
  readonly title: string;
  /** Terms that count where they stand; those that only begin so count less. */
  readonly terms: readonly string[];
  readonly prefixes: readonly string[];
  /** What is found besides: pages whose titles have all words of one of these. */
  readonly titles?: readonly Match[];
}

/** What is looked for together: a word, or several in quotes. */
interface QueryPart {
  readonly exact: Match;
  /** All that `exact` finds, and what goes on; absent for what is in quotes, and for scripts without spaces. */
  readonly prefix?: Match & ({ readonly term: string } | { readonly any: unknown });
  /** What is found where the characters of several words are not beside each other; absent for what is in quotes, and where there are spaces. */
  readonly scattered?: Match;
  readonly whole: string;
  readonly terms: readonly string[];
  /** Whether somebody may have mistyped it. */
  readonly isCorrectable: boolean;
}

/** What was asked for. */
export interface SearchQuery {
  readonly parts: readonly QueryPart[];
  readonly title: string;
}

/** More words are not looked for. */
const MAX_WORDS = 16;
/** Up to so many words every choice of most of them is tried. */
const MAX_WORDS_FOR_SUBSETS = 8;
/** Choices that take longer to tell of a page are not tried, by the terms that they name: only many words of many parts make so many. */
const MAX_SUBSET_COST = 2_000;
/** What a term of a phrase takes beside one by itself. */
const PHRASE_COST = 10;
/** Of fewer words none is left out as long as some page has them all. */
const MIN_WORDS_FOR_PARTIAL_TITLES = 4;
/** Shorter beginnings are those of too many words. */
const MIN_PREFIX = 3;
/** Between Hebrew letters it is none, but belongs to an abbreviation. */
const QUOTES = /["“”„«»](?!\p{Script=Hebrew})|(?<!\p{Script=Hebrew})["“”„«»]/u;
/** Of so many characters without spaces between them some may be words by themselves. */
const UNSPACED_RUN_LENGTH = { min: 4, max: 32 };

/** Reads a query: words, and phrases in double quotes. Nothing in it is an error. */
export function parseSearchQuery(text: string): SearchQuery {
  const wanted: QueryPart[] = [];
  const titles: string[] = [];
  const pieces = text.split(QUOTES);
  pieces.forEach((piece, i) => {
    const words = [...tokenizeWords(piece)];
    titles.push(...words.map(({ whole }) => whole));
    // A quote that is not closed is none.
    const quoted = i % 2 === 1 && i < pieces.length - 1;
    if (quoted && words.length > 0) wanted.push(phrasePart(words));
    else wanted.push(...words.map(wordPart));
  });
  // "How do I install it" asks for pages about installing, whether or not they have the other words.
  const telling = wanted.filter((one) => one.prefix === undefined || !STOP_WORDS.has(one.whole));
  return { parts: (telling.length > 0 ? telling : wanted).slice(0, MAX_WORDS), title: titles.join(' ') };
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
  const spelt = parts.length === 1 && isVocabularyWord(whole);
  if (parts.length === 1)
    return {
      exact: { term: whole },
      prefix: { term: whole, prefix: true },
      whole,
      terms: [whole],
      isCorrectable: spelt,
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
    isCorrectable: spelt,
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

/** Each of some characters beside the one before it or the one behind it: words, wherever one ends and the next begins. */
function adjacentPairs(characters: readonly string[]): Match {
  const pairs = characters.slice(1).map((character, i) => ({ term: characters[i]! + character }));
  const between = pairs.slice(1, -2).map((pair, i) => anyOf([pair, pairs[i + 2]!]));
  return allOf([pairs[0]!, ...between, pairs.at(-1)!]);
}

/** Words that are meant instead of one that no page has; from `nearWords`. */
export type Corrections = ReadonlyMap<string, readonly string[]>;

const anyOf = (matches: readonly Match[]): Match => (matches.length === 1 ? matches[0]! : { any: matches });
const allOf = (matches: readonly Match[]): Match => (matches.length === 1 ? matches[0]! : { all: matches });
const allowsPrefix = ({ whole }: QueryPart): boolean => [...whole].length >= MIN_PREFIX;

/** All words as they are; the last one may go on. Undefined for a query without a word. */
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
 * What is tried where few pages have all words: the same, and pages whose titles have all but one of them, whatever their
 * texts say. Only for queries of so many words that the others tell what is meant; what is in quotes is not left out.
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

/** The words that somebody may have mistyped. */
export const correctableWords = ({ parts: wanted }: SearchQuery): string[] => [
  ...new Set(wanted.filter(({ isCorrectable: spelt }) => spelt).map(({ whole }) => whole)),
];

/** What is tried when nothing has all words as they are: all as beginnings or corrected, then ever fewer of them, at least half. */
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
  const begun = wanted
    .filter((one) => one.prefix !== undefined && allowsPrefix(one))
    .flatMap(({ whole }) => [whole, ...(corrections.get(whole) ?? [])]);
  const prefixes = [...new Set(begun)];
  const plan = (match: Match): SearchPlan => ({ match, title, terms, prefixes });
  yield plan(allOf(loose));
  if (loose.length === 1) return;
  // Of many words the longest say the most.
  const telling =
    loose.length <= MAX_WORDS_FOR_SUBSETS
      ? loose
      : [...loose.keys()]
          .sort((a, b) => wanted[b]!.whole.length - wanted[a]!.whole.length)
          .slice(0, MAX_WORDS_FOR_SUBSETS)
          .map((i) => loose[i]!);
  const fewer: (readonly [from: readonly Match[], most: number])[] = [[loose, loose.length - 1]];
  for (let most = Math.min(telling.length, loose.length - 2); most >= Math.ceil(telling.length / 2); most--)
    fewer.push([telling, most]);
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

/** Every choice of `count` of the items. */
function combinations<T>(items: readonly T[], count: number): T[][] {
  if (count === 0) return [[]];
  if (count > items.length) return [];
  const [first, ...rest] = items;
  return [...combinations(rest, count - 1).map((others) => [first!, ...others]), ...combinations(rest, count)];
}
