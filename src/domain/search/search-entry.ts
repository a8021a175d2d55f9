import type { Page } from '../content/page.ts';
import { PAUSE, type Pausable } from '../kernel/pausable.ts';
import { hasSlug } from '../content/page.ts';
import { readableText } from './readable-text.ts';
import { tokenizeWords, type Word } from './tokenize-words.ts';

/** Weights of a position, from lowest to highest. */
const WEIGHTS = ['body', 'description', 'heading', 'title'] as const;
export type Weight = (typeof WEIGHTS)[number];

/** Terms with their positions: four times the word's number, plus the index of its weight in `WEIGHTS`. */
export type TermPositions = ReadonlyMap<string, readonly number[]>;

/** Search data of a page. */
export interface SearchEntry {
  /** Words of the title, folded and joined by single spaces. */
  readonly title: string;
  /** Title, headings and description. */
  readonly head: TermPositions;
  readonly body: TermPositions;
}

/**
 * Maximum number of words indexed per page, from its beginning; in scripts without spaces each character counts as one.
 */
export const MAX_WORDS = 15_000;
/** Maximum number of words of the title, the headings and the description together. */
const MAX_HEAD_WORDS = 1_000;
/** Maximum length of all different terms of a page together, in UTF-16 units. */
const MAX_TERM_LENGTH = 200_000;
/** Maximum number of positions kept per term. */
const MAX_POSITIONS = 255;
/** Distance of positions across a gap, so that words on both sides are not adjacent. */
const POSITION_GAP = 2;
const MAX_TITLE_LENGTH = 300;

/** Normalizes a title for comparison with a query. */
const normalizeTitle = (title: string): string => {
  const words: string[] = [];
  for (const { whole } of tokenizeWords(title.slice(0, MAX_TITLE_LENGTH))) words.push(whole);
  return words.join(' ');
};

/** Tells whether a page can be found: it is not excluded from search, and can be opened. */
export const isSearchable = ({ noIndex, type }: Pick<Page, 'type' | 'noIndex'>): boolean =>
  noIndex !== true && hasSlug(type);

export type SearchedPage = Pick<Page, 'type' | 'title' | 'description' | 'noIndex'>;

/** Builds the search entry of a page; undefined if it cannot be found. Linear in the part of the text that is read. */
export function* buildSearchEntry(page: SearchedPage, markdown: string): Pausable<SearchEntry | undefined> {
  if (!isSearchable(page)) return undefined;
  const head = new TermCollector(MAX_HEAD_WORDS);
  const body = new TermCollector(MAX_WORDS, POSITION_GAP);
  head.add(page.title, 'title');
  if (page.description !== undefined) head.add(page.description, 'description');
  for (const { level, text, isContinued } of readableText(markdown)) {
    yield PAUSE;
    if (level > 0) head.add(text, 'heading');
    body.add(text, 'body', isContinued);
    if (body.isFull) break;
  }
  return { title: normalizeTitle(page.title), head: head.terms, body: body.terms };
}

class TermCollector {
  readonly terms = new Map<string, number[]>();
  #length = 0;

  #word: number;

  /**
   * Creates a collector.
   * @param from number of positions to skip, so that words of head and body are not adjacent
   */
  constructor(
    private readonly maxWords: number,
    from = 0,
  ) {
    this.#word = 1 + from;
  }

  get isFull(): boolean {
    return this.#word > this.maxWords || this.#length > MAX_TERM_LENGTH;
  }

  /**
   * Adds the words of a text.
   * @param isContinued whether the next text continues this one, so that there is no gap between them
   */
  add(text: string, weight: Weight, isContinued = false): void {
    const mark = WEIGHTS.indexOf(weight);
    for (const word of tokenizeWords(text)) {
      if (this.isFull) return;
      if (word.isUnspaced === undefined && word.parts.length === 1 && word.stem === undefined)
        this.#addPosition(word.whole, 4 * this.#word + mark);
      else
        for (const [term, at] of termsOfWord(word))
          if (this.#word + at <= this.maxWords) this.#addPosition(term, 4 * (this.#word + at) + mark);
      this.#word += word.parts.length;
    }
    if (!isContinued) this.#word += POSITION_GAP;
  }

  #addPosition(term: string, place: number): void {
    const places = this.terms.get(term);
    if (places === undefined) {
      this.terms.set(term, [place]);
      this.#length += term.length;
    } else if (places.length < MAX_POSITIONS) places.push(place);
  }
}

/** Lists the terms of a word with their positions relative to the word. */
export function* termsOfWord({
  whole,
  parts,
  isUnspaced: run,
  stem,
}: Word): Generator<readonly [term: string, at: number]> {
  if (!run && parts.length > 1) yield [whole, 0];
  if (stem !== undefined) yield [stem, 0];
  for (const [at, part] of parts.entries()) {
    yield [part, at];
    if (run && at + 1 < parts.length) yield [part + parts[at + 1]!, at];
  }
}
