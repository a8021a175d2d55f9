import { isVocabularyWord } from './similar-words.ts';
import { tokenizeWords, type Word } from './tokenize-words.ts';

/** Word of a query, or several words in quotes, which match as a phrase. */
export interface QueryPart {
  readonly words: readonly [Word, ...Word[]];
  readonly isQuoted: boolean;
}

/** Parsed query. */
export interface SearchQuery {
  readonly parts: readonly QueryPart[];
  /** All words, normalized like the titles of pages. */
  readonly title: string;
}

/** Maximum number of parts; further ones are ignored. */
const MAX_PARTS = 16;
/** Quotation marks; between Hebrew letters they belong to an abbreviation. */
const QUOTES = /["“”„«»](?!\p{Script=Hebrew})|(?<!\p{Script=Hebrew})["“”„«»]/u;

/** Parses a query into words, and phrases in double quotes. Accepts any text. */
export function parseSearchQuery(text: string): SearchQuery {
  const parts: QueryPart[] = [];
  const titles: string[] = [];
  const pieces = text.split(QUOTES);
  pieces.forEach((piece, i) => {
    const [first, ...rest] = tokenizeWords(piece);
    if (first === undefined) return;
    titles.push(...[first, ...rest].map(({ whole }) => whole));
    // An unclosed quote is ignored.
    if (i % 2 === 1 && i < pieces.length - 1) parts.push({ words: [first, ...rest], isQuoted: true });
    else parts.push(...[first, ...rest].map((word): QueryPart => ({ words: [word], isQuoted: false })));
  });
  // "How do I install it" asks for pages about installing, whether or not they contain the other words.
  const significant = parts.filter((part) => !isStopWord(part));
  return { parts: (significant.length > 0 ? significant : parts).slice(0, MAX_PARTS), title: titles.join(' ') };
}

/** Tells whether the end of a part may continue: it is neither quoted nor of a script without spaces. */
export const isSpacedWord = ({ words: [word], isQuoted }: QueryPart): boolean =>
  !isQuoted && word.isUnspaced === undefined;

const isStopWord = (part: QueryPart): boolean => isSpacedWord(part) && STOP_WORDS.has(part.words[0].whole);

/** Lists the words that may be misspelt. */
export const correctableWords = ({ parts }: SearchQuery): string[] => [
  ...new Set(
    parts
      .filter((part) => isSpacedWord(part) && part.words[0].parts.length === 1)
      .map(({ words: [{ whole }] }) => whole)
      .filter(isVocabularyWord),
  ),
];

/**
 * Question words and other words without search value in the languages that questions are most often asked in; folded.
 */
const STOP_WORDS: ReadonlySet<string> = new Set(
  [
    'a an and are as at be by can did do does for from has have how i if in is it its me my of on or our should that the their there this to was we what when where which who why will with would you your',
    'der die das den dem des ein eine einen einem einer und oder ist sind wie ich mit fur von zu im',
    'le la les un une des du de et ou est sont comment je pour dans avec sur',
    'el los las una unos y o es son como yo para con en del por',
  ].flatMap((words) => words.split(' ')),
);
