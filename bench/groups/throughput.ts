import { pageText } from '../page-text.ts';
import { record, recordTwo } from '../same-work.ts';
import type { Floor, Requests, World } from '../world.ts';
import { searchedWords, searching } from './searches.ts';

/** Stores the answers of paths as rows of the floor, and returns the requests that read them. */
async function rowsOf({ api, floor }: World, paths: readonly string[]): Promise<Floor> {
  for (const path of paths) await put(`${floor.url}/rows${path}`, await api('GET', path));
  return {
    name: 'a row of the same size by its key',
    budget: '≥ 0.7',
    requests: { paths: paths.map((path) => `/rows${path}`) },
  };
}

async function put(url: string, body: unknown): Promise<void> {
  const response = await fetch(url, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`PUT ${url}: ${response.status} ${await response.text()}`);
}

/** Records the statements that paths add to those that check the caller, and returns the requests that repeat them. */
async function sameReads({ api, floor, quire }: World, name: string, paths: readonly string[]): Promise<Floor> {
  const checks = new Set((await record(quire, () => api('GET', '/v1/user'))).map(({ text }) => text));
  for (const [i, path] of paths.entries()) {
    const answer = await api('GET', path);
    const recorded = await record(quire, () => api('GET', path));
    const recordings = [recorded.filter(({ text }) => !checks.has(text))];
    await put(`${floor.url}/same/${name}-${i}`, { recordings, answer });
  }
  return {
    name: 'the same statements, and an answer of the same size',
    budget: '≥ 0.7',
    requests: { paths: paths.map((_, i) => `/same/${name}-${i}`) },
  };
}

/** Creates more spaces than a page of their list has, and returns the path of that page. */
export async function listedSpaces({ api, organization }: World): Promise<[string]> {
  for (let i = 0; i < 60; i++) await api('POST', `/v1/orgs/${organization}/spaces`, { title: `Space ${i}` });
  return [`/v1/orgs/${organization}/spaces?limit=50`];
}

/** Measures requests per second against the floor: reads, a list, a search. */
export async function reads(world: World): Promise<void> {
  const { space } = world;
  const one = [`/v1/spaces/${space.spaceId}`];
  await world.compare('GET space', [await rowsOf(world, one)], { paths: one });
  const pages = space.pages.map((page) => `/v1/spaces/${space.spaceId}/content/page/${page}?format=markdown`);
  // The first page has subpages, which its answer lists.
  const hot = pages.slice(1, 2);
  await world.compare('GET page, one of 10,000 pages', [await rowsOf(world, hot)], { paths: hot });
  await world.compare(`GET page, ${pages.length} of 10,000 pages in turn`, [await rowsOf(world, pages)], {
    paths: pages,
  });
  const list = await listedSpaces(world);
  await world.compare('list of 50 spaces', [await sameReads(world, 'list', list)], { paths: list });
  const found = searchedWords.map((word) => searching(space, word));
  await world.compare('search, 10 of 120 pages that have the word', [await sameReads(world, 'search', found)], {
    paths: found,
  });
}

/** Number of times that a request is repeated before its statements are recorded, so that caches are as usual. */
const WARM_UP = 20;

/** Records two edits one after the other, and returns the requests that repeat their statements. */
async function sameEdit(world: World, name: string, path: string, changeOf: (n: string) => object): Promise<Floor> {
  const { api, floor } = world;
  let edits = 0;
  let answer: unknown;
  const edit = async (): Promise<void> => {
    answer = await api('POST', path, { changes: [changeOf(`recorded-${name}-${edits++}`)] });
  };
  for (let i = 0; i < WARM_UP; i++) await edit();
  const recordings = await recordTwo(world.quire, edit);
  await put(`${floor.url}/same/${name}`, { recordings, answer });
  return {
    name: 'the same statements',
    budget: '≥ 0.6',
    requests: { method: 'POST', paths: [`/same/${name}`], body: '{}' },
  };
}

/** Content that edits change, and a copy of it that the floor changes. */
interface EditedContent {
  readonly path: string;
  readonly copy: string;
}

/** Measures edits per second against one row of 3 kB in a transaction, and against the statements of the edit. */
export async function edits(world: World): Promise<void> {
  const { space, api } = world;
  const duplicate = async (): Promise<string> => (await api('POST', `/v1/spaces/${space.spaceId}/duplicate`)).id;
  // The space itself stays as it is, so that the pages of its site keep their size.
  const [edited, copy] = [await duplicate(), await duplicate()];
  // Jobs create the search rows and links of the copies.
  await world.quiet();
  const changeRequestIn = async (spaceId: string): Promise<string> => {
    const { id } = await api('POST', `/v1/spaces/${spaceId}/change-requests`, { subject: 'bench' });
    return `/v1/spaces/${spaceId}/change-requests/${id}/content`;
  };
  const changeRequest = async (): Promise<EditedContent> => ({
    path: await changeRequestIn(edited),
    copy: await changeRequestIn(copy),
  });
  const live: EditedContent = { path: `/v1/spaces/${edited}/content`, copy: `/v1/spaces/${copy}/content` };
  const updateOf =
    (n: number) =>
    (said: string): object => ({
      operation: 'update_page',
      page: space.pages[n],
      document: { markdown: pageText(n, said) },
    });
  const insert = (said: string): object => ({
    operation: 'insert_page',
    title: `New ${said}`,
    slug: said,
    document: { markdown: pageText(3, said) },
  });
  const compare = async (
    job: string,
    { path, copy }: EditedContent,
    changeOf: (said: string) => object,
    connections = 1,
  ): Promise<void> => {
    const requests = (paths: string[], body: string): Requests => ({ method: 'POST', paths, body, connections });
    const isInsert = changeOf === insert;
    const row = { name: 'one row of 3 kB', budget: '', requests: requests([isInsert ? '/insert' : '/update'], '{}') };
    const same = await sameEdit(world, job.replace(/\W+/g, '-'), copy, changeOf);
    const floors = [row, { ...same, requests: { ...same.requests, connections } }];
    await world.compare(job, floors, requests([path], JSON.stringify({ changes: [changeOf('[<id>]')] })));
  };
  const content = await changeRequest();
  await compare('update one page, 1 writer', content, updateOf(7));
  await compare('insert one page, 1 writer', content, insert);
  await compare('update one page of the live content, 1 writer', live, updateOf(11));
  await compare('insert one page into the live content, 1 writer', live, insert);
  await compare('update one page, 20 writers on one change request', await changeRequest(), updateOf(9), 20);
  await compare('update one page, 20 writers on the live content', live, updateOf(13), 20);
}
