import { median, round, measureMs } from '../figures.ts';
import type { World } from '../world.ts';
import { printSpace } from './print.ts';
import { serveWebsite } from './website.ts';

const PAGES = 500;

/** Measures conversions of whole documents: a website import and PDF files, and their effect on other requests. */
export async function conversions(world: World): Promise<void> {
  const { api, organization, quick } = world;
  const website = await serveWebsite(PAGES);
  const target = (await api('POST', `/v1/orgs/${organization}/spaces`, { title: 'Imported' })).id;
  const requestTimes: number[] = [];
  let importing = true;
  const watching = (async () => {
    while (importing) requestTimes.push(await measureMs(() => api('GET', `/v1/spaces/${target}`)));
  })();
  let importedCount = 0;
  const ms = await measureMs(
    async () =>
      ({ importedResources: importedCount } = await api('POST', `/v1/spaces/${target}/content/import`, {
        url: website.url,
        source: 'website',
      })),
  );
  importing = false;
  await watching;
  website.stop();
  world.row(
    `import a website of ${PAGES} pages (${importedCount} brought); others meanwhile`,
    '≤ 20 s; none waits 250 ms',
    `**${round(ms / 1000, 1)} s**; p50 ${round(median(requestTimes))} ms, longest ${round(Math.max(...requestTimes))} ms`,
  );
  for (const size of quick ? [100] : [100, 1_000]) {
    const { ms: took, bytes, longestWait } = await printSpace(api, organization, size);
    world.row(
      `PDF of ${size.toLocaleString('en')} pages, ${round(bytes / 1e6, 1)} MB; others meanwhile`,
      `≤ ${size === 100 ? 3 : 12} s; none waits 250 ms`,
      `**${round(took / 1000, 1)} s**; longest ${round(longestWait)} ms`,
    );
  }
}
