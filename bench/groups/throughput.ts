import type { World } from '../world.ts';
import { searchedWords, searching } from './searches.ts';

/** Measures requests per second against the floor: reads, a list, a search. */
export async function reads(world: World): Promise<void> {
  const { space, organization, api } = world;
  for (let i = 0; i < 60; i++) await api('POST', `/v1/orgs/${organization}/spaces`, { title: `Space ${i}` });
  const row = [`/row/${space.spaceId}`];
  await world.compare('GET space', '≥ 0.7', { paths: row }, { paths: [`/v1/spaces/${space.spaceId}`] });
  await world.compare(
    'GET page, 10,000 pages',
    '≥ 0.7',
    { paths: row },
    { paths: space.pages.map((page) => `/v1/spaces/${space.spaceId}/content/page/${page}?format=markdown`) },
  );
  await world.compare(
    'list of 50 spaces',
    '≥ 0.5',
    { paths: [`/list/${organization}`] },
    { paths: [`/v1/orgs/${organization}/spaces?limit=50`] },
  );
  await world.compare(
    'search, 10 of 120 pages that have the word',
    '≥ 0.7',
    { paths: searchedWords.map((word) => `/search/${space.spaceId}/${word}`) },
    { paths: searchedWords.map((word) => searching(space, word)) },
  );
}

/** Measures writes per second against the floor's single-row transaction. */
export async function edits(world: World): Promise<void> {
  const { space, api } = world;
  const changeRequest = (await api('POST', `/v1/spaces/${space.spaceId}/change-requests`, { subject: 'bench' })).id;
  const content = `/v1/spaces/${space.spaceId}/change-requests/${changeRequest}/content`;
  const edit = (connections: number, path: string, change: object) => ({
    paths: [path],
    method: 'POST' as const,
    connections,
    body: JSON.stringify({ changes: [change] }),
  });
  const insert = (connections: number) => ({ paths: ['/insert'], method: 'POST' as const, body: '{}', connections });
  const changed = (page: string | undefined, markdown: string): object => ({
    operation: 'update_page',
    page,
    document: { markdown },
  });
  const said = '# Changed\n\n[<id>]\n';
  await world.compare('update one page, 1 writer', '≥ 0.5', insert(1), edit(1, content, changed(space.pages[7], said)));
  await world.compare(
    'insert one page, 1 writer',
    '≥ 0.5',
    insert(1),
    edit(1, content, { operation: 'insert_page', title: 'New [<id>]', slug: '[<id>]', document: { markdown: 'new' } }),
  );
  await world.compare(
    'update one page of the live content, 1 writer',
    '≥ 0.5',
    insert(1),
    edit(
      1,
      `/v1/spaces/${space.spaceId}/content`,
      changed(space.pages[11], '# Changed\n\nSome words of [<id>] that are found.\n'),
    ),
  );
  await world.compare(
    'update one page, 20 writers on one branch',
    'no errors',
    insert(20),
    edit(20, content, changed(space.pages[9], said)),
  );
}
