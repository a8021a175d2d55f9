import { median, round, measureMs } from '../figures.ts';
import type { SeededSpace } from '../seeding.ts';
import { TOKEN, type World } from '../world.ts';

/** Measures single pages in a small space and in the largest. */
export async function pages(world: World): Promise<void> {
  const { quire, smallest, largest, space, api } = world;
  const pass = async ({ spaceId, pages: some }: SeededSpace): Promise<number> => {
    const times: number[] = [];
    for (const page of some.slice(0, 100)) {
      times.push(
        await measureMs(async () =>
          (
            await fetch(`${quire.url}/v1/spaces/${spaceId}/content/page/${page}?format=markdown`, {
              headers: { authorization: `Bearer ${TOKEN}` },
            })
          ).arrayBuffer(),
        ),
      );
    }
    return median(times);
  };
  /** Measures pages that were not read since the start, then the same pages again. */
  const latency = async (of: SeededSpace): Promise<{ first: number; again: number }> => {
    const first = await pass(of);
    await pass(of);
    return { first, again: await pass(of) };
  };
  const [least, most] = [await latency(smallest), await latency(largest)];
  const against = (a: number, b: number): string => `${round(a)} ms / ${round(b)} ms = **${round(a / b)}**`;
  world.row(
    `GET page, p50 at ${largest.size} pages against ${smallest.size}`,
    '≤ 1.2 ×',
    against(most.again, least.again),
  );
  world.row(
    `GET page that nobody read before, p50 at ${largest.size} pages against ${smallest.size}`,
    '≤ 1.2 ×',
    against(most.first, least.first),
  );

  const thousand = Array.from({ length: 1_000 }, (_, k) =>
    k % 2 === 0
      ? `[${k}](/pages/${space.pages[k % space.pages.length]}#part-${k})`
      : `[${k}](https://example.org/${k})`,
  ).join(' ');
  const linking = (
    await api('POST', `/v1/spaces/${space.spaceId}/content`, {
      changes: [{ operation: 'insert_page', title: 'Links', document: { markdown: thousand } }],
    })
  ).changes[0].page.id;
  const times: number[] = [];
  for (let i = 0; i < 50; i++)
    times.push(await measureMs(() => api('GET', `/v1/spaces/${space.spaceId}/content/page/${linking}/links`)));
  world.row(
    'links of a page of 1,000 links, the first 50 with the status of all',
    '',
    `p50 **${round(median(times), 1)} ms**`,
  );
}
