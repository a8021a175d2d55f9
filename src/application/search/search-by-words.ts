import { parseSearchQuery } from '../../domain/search/search-query.ts';
import { tokenizeWords } from '../../domain/search/tokenize-words.ts';
import type { FoundPageView, FoundSpaceView } from './search-views.ts';

/** Maximum number of words that are searched one by one. */
const MAX_SINGLE_WORDS = 4;
/** Added to places among results: the higher, the less the first places differ. */
const RANK_OFFSET = 5;

/** Search whose results are combined with those of others. */
export interface WeightedSearch {
  readonly text: string;
  /** Share of its results in the order of all; 1 at most. */
  readonly weight: number;
}

/**
 * Lists searches for the single words of a text: the most specific ones, which are the longest. None for a text of one
 * word.
 */
export function searchesOfWords(text: string): readonly WeightedSearch[] {
  const parts = parseSearchQuery(text).parts.map(({ words }) => words.map(({ whole }) => whole).join(' '));
  const words = [...new Set(parts)].sort((a, b) => b.length - a.length).slice(0, MAX_SINGLE_WORDS);
  const longest = words[0]?.length ?? 1;
  return parts.length < 2 ? [] : words.map((word) => ({ text: word, weight: word.length / longest }));
}

/**
 * Combines the results of several searches: a page counts by its place among the results of each (reciprocal rank
 * fusion); a search whose text is a word of its title counts like the first place once more.
 * @returns the pages, the best first
 */
export async function searchByRank<Page extends FoundPageView>(
  searches: readonly WeightedSearch[],
  find: (text: string) => Promise<readonly FoundSpaceView<Page>[]>,
): Promise<readonly Page[]> {
  const found = new Map<string, { readonly view: Page; readonly score: number }>();
  for (const { text, weight } of searches) {
    let place = 0;
    for (const view of interleave(await find(text))) {
      const key = view.spaceId + view.page.id;
      const known = found.get(key);
      const isInTitle = [...tokenizeWords(view.page.title)].some(({ whole }) => whole === text);
      const score = weight / (RANK_OFFSET + place) + (isInTitle ? weight / RANK_OFFSET : 0);
      found.set(key, { view: known?.view ?? view, score: (known?.score ?? 0) + score });
      place++;
    }
  }
  return [...found.values()].sort((one, other) => other.score - one.score).map(({ view }) => view);
}

/** Takes the best page of each space, then the second one of each, and so on. */
function* interleave<Page extends FoundPageView>(spaces: readonly FoundSpaceView<Page>[]): Generator<Page> {
  for (let place = 0; spaces.some(({ pages }) => place < pages.length); place++)
    for (const { pages } of spaces) if (pages[place] !== undefined) yield pages[place]!;
}
