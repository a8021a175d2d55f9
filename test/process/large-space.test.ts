import { appendFileSync } from 'node:fs';
import { expect } from 'chai';
import { partsOf } from '../../src/adapters/http/kernel/route.ts';
import { ROUTES } from '../../src/adapters/http/routes.ts';
import { backends, temporaryFolder } from '../support/backends.ts';
import { RETRIES_OF_MEASUREMENTS, slownessOfMachine } from '../support/cpu-time.ts';
import { fillSpace, type PageInput } from '../support/fill-space.ts';
import { makePlace, pathAt, type Place } from '../support/routes/places.ts';
import { TimeTravel } from '../support/time-travel.ts';
import { apiOf, must, World, type Api } from '../support/world.ts';
import { QuireProcess } from './quire-process.ts';

/** `LARGE_SPACE_PAGES=100000` takes minutes. */
const PAGES = Number(process.env['LARGE_SPACE_PAGES'] ?? 20_000);
const PAGES_PER_SECTION = 50;
/** Longest stretch for which an operation may hold up others, in milliseconds of processor time. */
const MAX_TURN_MS = 50;
/** The measurement counts in steps of ten milliseconds, and garbage is collected in between. */
const TOLERANCE_MS = 20;

/**
 * Statuses of all operations in the world of the test: it has no engines, its user is not the operator, and the space
 * is too large to be printed.
 */
const STATUSES = [200, 204, 302, 403, 404, 413, 501];

/** Short pages: work in proportion to the number of pages is what a request must not do at once. */
const pageAt = (n: number): PageInput => ({ title: `Page ${n}`, markdown: 'Words' });
const sections = (): PageInput[] =>
  Array.from({ length: PAGES / PAGES_PER_SECTION }, (_, section) => ({
    ...pageAt(section * PAGES_PER_SECTION),
    pages: Array.from({ length: PAGES_PER_SECTION - 1 }, (_unused, i) => pageAt(section * PAGES_PER_SECTION + i + 1)),
  }));

describe(`a space of ${PAGES} pages`, function () {
  this.timeout(600_000);
  let quire: QuireProcess;
  let place: Place;
  let api: Api;
  let web: Api;

  before(async () => {
    const embedded = backends.find(({ name }) => name === 'embedded')!;
    const shared = { SECRET_KEY: 'k'.repeat(40), BLOB_DIR: temporaryFolder() };
    const { instance, database } = await TimeTravel.start(embedded, shared);
    const world = await World.create(instance);
    place = await grow(world, await makePlace(world));
    quire = QuireProcess.start(
      { ...shared, DATA_DIR: temporaryFolder(), DATABASE_URL: database!, ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' },
      { recordsTurns: true },
    );
    const url = await quire.ready();
    api = apiOf({ url }, world.admin.token);
    web = apiOf({ url });
  });
  after(() => quire.end());

  /** Adds the pages to those of the place, and brings them into its change request. */
  async function grow(world: World, made: Place): Promise<Place> {
    const { api: admin } = world.admin;
    const space = `/v1/spaces/${made['spaceId']}`;
    const { pages, files, reusableContents } = must(await admin.get(`${space}/content`), 200);
    const idsByName = (list: any[], nameOf: (one: any) => string): Record<string, string> =>
      Object.fromEntries(list.map((one) => [nameOf(one), one.id]));
    const includeTitle = ({ title }: { title: string }): string => `Include of ${title}`;
    await fillSpace(
      world.instance,
      made['spaceId']!,
      {
        pages: [...pages.map(({ title }: any) => ({ title, markdown: 'Words' })), ...sections()],
        files: files.map(({ name }: any) => ({ name, bytes: 'Words' })),
        includes: reusableContents.map((one: any) => ({
          title: includeTitle(one),
          markdown: 'Words',
          gitPath: `${one.id}.md`,
        })),
      },
      {
        pages: { ...idsByName(pages, ({ title }) => title), ...idsByName(reusableContents, includeTitle) },
        files: idsByName(files, ({ name }) => name),
      },
      Infinity,
    );
    must(await admin.post(`${space}/change-requests/${made['changeRequestId']}/update`), 200);
    const { documentId } = must(await admin.get(`${space}/content/page/${made['pageId']}`), 200);
    return { ...made, documentId, revisionId: must(await admin.get(space), 200).revision };
  }

  /** Writes the turns of a request to the file that `TURNS_FILE` names, if any. */
  const record = (name: string, status: number, cold: number, hot: number): void => {
    const file = process.env['TURNS_FILE'];
    if (file !== undefined) appendFileSync(file, `${name} ${status} ${cold} ${hot}\n`);
  };

  const READS = ROUTES.filter((route) => partsOf(route).method === 'GET');
  for (const route of READS)
    it(`is read by ${route.useCase.name} without holding others up for ${MAX_TURN_MS} ms`, async function () {
      this.retries(RETRIES_OF_MEASUREMENTS);
      const path = pathAt(route, place);
      await quire.longestTurn();
      const { status } = await api.get(path);
      const cold = await quire.longestTurn();
      await api.get(path);
      const hot = await quire.longestTurn();
      record(route.useCase.name, status, cold, hot);
      expect(status).to.be.oneOf(STATUSES);
      expect(Math.max(cold, hot) / slownessOfMachine()).to.be.at.most(MAX_TURN_MS + TOLERANCE_MS);
    });

  const SITE_PATHS = ['/', '/page-50/page-70', '/page-100', '/~quire/search?q=words', '/sitemap.xml', '/llms.txt'];
  for (const path of SITE_PATHS)
    it(`is shown on its site at ${path} without holding others up for ${MAX_TURN_MS} ms`, async function () {
      this.retries(RETRIES_OF_MEASUREMENTS);
      const at = new URL(place['siteUrl']!).pathname.replace(/\/$/, '');
      await quire.longestTurn();
      must(await web.get(`${at}${path}`), 200);
      const cold = await quire.longestTurn();
      must(await web.get(`${at}${path}`), 200);
      const hot = await quire.longestTurn();
      record(path, 200, cold, hot);
      expect(Math.max(cold, hot) / slownessOfMachine()).to.be.at.most(MAX_TURN_MS + TOLERANCE_MS);
    });
});
