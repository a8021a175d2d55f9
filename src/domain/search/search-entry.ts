import type { Page } from '../content/page.ts';
import { PAUSE, type Pausable } from '../kernel/pausable.ts';
import { hasSlug } from '../content/page.ts';
import { readableText } from './readable-text.ts';
import { tokenizeWords, type Word } from './tokenize-words.ts';

/** How much a place counts: that in a title the most. */
export const WEIGHTS = ['body', 'description', 'heading', 'title'] as const;
export type Weight = (typeof WEIGHTS)[number];

/** Terms of a text with their places: four times the number of the word, plus the place's weight as its index in `WEIGHTS`. */
export type TermPositions = ReadonlyMap<string, readonly number[]>;

/** What a page is found by. */
export interface SearchEntry {
  /** The words of the title, folded, with single spaces. */
  readonly title: string;
  /** Title, headings and description. */
  readonly head: TermPositions;
  readonly body: TermPositions;
}

/** So many words of a page are searched, from its beginning; in scripts without spaces each character counts as one. */
export const MAX_WORDS = 15_000;
/** Of the title, the headings and the description together. */
const MAX_HEAD_WORDS = 1_000;
/** All different terms of one page together, in UTF-16 units. */
const MAX_TERM_LENGTH = 200_000;
/** So many places of one term are kept. */
const MAX_POSITIONS = 255;
/** Words on both sides of a gap are not beside each other. */
const POSITION_GAP = 2;
const MAX_TITLE_LENGTH = 300;

/** The words of a title as they are compared with those of a query. */
export const normalizeTitle = (title: string): string => {
  const words: string[] = [];
  for (const { whole } of tokenizeWords(title.slice(0, MAX_TITLE_LENGTH))) words.push(whole);
  return words.join(' ');
};

/** Whether a page is found at all: not one that is kept out of search, or that nobody can open. */
export const isSearchable = ({ noIndex, type }: Pick<Page, 'type' | 'noIndex'>): boolean =>
  noIndex !== true && hasSlug(type);

export type SearchedPage = Pick<Page, 'type' | 'title' | 'description' | 'noIndex'>;

/** What a page is found by; undefined for one that is not. Linear in what is read of it. */
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

  /** @param from words left out before the first, so that head and body are not beside each other */
  constructor(
    private readonly maxWords: number,
    from = 0,
  ) {
    this.#word = 1 + from;
  }

  get isFull(): boolean {
    return this.#word > this.maxWords || this.#length > MAX_TERM_LENGTH;
  }

  /** @param isContinued whether the next text goes on where this one ends, so that there is no gap between them */
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

/** The terms of a word with their places, counted from that of the word. */
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
