import type { SpaceOutline } from '../../../domain/sites/content/space-outline.ts';
import { similarWords, vocabularyOf } from '../../../domain/search/similar-words.ts';
import { matchesPlan, scoreEntry, type EntryScore } from '../../../domain/search/match-entry.ts';
import { buildSearchEntry, type SearchEntry, type TermPositions } from '../../../domain/search/search-entry.ts';
import type { SearchPlan } from '../../../domain/search/search-plan.ts';
import { inTimeSlices, TimeSlices } from '../../kernel/time-slices.ts';
import { createComputedCache } from '../../kernel/computed-cache.ts';
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
export interface GeneratedPageHit extends GeneratedPage, EntryScore {}

/** Searches generated pages. Search entries are built once per edition of an outline. */
export class GeneratedPageSearch {
  readonly #entries = createComputedCache<readonly Entry[]>(MAX_BYTES, weightOf);

  /** Finds the generated pages that match a plan, limited to pages that the outline lists for the reader. */
  async find(expanded: ExpandedOutline, outline: SpaceOutline, plan: SearchPlan): Promise<readonly GeneratedPageHit[]> {
    const slices = new TimeSlices();
    const hits: GeneratedPageHit[] = [];
    for (const { page, entry } of await this.#of(expanded)) {
      if (slices.isOver) await slices.next();
      if (!matchesPlan(entry, plan) || outline.byId(page.page.id)?.listed !== true) continue;
      hits.push({ ...page, ...scoreEntry(entry, plan) });
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
    const slices = new TimeSlices();
    const similar = new Map<string, readonly string[]>();
    for (const word of words) {
      if (slices.isOver) await slices.next();
      if (!known.some((other) => other.startsWith(word))) similar.set(word, similarWords(word, known));
    }
    return similar;
  }

  #of(expanded: ExpandedOutline): Promise<readonly Entry[]> {
    return expanded.generated.length === 0
      ? NO_ENTRIES
      : this.#entries.forceFetch(String(expanded.edition), { context: () => buildEntries(expanded.generated) });
  }
}

const NO_ENTRIES: Promise<readonly Entry[]> = Promise.resolve([]);

async function buildEntries(pages: readonly GeneratedPage[]): Promise<readonly Entry[]> {
  const slices = new TimeSlices();
  const entries: Entry[] = [];
  let left = MAX_TEXT;
  for (const page of pages) {
    if (slices.isOver) await slices.next();
    const entry = await inTimeSlices(buildSearchEntry(page.page, left > 0 ? page.markdown : ''));
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
