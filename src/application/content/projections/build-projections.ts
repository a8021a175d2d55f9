import { JOB_TYPES } from '../../system/job-types.ts';
import { decodeDocument } from '../../../domain/content/documents/decode-document.ts';
import { diffMaps, type MapChange } from '../../../domain/content/objects/map-diff.ts';
import { EMPTY_CONTENT, encodeContent, readContent } from '../../../domain/content/content.ts';
import { countPages, readDocument } from '../../../domain/content/content-reads.ts';
import { sameJson } from '../../../domain/content/objects/json.ts';
import type { ContentObject, Hash } from '../../../domain/content/objects/content-object.ts';
import type { Page } from '../../../domain/content/page.ts';
import { all, both, type ObjectQuery } from '../../../domain/content/objects/object-query.ts';
import type { Id, SpaceId } from '../../../domain/kernel/id.ts';
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
import { TimeSlices } from '../../kernel/time-slices.ts';
import { LinkUpdateBuilder, readLinkChanges, type LinkChanges } from './link-updates.ts';

/** Number of pages in one part. */
export const PAGES_PER_PART = 200;

/**
 * Largest number of changes whose projections are built together with the move of the head. This many take about a
 * second, during which the head is locked; an editor then finds the changes in search at once. Projections of larger
 * moves, such as imports, are built by a job.
 */
export const MAX_INLINE_CHANGES = 1_000;

/**
 * Job that builds deferred projections. Retried for days, because search and links of a space are outdated until it
 * succeeds.
 */
export const REBUILD_PROJECTIONS: JobRequest = JOB_TYPES.rebuildProjections.request(
  {},
  { queue: 'projections', maxAttempts: 25 },
);

type Store = Pick<ContentStore, 'get'>;

interface HeadMove {
  /** Former content of the space; null for a new space. */
  readonly before: Hash | null;
  readonly after: Hash;
  /** Objects that may not be stored yet. */
  readonly objects?: readonly ContentObject[];
}

/**
 * Builds the projections of a move of a space's primary content: search rows and links. Every move of a head passes
 * through here. The cost depends on the size of the difference, not of the content.
 */
export function buildProjections(
  { content: stored }: { readonly content: Store },
  { before, after, objects = [] }: HeadMove,
  maxInline = MAX_INLINE_CHANGES,
): Projections {
  const store = overlayObjects(stored, objects);
  let compared: Promise<LinkChanges> | undefined;
  const compare = (): Promise<LinkChanges> => (compared ??= read(store, readLinkChangesBetween(before, after)));
  return {
    before,
    content: after,
    async defer(isBehind) {
      if (before === after) return undefined;
      // A space that was empty gains all pages, so the list of changed pages is not needed.
      if (
        !isBehind &&
        (before ?? EMPTY_OBJECT.hash) === EMPTY_OBJECT.hash &&
        (await read(store, readPageCount(after))) > maxInline
      )
        return REBUILD_ALL;
      const { pages, nonPages } = await compare();
      return pages.length + nonPages.length <= maxInline ? undefined : deferChanges(before, pages);
    },
    async *parts(index, spaceId) {
      if (before === after) return;
      const changes = await compare();
      const links = index && new LinkUpdateBuilder(store, index, spaceId, changes);
      for await (const [pages, isFirst] of splitIntoParts(changes.pages))
        yield { ...(await read(store, readPart(pages))), links: (await links?.build(pages, isFirst)) ?? NO_LINKS };
    },
  };
}

/**
 * Builds the link updates of a move in parts. A part is idempotent: it states what is true in the content after the
 * move.
 */
export async function* buildLinkUpdates(
  { content: stored }: { readonly content: Store },
  index: LinkIndex,
  spaceId: SpaceId,
  { before, after }: HeadMove,
): AsyncGenerator<LinkUpdate> {
  if (before === after) return;
  const store = overlayObjects(stored, []);
  const changes = await read(store, readLinkChangesBetween(before, after));
  const links = new LinkUpdateBuilder(store, index, spaceId, changes);
  for await (const [pages, isFirst] of splitIntoParts(changes.pages)) yield links.build(pages, isFirst);
}

/**
 * Defers all projections of the content that a new space starts with, so that creating the space takes the same time
 * whatever its size.
 */
export const deferProjections = (content: Hash): Projections => ({
  before: null,
  content,
  defer: async () => REBUILD_ALL,
  async *parts() {},
});

const NO_LINKS: LinkUpdate = {
  addedLinks: [],
  removedLinks: [],
  targets: [],
  gitLocations: [],
  removedGitLocations: [],
};

/** Splits changes into parts, at least one, and yields to the event loop between them. */
async function* splitIntoParts<T>(
  items: readonly T[],
): AsyncGenerator<readonly [part: readonly T[], isFirst: boolean]> {
  const slices = new TimeSlices();
  for (let from = 0; from === 0 || from < items.length; from += PAGES_PER_PART) {
    if (slices.isOver) await slices.next();
    yield [items.slice(from, from + PAGES_PER_PART), from === 0];
  }
}

const EMPTY_OBJECT = encodeContent(EMPTY_CONTENT);
/** Deferral that rebuilds the projections of all pages of the space's content at the time when the job runs. */
const REBUILD_ALL: DeferredProjection = { from: null, pages: [], hidden: [], job: REBUILD_PROJECTIONS };

function* readPageCount(content: Hash): ObjectQuery<number> {
  return yield* countPages(yield* readContent(content));
}

/** Reads from objects that may not be stored yet before the store; the empty content is always available. */
export function overlayObjects(store: Store, objects: readonly ContentObject[]): Store {
  const fresh = new Map([EMPTY_OBJECT, ...objects].map(({ hash, bytes }) => [hash, bytes]));
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

function* readLinkChangesBetween(from: Hash | null, to: Hash): ObjectQuery<LinkChanges> {
  const [before, after] = yield* both(readContent(from ?? EMPTY_OBJECT.hash), readContent(to));
  return yield* readLinkChanges({ before, after }, yield* diffMaps<Page>(before.pages, after.pages));
}

function deferChanges(from: Hash | null, changes: readonly MapChange<Page>[]): DeferredProjection {
  const pages: Id[] = [];
  const hidden: Id[] = [];
  for (const { key, before, after } of changes) {
    if (after === undefined || !isSearchable(after)) hidden.push(key);
    else if (!hasSameSearchFields(before, after)) pages.push(key);
  }
  return { from: from ?? EMPTY_OBJECT.hash, pages, hidden, job: REBUILD_PROJECTIONS };
}

function* readPart(changes: readonly MapChange<Page>[]): ObjectQuery<Omit<ProjectionPart, 'links'>> {
  const pages = yield* all(
    changes.flatMap(({ before, after }) =>
      after === undefined || hasSameSearchFields(before, after) ? [] : [projectPage(after)],
    ),
  );
  return { pages, removed: changes.flatMap(({ key, after }) => (after === undefined ? [key] : [])) };
}

/** Fields of a page that its search row depends on. */
const SEARCHED_FIELDS = [
  'type',
  'title',
  'description',
  'noIndex',
  'document',
] as const satisfies readonly (keyof Page)[];

/** Tells whether a page's search row stays the same. */
export const hasSameSearchFields = (before: Page | undefined, page: Page): boolean =>
  before !== undefined && SEARCHED_FIELDS.every((field) => sameJson(before[field], page[field]));

export function* projectPage(page: Page): ObjectQuery<PageProjection> {
  const bytes = yield* readDocument(page);
  return {
    pageId: page.id,
    search: (yield* buildSearchEntry(page, decodeDocument(bytes))) ?? null,
  };
}
