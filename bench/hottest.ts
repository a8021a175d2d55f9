import { publish } from './groups/sites.ts';
import { searchedWords, searching } from './groups/searches.ts';
import { listedSpaces } from './groups/throughput.ts';
import { pageText } from './page-text.ts';
import type { Requests, World } from './world.ts';

/** The requests that an instance has to answer most. */
export const HOTTEST = {
  space: ({ space }) => ({ paths: [`/v1/spaces/${space.spaceId}`] }),
  page: ({ space }) => ({
    paths: space.pages.map((page) => `/v1/spaces/${space.spaceId}/content/page/${page}?format=markdown`),
  }),
  list: async (world) => ({ paths: await listedSpaces(world) }),
  search: ({ space }) => ({ paths: searchedWords.map((word) => searching(space, word)) }),
  update: ({ space }) => ({
    method: 'POST',
    paths: [`/v1/spaces/${space.spaceId}/content`],
    body: JSON.stringify({
      changes: [{ operation: 'update_page', page: space.pages[7], document: { markdown: pageText(7, '[<id>]') } }],
    }),
    connections: 1,
  }),
  insert: ({ space }) => ({
    method: 'POST',
    paths: [`/v1/spaces/${space.spaceId}/content`],
    body: JSON.stringify({
      changes: [
        {
          operation: 'insert_page',
          title: 'New [<id>]',
          slug: '[<id>]',
          document: { markdown: pageText(3, '[<id>]') },
        },
      ],
    }),
    connections: 1,
  }),
  sitePage: async (world) => ({
    paths: [`${await publish(world, 'Profiled site', world.space.spaceId)}/page-0/page-1`],
  }),
} satisfies Record<string, (world: World) => Requests | Promise<Requests>>;
export type HottestRequest = keyof typeof HOTTEST;

const isHottest = (name: string): name is HottestRequest => Object.hasOwn(HOTTEST, name);

/** Returns the requests of these names, or all. @throws Error for a name that none has */
export function hottestNamed(names: readonly string[]): readonly HottestRequest[] {
  const all = Object.keys(HOTTEST).filter(isHottest);
  for (const name of names)
    if (!isHottest(name)) throw new Error(`no such request: ${name}; there are ${all.join(', ')}`);
  return names.length > 0 ? names.filter(isHottest) : all;
}
