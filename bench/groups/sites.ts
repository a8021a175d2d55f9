import { Agent, get } from 'node:http';
import { measureMs, median, p95, round } from '../figures.ts';
import { pageText } from '../page-text.ts';
import type { World } from '../world.ts';
import { searchedWords } from './searches.ts';

/** Number of pages that are rendered for the first time. */
const FIRST_PAGES = 200;
/** Number of pages that one change inserts. */
const BATCH = 50;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Requests a URL on one connection, without parsing or decompressing the answer. */
const request = (url: string, headers: Record<string, string> = {}): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        response.statusCode === 200
          ? resolve(Buffer.concat(chunks))
          : reject(new Error(`${url} answered ${response.statusCode}`)),
      );
    }).on('error', reject);
  });

/** Publishes a site of a space. Returns the path of its home page, without a slash at the end. */
export async function publish({ api, organization }: World, title: string, spaceId: string): Promise<string> {
  const site = await api('POST', `/v1/orgs/${organization}/sites`, { title, spaces: [spaceId] });
  const { urls } = await api('POST', `/v1/orgs/${organization}/sites/${site.id}/publish`);
  return new URL(urls.published).pathname.replace(/\/$/, '');
}

const kilobytes = (bytes: number): string => `${round(bytes / 1000, 1)} kB`;

/** Measures sites against a static answer of the same size, and the budgets of what readers load. */
export async function sites(world: World): Promise<void> {
  const { quire, floor, api, organization, space } = world;
  const large = await publish(world, 'Large site', space.spaceId);
  const { id: spaceId } = await api('POST', `/v1/orgs/${organization}/spaces`, { title: 'Pages of 3 kB' });
  for (let from = 0; from < FIRST_PAGES; from += BATCH)
    await api('POST', `/v1/spaces/${spaceId}/content`, {
      changes: Array.from({ length: BATCH }, (_, k) => ({
        operation: 'insert_page',
        title: `Page ${from + k}`,
        slug: `page-${from + k}`,
        document: { markdown: pageText(from + k) },
      })),
    });
  const small = await publish(world, 'Small site', spaceId);

  const first: number[] = [];
  const sizes: number[] = [];
  // The first page is the home page, whose rendering starts the threads.
  await request(`${quire.url}${small}/`);
  for (let i = 1; i < FIRST_PAGES; i++)
    first.push(
      await measureMs(async () => {
        sizes.push((await request(`${quire.url}${small}/page-${i}`)).length);
      }),
    );
  const answer = `${floor.url}/static/${median(sizes)}`;
  const base: number[] = [];
  for (let i = 0; i < FIRST_PAGES; i++) base.push(await measureMs(() => request(answer)));
  world.row(
    'first rendering of a page of 3 kB, median against a static answer of the same size',
    '≥ 0.3 ×',
    `${round(median(base), 2)} ms / ${round(median(first), 2)} ms = **${round(median(base) / median(first))}**`,
  );

  const listed = Array.from({ length: 100 }, (_, i) => `${large}/page-0/page-${1 + (i % 49)}`);
  const html = await Promise.all(listed.map(async (path) => (await request(quire.url + path)).length));
  world.row('HTML of a page among 10,000, median', '≤ 20 kB', `**${kilobytes(median(html))}**`);
  const page = (await request(`${quire.url}${small}/page-1`)).toString();
  const loaded = async (pattern: RegExp): Promise<number> => {
    let bytes = 0;
    for (const [, path] of page.matchAll(pattern))
      bytes += (await request(new URL(path!, `${quire.url}${small}/page-1`).href, { 'accept-encoding': 'br' })).length;
    return bytes;
  };
  world.row(
    'style sheets of a page, compressed',
    '≤ 12 kB',
    `**${kilobytes(await loaded(/<link rel="stylesheet" href="([^"]+)"/g))}**`,
  );
  world.row(
    'scripts of a page, compressed',
    '≤ 30 kB',
    `**${kilobytes(await loaded(/<script[^>]* src="([^"]+)"/g))}**`,
  );

  const times: number[] = [];
  for (const word of [...searchedWords, ...searchedWords])
    times.push(await measureMs(() => request(`${quire.url}${large}/~quire/search.json?q=${word}`)));
  world.row(
    'answer of the search dialog at 10,000 pages',
    'p95 ≤ 50 ms',
    `p50 ${round(median(times), 1)} ms, p95 **${round(p95(times), 1)} ms**`,
  );
}

/** Measures requests per second of a page that readers request again, against a static answer of the same size. */
export async function hotPages(world: World): Promise<void> {
  const at = await publish(world, 'Hot site', world.space.spaceId);
  const path = `${at}/page-0/page-1`;
  const { length } = await request(world.quire.url + path);
  const answer = { name: 'a static answer of the same size', budget: '≥ 0.8' };
  await world.compare('hot page of a site', [{ ...answer, requests: { paths: [`/static/${length}`] } }], {
    paths: [path],
  });
}
