import type { SpaceOutline } from '../../../domain/sites/content/space-outline.ts';
import { similarWords, vocabularyOf } from '../../../domain/search/similar-words.ts';
import { bodyScore, headScore, matchesPlan, SCORE_UNIT } from '../../../domain/search/score.ts';
import { buildSearchEntry, type SearchEntry, type TermPositions } from '../../../domain/search/search-entry.ts';
import type { SearchPlan } from '../../../domain/search/search-query.ts';
import { inTurns, Turns } from '../../kernel/time-slices.ts';
import { BoundedCache } from './bounded-cache.ts';
import type { ExpandedOutline, GeneratedPage } from './computed-outlines.ts';

/** Estimated memory limit for the search entries of generated pages. */
const MAX_BYTES = 48 * 1024 * 1024;
/** Limit on the indexed characters of a space's generated pages, in order; later pages are found by title only. */
const MAX_TEXT = 4_000_000;
/** Number of words that are compared with a possibly misspelt word. */
const MAX_VOCABULARY = 10_000;

interface Entry {
  readonly page: GeneratedPage;
  readonly entry: SearchEntry;
}

/** A generated page that matches; scores are comparable with those of stored pages. */
export interface GeneratedPageHit extends GeneratedPage {
  readonly score: number;
  /** Score of title, headings and description, by which spaces are ranked. */
  readonly head: number;
}

/** Searches generated pages. Search entries are built once per edition of an outline. */
export class GeneratedPageSearch {
  readonly #entries = new BoundedCache<readonly Entry[]>(MAX_BYTES, weightOf);

  /** Finds the generated pages that match a plan, limited to pages that the outline lists for the reader. */
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

  /** Finds similar words for each word that is not a prefix of any word on the listed pages, the most similar first. */
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

/** Estimated memory of a term and of each position, in bytes. */
const TERM_BYTES = 120;
const PLACE_BYTES = 8;
const bytesOf = (terms: TermPositions): number =>
  [...terms.values()].reduce((sum, places) => sum + TERM_BYTES + PLACE_BYTES * places.length, 0);

function weightOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { entry: { head, body } }) => sum + 300 + bytesOf(head) + bytesOf(body), 0);
}
