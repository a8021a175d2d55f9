import { PAUSE, PauseCounter, type Pausable } from '../kernel/pausable.ts';
import { HeadingAnchors } from './heading-anchors.ts';
import { readableText } from './readable-text.ts';
import { termsOfWord } from './search-entry.ts';
import type { SearchPlan } from './search-plan.ts';
import { MAX_TERM_LENGTH, tokenizeWords } from './tokenize-words.ts';

/** Section of a page that matches a query. */
export interface SectionMatch {
  /** Id of the section's heading; undefined before the first heading. */
  readonly anchor: string | undefined;
  /** Text of the section's heading; empty before the first heading. */
  readonly title: string;
  /** Text around the first match, on one line. */
  readonly excerpt: string;
  /** Number of matching words, those of the heading twice. */
  readonly score: number;
}

/** Maximum number of sections per page. */
const MAX_SECTIONS = 5;
/** Approximate length of an excerpt, in UTF-16 units, and of its part before the match. */
const EXCERPT_LENGTH = 240;
const EXCERPT_LEAD_LENGTH = 60;
/** Limits of a searched document: UTF-16 units of its markdown, and pieces of text. */
const MAX_MARKDOWN = 200_000;
const MAX_PIECES = 10_000;

/**
 * Finds the sections of a document that contain words of a plan, those with the most words first. Linear in the part
 * that is read.
 */
export function* matchingSections(markdown: string, plan: SearchPlan): Pausable<SectionMatch[]> {
  const finder = new TermFinder(plan);
  const found: SectionMatch[] = [];
  const anchors = new HeadingAnchors();
  let section: { anchor: string | undefined; title: string; text: string } = { anchor: undefined, title: '', text: '' };
  let pieces = 0;
  const close = function* (): Pausable<void> {
    const inTitle = yield* finder.find(section.title);
    const inText = yield* finder.find(section.text);
    const score = 2 * inTitle.hits + inText.hits;
    if (score > 0)
      found.push({
        anchor: section.anchor,
        title: section.title,
        excerpt: excerptAround(section.text, inText.first ?? 0),
        score,
      });
  };
  let separator = '';
  for (const { level, text, anchorSource: named, anchor, isContinued } of readableText(
    markdown.slice(0, MAX_MARKDOWN),
  )) {
    yield PAUSE;
    if (level > 0) {
      yield* close();
      section = { anchor: anchors.anchorFor(named ?? text, anchor), title: text, text: '' };
    } else section.text += (section.text === '' ? '' : separator) + text;
    separator = isContinued ? '' : '\n';
    if (++pieces > MAX_PIECES) break;
  }
  yield* close();
  return found.sort((a, b) => b.score - a.score).slice(0, MAX_SECTIONS);
}

const ASCII = /^[\0-\x7f]*$/;

/** Finds the words of a plan in texts. */
class TermFinder {
  readonly #terms: ReadonlySet<string>;
  readonly #prefixes: readonly string[];

  constructor({ terms, prefixes }: SearchPlan) {
    this.#terms = new Set(terms);
    this.#prefixes = prefixes;
  }

  /** Counts the different words in a text, and returns the offset of the first one. */
  *find(text: string): Pausable<{ readonly hits: number; readonly first?: number }> {
    const seen = new Set<string>();
    const pauses = new PauseCounter();
    let first: number | undefined;
    const from = ASCII.test(text) ? this.#firstCandidate(text.toLowerCase()) : 0;
    if (from === undefined) return { hits: 0 };
    for (const word of tokenizeWords(from === 0 ? text : text.slice(from))) {
      if (pauses.isDue()) yield PAUSE;
      for (const [term] of termsOfWord(word)) {
        const hit = this.#terms.has(term) ? term : this.#prefixes.find((prefix) => term.startsWith(prefix));
        if (hit === undefined) continue;
        seen.add(hit);
        first ??= from + word.index;
      }
      if (seen.size >= this.#terms.size) break;
    }
    return { hits: seen.size, ...(first !== undefined && { first }) };
  }

  /**
   * Returns an offset before the first match; undefined if there is none. Substring search is a hundred times faster
   * than splitting into words.
   */
  #firstCandidate(lower: string): number | undefined {
    let first = -1;
    for (const term of [...this.#terms, ...this.#prefixes]) {
      if (term.length === MAX_TERM_LENGTH) return 0;
      const at = lower.indexOf(term);
      if (at !== -1 && (first === -1 || at < first)) first = at;
    }
    if (first === -1) return undefined;
    // Apostrophes are ignored when words are compared.
    return lower.includes("'") ? 0 : Math.max(lower.lastIndexOf(' ', first), lower.lastIndexOf('\n', first)) + 1;
  }
}

/** White space, and the rules of tables. */
const TABLE_RULES = /(?:[\s|]|:?-{3,}:?|(?<=\|[ \t]{0,9}):?-{1,2}:?(?=[ \t]{0,9}\|))+/g;

/** Extracts the text around an offset as one line, cut between words if possible. */
function excerptAround(text: string, at: number): string {
  const line = ASCII.test(text) ? text : text.normalize('NFKC');
  let from = Math.max(0, at - EXCERPT_LEAD_LENGTH);
  if (from > 0) {
    const space = line.slice(from, at).search(/\s/);
    from = space === -1 ? from : from + space + 1;
    if (/[\uDC00-\uDFFF]/.test(line[from] ?? '')) from += 1;
  }
  let to = Math.min(line.length, from + EXCERPT_LENGTH);
  if (to < line.length) {
    const space = line.slice(from, to).search(/\s\S*$/);
    if (space > EXCERPT_LENGTH / 2) to = from + space;
    else if (/[\uD800-\uDBFF]/.test(line[to - 1] ?? '')) to -= 1;
  }
  const shown = line.slice(from, to).replace(TABLE_RULES, ' ').trim();
  return `${from > 0 && shown !== '' ? '…' : ''}${shown}${to < line.length && shown !== '' ? '…' : ''}`;
}
