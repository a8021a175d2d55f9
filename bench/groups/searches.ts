import { median, p95, round, measureMs } from '../figures.ts';
import type { SeededSpace } from '../seeding.ts';
import type { World } from '../world.ts';

/** Words that each occur in 12 of 997 pages. */
export const searchedWords = Array.from({ length: 100 }, (_, i) => (i * 7) % 997);
export const searching = ({ spaceId }: SeededSpace, words: string | number): string =>
  `/v1/spaces/${spaceId}/search?limit=10&query=${encodeURIComponent(words)}`;

/** Measures searches of the largest space. */
export async function searches(world: World): Promise<void> {
  const { largest, api } = world;
  const times = async (words: readonly (string | number)[]): Promise<string> => {
    const all: number[] = [];
    for (const word of words) all.push(await measureMs(() => api('GET', searching(largest, word))));
    return `p50 ${round(median(all), 1)} ms, p95 **${round(p95(all), 1)} ms**`;
  };
  const again = (word: string): string[] => Array.from({ length: 100 }, () => word);
  world.row(
    `search at ${largest.size} pages, a word that ${Math.round((largest.size * 12) / 997)} pages have`,
    'p95 ≤ 50 ms',
    await times([...searchedWords, ...searchedWords]),
  );
  world.row(
    `search at ${largest.size} pages, two words, one of them in every page`,
    'p95 ≤ 50 ms',
    await times(searchedWords.map((word) => `configuration ${word}`)),
  );
  world.row(
    `search at ${largest.size} pages, a word that every page has`,
    'p95 ≤ 50 ms',
    await times(again('documentation')),
  );
  world.row(`search at ${largest.size} pages, a word that every title has`, 'p95 ≤ 50 ms', await times(again('page')));
  world.row(`search at ${largest.size} pages, a word with a typo`, 'p95 ≤ 50 ms', await times(again('confguration')));
  world.row(
    `search at ${largest.size} pages, a phrase of words that every page has`,
    'p95 ≤ 50 ms',
    await times(again('"at some length"')),
  );
}
