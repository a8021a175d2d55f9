import type { SpaceOutline } from '../../../domain/sites/content/space-outline.ts';
import { similarWords, vocabularyOf } from '../../../domain/search/similar-words.ts';
import { bodyScore, headScore, matchesPlan, SCORE_UNIT } from '../../../domain/search/score.ts';
import { buildSearchEntry, type SearchEntry, type TermPositions } from '../../../domain/search/search-entry.ts';
import type { SearchPlan } from '../../../domain/search/search-query.ts';
import { inTurns, Turns } from '../../kernel/time-slices.ts';
import { BoundedCache } from './bounded-cache.ts';
import type { ExpandedOutline, GeneratedPage } from './computed-outlines.ts';

/** Memory for what given pages are found by, about. */
const MAX_BYTES = 48 * 1024 * 1024;
/** Characters of the given pages of one space that are searched, in their order; those after that are found by their titles. */
const MAX_TEXT = 4_000_000;
/** Words of them that are compared with one that may be mistyped. */
const MAX_VOCABULARY = 10_000;

interface Entry {
  readonly page: GeneratedPage;
  readonly entry: SearchEntry;
}

/** A given page that is found; its scores are those of stored pages. */
export interface GeneratedPageHit extends GeneratedPage {
  readonly score: number;
  /** What its title, its headings and its description say for it: what spaces are ranked by. */
  readonly head: number;
}

/** Finds pages of spaces that no content holds. What they are found by is made once for each edition of an outline. */
export class GeneratedPageSearch {
  readonly #entries = new BoundedCache<readonly Entry[]>(MAX_BYTES, weightOf);

  /** The given pages that a plan finds, of those that the outline lists for the reader. */
  async find(expanded: ExpandedOutline, outline: SpaceOutline, plan: SearchPlan): Promise<readonly GeneratedPageHit[]> {
    const turns = new Turns();
    const hits: GeneratedPageHit[] = [];
    for (const { page, entry } of await this.#of(expanded)) {
      if (turns.over) await turns.next();
      if (!matchesPlan(entry, plan) || outline.byId(page.page.id)?.listed !== true) continue;
      const head = headScore(entry, plan);
      hits.push({ ...page, head: whole(head), score: whole(head + bodyScore(entry, plan)) });
    }
    return hits;
  }

  /** For each of the words that the given pages, as the outline lists them, neither have nor begin a word with: words that are spelt alike, the most alike first. */
  async similarWords(
    expanded: ExpandedOutline,
    outline: SpaceOutline,
    words: readonly string[],
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const vocabulary = new Set<string>();
    for (const { page, entry } of await this.#of(expanded)) {
      if (vocabulary.size >= MAX_VOCABULARY) break;
      if (outline.byId(page.page.id)?.listed === true) for (const word of vocabularyOf(entry)) vocabulary.add(word);
    }
    const known = [...vocabulary].slice(0, MAX_VOCABULARY);
    const turns = new Turns();
    const alike = new Map<string, readonly string[]>();
    for (const word of words) {
      if (turns.over) await turns.next();
      if (!known.some((other) => other.startsWith(word))) alike.set(word, similarWords(word, known));
    }
    return alike;
  }

  #of(expanded: ExpandedOutline): Promise<readonly Entry[]> {
    return expanded.generated.length === 0
      ? NO_ENTRIES
      : this.#entries.get(String(expanded.edition), () => buildEntries(expanded.generated));
  }
}

const NO_ENTRIES: Promise<readonly Entry[]> = Promise.resolve([]);
const whole = (score: number): number => Math.round(score * SCORE_UNIT);

async function buildEntries(pages: readonly GeneratedPage[]): Promise<readonly Entry[]> {
  const turns = new Turns();
  const entries: Entry[] = [];
  let left = MAX_TEXT;
  for (const page of pages) {
    if (turns.over) await turns.next();
    const entry = await inTurns(buildSearchEntry(page.page, left > 0 ? page.markdown : ''));
    left -= page.markdown.length;
    if (entry !== undefined) entries.push({ page, entry });
  }
  return entries;
}

/** A term with its places, about. */
const TERM_BYTES = 120;
const PLACE_BYTES = 8;
const bytesOf = (terms: TermPositions): number =>
  [...terms.values()].reduce((sum, places) => sum + TERM_BYTES + PLACE_BYTES * places.length, 0);

function weightOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { entry: { head, body } }) => sum + 300 + bytesOf(head) + bytesOf(body), 0);
}
