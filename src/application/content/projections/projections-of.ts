import { diffMaps, type MapChange } from '../../../domain/content/objects/map-diff.ts';
import { EMPTY_CONTENT, encodeContent, readContent } from '../../../domain/content/content.ts';
import { countPages, readDocument } from '../../../domain/content/content-reads.ts';
import { sameJson } from '../../../domain/content/objects/json.ts';
import type { ContentObject, Hash } from '../../../domain/content/objects/content-object.ts';
import type { Page } from '../../../domain/content/page.ts';
import { all, both, type ObjectQuery } from '../../../domain/content/objects/object-query.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import { isSearchable, buildSearchEntry } from '../../../domain/search/search-entry.ts';
import type { ContentStore } from '../../../ports/content/content-store.ts';
import type { JobRequest } from '../../../ports/kernel/jobs.ts';
import type { LinkIndex, LinkUpdate } from '../../../ports/links.ts';
import type {
  DeferredProjection,
  PageProjection,
  ProjectionPart,
  Projections,
} from '../../../ports/content/projections.ts';
import { read } from '../reading.ts';
import { Turns } from '../../kernel/time-slices.ts';
import { ChangedOutcomes, linkChanges, linksPart, type LinkChanges } from './link-parts.ts';

/** So many pages make one part. */
export const PART = 200;

/**
 * What follows from more changes than this is made after the move. Up to here it takes about a second, for which nobody
 * else can move the head; and whoever edits finds at once what was edited, which nobody expects of an import.
 */
export const MOST_AT_ONCE = 1_000;

/** Makes what was left for later. Tried for days: until it is done, search and links of a space are behind. */
export const PROJECT_BACKLOG: JobRequest = {
  name: 'projectBacklog',
  payload: {},
  queue: 'projections',
  maxAttempts: 25,
};

type Store = Pick<ContentStore, 'get'>;

interface Move {
  /** What the space's content was; null for a new space. */
  readonly before: Hash | null;
  readonly after: Hash;
  /** What may not be stored yet. */
  readonly objects?: readonly ContentObject[];
}

/**
 * Everything that follows from the primary content of a space and changes when it moves. The one place where it is made:
 * a head does not move without it. The work follows the difference, not the size.
 */
export function projectionsOf(
  { content: stored }: { readonly content: Store },
  { before, after, objects = [] }: Move,
  mostAtOnce = MOST_AT_ONCE,
): Projections {
  const store = withObjects(stored, objects);
  let compared: Promise<LinkChanges> | undefined;
  const compare = (): Promise<LinkChanges> => (compared ??= read(store, changesBetween(before, after)));
  return {
    before,
    content: after,
    async defer(isBehind) {
      if (before === after) return undefined;
      // Out of nothing all pages come: which ones need not be known now.
      if (!isBehind && (before ?? NOTHING.hash) === NOTHING.hash && (await read(store, sizeOf(after))) > mostAtOnce)
        return ANEW;
      const { pages, others } = await compare();
      return pages.length + others.length <= mostAtOnce ? undefined : deferredOf(before, pages);
    },
    async *parts(index, spaceId) {
      if (before === after) return;
      const changes = await compare();
      const links = index && linksIn(store, index, spaceId, changes);
      for await (const [pages, isFirst] of inParts(changes.pages))
        yield { ...(await read(store, partOf(pages))), links: (await links?.(pages, isFirst)) ?? NO_LINKS };
    },
  };
}

/** What a move changes about links alone, part by part; each part says what is right in the content that it leads to, however often it is stored. */
export async function* linkParts(
  { content: stored }: { readonly content: Store },
  index: LinkIndex,
  spaceId: Id,
  { before, after }: Move,
): AsyncGenerator<LinkUpdate> {
  if (before === after) return;
  const store = withObjects(stored, []);
  const changes = await read(store, changesBetween(before, after));
  const links = linksIn(store, index, spaceId, changes);
  for await (const [pages, isFirst] of inParts(changes.pages)) yield links(pages, isFirst);
}

/** What follows from content that a new space begins with as it is: all of it is made afterwards, so that its size does not matter. */
export const projectionsOfCopy = (content: Hash): Projections => ({
  before: null,
  content,
  defer: async () => ANEW,
  async *parts() {},
});

function linksIn(store: Store, index: LinkIndex, spaceId: Id, changes: LinkChanges) {
  const outcomes = new ChangedOutcomes(store, index, spaceId, changes);
  return (pages: readonly MapChange<Page>[], isFirst: boolean): Promise<LinkUpdate> =>
    linksPart(store, index, spaceId, outcomes, changes, pages, isFirst);
}

const NO_LINKS: LinkUpdate = {
  addedLinks: [],
  removedLinks: [],
  targets: [],
  gitLocations: [],
  removedGitLocations: [],
};

/** At least one part, and turns for others between them. */
async function* inParts<T>(items: readonly T[]): AsyncGenerator<readonly [part: readonly T[], isFirst: boolean]> {
  const turns = new Turns();
  for (let from = 0; from === 0 || from < items.length; from += PART) {
    if (turns.over) await turns.next();
    yield [items.slice(from, from + PART), from === 0];
  }
}

const NOTHING = encodeContent(EMPTY_CONTENT);
/** Everything is made afterwards, of whatever the space has by then. */
const ANEW: DeferredProjection = { from: null, pages: [], hidden: [], job: PROJECT_BACKLOG };

function* sizeOf(content: Hash): ObjectQuery<number> {
  return yield* countPages(yield* readContent(content));
}

/** Looks among objects first that may not be stored yet; a content without anything in it is always there. */
export function withObjects(store: Store, objects: readonly ContentObject[]): Store {
  const fresh = new Map([NOTHING, ...objects].map(({ hash, bytes }) => [hash, bytes]));
  return {
    async get(hashes) {
      const found = new Map<Hash, Uint8Array>();
      const others: Hash[] = [];
      for (const hash of hashes) {
        const bytes = fresh.get(hash);
        if (bytes === undefined) others.push(hash);
        else found.set(hash, bytes);
      }
      if (others.length > 0) for (const [hash, bytes] of await store.get(others)) found.set(hash, bytes);
      return found;
    },
  };
}

function* changesBetween(from: Hash | null, to: Hash): ObjectQuery<LinkChanges> {
  const [before, after] = yield* both(readContent(from ?? NOTHING.hash), readContent(to));
  return yield* linkChanges({ before, after }, yield* diffMaps<Page>(before.pages, after.pages));
}

function deferredOf(from: Hash | null, changes: readonly MapChange<Page>[]): DeferredProjection {
  const pages: Id[] = [];
  const hidden: Id[] = [];
  for (const { key, before, after } of changes) {
    if (after === undefined || !isSearchable(after)) hidden.push(key);
    else if (!isFoundAlike(before, after)) pages.push(key);
  }
  return { from: from ?? NOTHING.hash, pages, hidden, job: PROJECT_BACKLOG };
}

function* partOf(changes: readonly MapChange<Page>[]): ObjectQuery<Omit<ProjectionPart, 'links'>> {
  const pages = yield* all(
    changes.flatMap(({ before, after }) =>
      after === undefined || isFoundAlike(before, after) ? [] : [projected(after)],
    ),
  );
  return { pages, removed: changes.flatMap(({ key, after }) => (after === undefined ? [key] : [])) };
}

/** What a page is found by follows from these alone. */
const SEARCHED = ['type', 'title', 'description', 'noIndex', 'document'] as const satisfies readonly (keyof Page)[];
/** Stored bytes that are not UTF-8 read as U+FFFD. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Whether a page is found by the same as before. */
export const isFoundAlike = (before: Page | undefined, page: Page): boolean =>
  before !== undefined && SEARCHED.every((field) => sameJson(before[field], page[field]));

export function* projected(page: Page): ObjectQuery<PageProjection> {
  const bytes = yield* readDocument(page);
  return {
    pageId: page.id,
    search: (yield* buildSearchEntry(page, bytes === undefined ? '' : decoder.decode(bytes))) ?? null,
  };
}
