import { setTimeout as pause } from 'node:timers/promises';
import { median, round, measureMs } from '../figures.ts';
import type { SeededSpace } from '../seeding.ts';
import type { World } from '../world.ts';

/** Measures moving and duplicating a space, which are independent of its size. */
export async function library(world: World): Promise<void> {
  const { smallest, largest, api, organization } = world;
  const collection = (await api('POST', `/v1/orgs/${organization}/collections`, { title: 'Shelf' })).id;
  const move = async ({ spaceId }: SeededSpace): Promise<number> => {
    const both = await measureMs(async () => {
      await api('POST', `/v1/spaces/${spaceId}/move`, { parent: collection });
      await api('POST', `/v1/spaces/${spaceId}/move`, { parent: null });
    });
    return both / 2;
  };
  const duplicate = async ({ spaceId }: SeededSpace): Promise<number> => {
    let id = '';
    const took = await measureMs(async () => ({ id } = await api('POST', `/v1/spaces/${spaceId}/duplicate`)));
    // A job creates the search rows and links of the copy; the next measurement must not run at the same time. The word
    // is on no page: results of a word that most pages have are always marked as incomplete.
    while ((await api('GET', `/v1/spaces/${id}/search?query=aardvark&limit=1`)).incomplete === true) await pause(100);
    await api('DELETE', `/v1/spaces/${id}`);
    return took;
  };
  const against = async (
    task: (space: SeededSpace) => Promise<number>,
    rounds: number,
    first: SeededSpace,
  ): Promise<string> => {
    const times: Record<'least' | 'most', number[]> = { least: [], most: [] };
    // Warms up, so that compilation is not measured.
    await task(first);
    for (let i = 0; i < rounds; i++) {
      times.least.push(await task(smallest));
      times.most.push(await task(largest));
    }
    const [small, large] = [median(times.least), median(times.most)];
    return `${round(large, 1)} ms / ${round(small, 1)} ms = **${round(large / small)}**`;
  };
  world.row(
    `move a space of ${largest.size} pages against ${smallest.size}`,
    'ratio near 1',
    await against(move, 20, largest),
  );
  world.row(
    `duplicate a space of ${largest.size} pages against ${smallest.size}`,
    'ratio near 1',
    await against(duplicate, 3, smallest),
  );
}
