import { diffMaps, type MapChange } from '../../domain/content/map-diff.ts';
import { EMPTY_CONTENT, readContent, type Content } from '../../domain/content/content.ts';
import { documentOf } from '../../domain/content/content-reads.ts';
import { sameJson } from '../../domain/content/json.ts';
import type { ContentObject, Hash } from '../../domain/content/objects.ts';
import type { Page } from '../../domain/content/page.ts';
import { all, both, done, type Reading } from '../../domain/content/reading.ts';
import { searchEntry } from '../../domain/search/search-entry.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import type { PageProjection, ProjectionPart, Projections } from '../../ports/projections.ts';
import { read } from '../content/reading.ts';
import { Turns } from '../kernel/turns.ts';
import { ChangedOutcomes, linkChanges, linksPart, type LinkChanges } from './link-parts.ts';

/** So many pages make one part. */
const PART = 200;

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
export function projectionsOf({ content: stored }: { readonly content: Pick<ContentStore, 'get'> }, { before, after, objects = [] }: Move): Projections {
  const store = withObjects(stored, objects);
  return {
    before,
    content: after,
    async *parts(index, spaceId) {
      if (before === after) return;
      const changes = await read(store, changesBetween(before, after));
      const outcomes = new ChangedOutcomes(store, index, spaceId, changes);
      const turns = new Turns();
      for (let from = 0; from === 0 || from < changes.pages.length; from += PART) {
        if (turns.over) await turns.next();
        const pages = changes.pages.slice(from, from + PART);
        const links = await linksPart(store, index, spaceId, outcomes, changes, pages, from === 0);
        yield { ...(await read(store, partOf(pages))), links };
      }
    },
  };
}

/** Looks among objects first that may not be stored yet. */
export function withObjects(store: Pick<ContentStore, 'get'>, objects: readonly ContentObject[]): Pick<ContentStore, 'get'> {
  if (objects.length === 0) return store;
  const fresh = new Map(objects.map(({ hash, bytes }) => [hash, bytes]));
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

function* changesBetween(from: Hash | null, to: Hash): Reading<LinkChanges> {
  const [before, after] = yield* both(from === null ? done<Content>(EMPTY_CONTENT) : readContent(from), readContent(to));
  return yield* linkChanges({ before, after }, yield* diffMaps<Page>(before.pages, after.pages));
}

function* partOf(changes: readonly MapChange<Page>[]): Reading<Omit<ProjectionPart, 'links'>> {
  const pages = yield* all(changes.flatMap((change) => (change.after === undefined ? [] : [projected(change.before, change.after)])));
  return { pages: pages.filter((page) => page !== undefined), removed: changes.flatMap(({ key, after }) => (after === undefined ? [key] : [])) };
}

/** What a page is found by follows from these alone. */
const SEARCHED = ['type', 'title', 'description', 'noIndex', 'document'] as const satisfies readonly (keyof Page)[];
/** Stored bytes that are not UTF-8 read as U+FFFD. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function* projected(before: Page | undefined, page: Page): Reading<PageProjection | undefined> {
  if (before !== undefined && SEARCHED.every((field) => sameJson(before[field], page[field]))) return undefined;
  const bytes = yield* documentOf(page);
  return { pageId: page.id, search: searchEntry(page, bytes === undefined ? '' : decoder.decode(bytes)) ?? null };
}
