import type { Revision } from '../../../domain/content/revision.ts';
import type { Hash, ContentObject } from '../../../domain/content/objects/content-object.ts';
import type { Id, PageId, SpaceId } from '../../../domain/kernel/id.ts';
import type { Jobs } from '../../../ports/kernel/jobs.ts';
import type { LinkUpdate } from '../../../ports/links.ts';
import type {
  DeferredProjection,
  LinkStep,
  PageProjection,
  ProjectionBacklog,
  Projections,
} from '../../../ports/content/projections.ts';
import { clearLinks, deleteUnusedTargets, linkRowsIn, MemoryLinkIndex, storeLinks } from './links.ts';
import type { Overlay } from './kernel/overlay.ts';
import { pagedAsStored } from './kernel/pages.ts';
import type { BacklogRow, MemoryStore, PageSearchRow, RevisionRow, UnsearchedRow } from './store.ts';
import type { ContentStore } from '../../../ports/content/content-store.ts';
import type { RevisionWithAuthor, Revisions } from '../../../ports/content/revisions.ts';
import type { Page, PageRequest } from '../../../ports/kernel/repository.ts';

/** Updates what is derived from the content of a space whose locked head moves: at once, or by the backlog. */
export async function follow(overlay: Overlay, jobs: Jobs, spaceId: SpaceId, projections: Projections): Promise<void> {
  const isBehind = overlay.row('projectionBacklog', spaceId) !== undefined;
  const deferred = await projections.defer(isBehind);
  if (deferred !== undefined) return defer(overlay, jobs, spaceId, deferred);
  await storeProjections(overlay, spaceId, projections, !isBehind);
}

async function storeProjections(
  overlay: Overlay,
  spaceId: SpaceId,
  projections: Projections,
  withLinks: boolean,
): Promise<void> {
  for await (const { pages, removed, links } of projections.parts(
    withLinks ? new MemoryLinkIndex(linkRowsIn(overlay)) : undefined,
    spaceId,
  )) {
    storeLinks(overlay, spaceId, links);
    for (const { pageId, search } of pages) if (search !== undefined) writeSearch(overlay, spaceId, pageId, search);
    for (const pageId of removed) writeSearch(overlay, spaceId, pageId, null);
  }
}

function writeSearch(overlay: Overlay, spaceId: SpaceId, pageId: PageId, search: PageSearchRow['search'] | null): void {
  put(overlay, 'pageSearch', `${spaceId}/${pageId}`, search === null ? undefined : { spaceId, pageId, search });
}

function put(
  overlay: Overlay,
  table: 'pageSearch' | 'unsearchedPages' | 'projectionBacklog',
  id: string,
  state: object | undefined,
): void {
  const version = overlay.row(table, id)?.version;
  if (state !== undefined || version !== undefined) overlay.write(table, version ?? 0, id, state && { id, ...state });
}

async function defer(
  overlay: Overlay,
  jobs: Jobs,
  spaceId: SpaceId,
  { from, pages, hidden, job }: DeferredProjection,
): Promise<void> {
  for (const pageId of hidden) writeSearch(overlay, spaceId, pageId, null);
  mark(overlay, spaceId, pages);
  if (overlay.row('projectionBacklog', spaceId) === undefined)
    put(overlay, 'projectionBacklog', spaceId, { from, to: null });
  await jobs.enqueue(job);
}

function mark(overlay: Overlay, spaceId: SpaceId, pages: readonly Id[]): void {
  for (const pageId of pages) put(overlay, 'unsearchedPages', `${spaceId}/${pageId}`, { spaceId, pageId });
}

/** Backlog of derived data over the maps. */
export class MemoryProjectionBacklog implements ProjectionBacklog {
  constructor(private readonly overlay: Overlay) {}

  async next(after = ''): Promise<Id | undefined> {
    return this.overlay
      .rows<BacklogRow>('projectionBacklog')
      .map(({ state: { id } }) => id)
      .filter((id) => id > after)
      .sort()[0];
  }

  async find(spaceId: SpaceId): Promise<LinkStep | undefined> {
    await this.overlay.lock(`backlog:${spaceId}`);
    const row = this.overlay.row<BacklogRow>('projectionBacklog', spaceId)?.state;
    return row && { from: row.from, to: row.to };
  }

  async begin(spaceId: SpaceId, { from, to }: LinkStep & { readonly to: Hash }, pages: readonly Id[]): Promise<void> {
    if (from === null) clearLinks(this.overlay, spaceId);
    mark(this.overlay, spaceId, pages);
    put(this.overlay, 'projectionBacklog', spaceId, { from, to });
  }

  async pagesWithoutSearchRows(spaceId: SpaceId, after = '', limit: number): Promise<readonly Id[]> {
    const ids = this.overlay
      .rows<UnsearchedRow>('unsearchedPages')
      .flatMap(({ state }) => (state.spaceId === spaceId && state.pageId > after ? [state.pageId] : []));
    return ids.sort().slice(0, limit);
  }

  async storeSearchRows(spaceId: SpaceId, pages: readonly PageProjection[]): Promise<void> {
    for (const { pageId, search } of pages) {
      if (search !== undefined) writeSearch(this.overlay, spaceId, pageId, search);
      put(this.overlay, 'unsearchedPages', `${spaceId}/${pageId}`, undefined);
    }
  }

  async storeLinks(
    spaceId: SpaceId,
    { from, to }: LinkStep & { readonly to: Hash },
    part: LinkUpdate | undefined,
  ): Promise<boolean> {
    const at = await this.find(spaceId);
    if (at === undefined || at.from !== from || at.to !== to) return false;
    if (part === undefined) put(this.overlay, 'projectionBacklog', spaceId, { from: to, to: null });
    else {
      storeLinks(this.overlay, spaceId, part);
      // Another run of the same step may have deleted these targets since the part was computed.
      deleteUnusedTargets(this.overlay, spaceId, part.targets);
    }
    return true;
  }

  async complete(spaceId: SpaceId, projections: Projections): Promise<void> {
    await storeProjections(this.overlay, spaceId, projections, true);
    put(this.overlay, 'projectionBacklog', spaceId, undefined);
  }
}

type Stored = Pick<ContentObject, 'bytes' | 'refs'>;

/** Content objects in a map; they are immutable, so they are outside of every task's overlay. */
export class MemoryContentStore implements ContentStore {
  readonly #objects = new Map<Hash, Stored>();
  /** Time since when each unneeded object is condemned; storing it again unmarks it. */
  readonly condemned = new Map<Hash, string>();

  async get(hashes: readonly Hash[]): Promise<ReadonlyMap<Hash, Uint8Array>> {
    const found = new Map<Hash, Uint8Array>();
    for (const hash of hashes) {
      const stored = this.#objects.get(hash);
      if (stored !== undefined) found.set(hash, stored.bytes);
    }
    return found;
  }
  async put(objects: readonly ContentObject[]): Promise<void> {
    for (const { hash, bytes, refs } of objects) {
      if (!this.#objects.has(hash)) this.#objects.set(hash, { bytes, refs });
      this.condemned.delete(hash);
    }
  }

  /** Hashes that an object refers to; none for an object that does not exist. */
  refsOf(hash: Hash): readonly Hash[] {
    return this.#objects.get(hash)?.refs ?? [];
  }
  hashesAfter(after: Hash | undefined, limit: number): readonly Hash[] {
    return [...this.#objects.keys()]
      .filter((hash) => after === undefined || hash > after)
      .sort()
      .slice(0, limit);
  }
  remove(hash: Hash): void {
    this.#objects.delete(hash);
    this.condemned.delete(hash);
  }
}

/** Reads of revisions over the maps. */
export class MemoryRevisions implements Revisions {
  constructor(private readonly store: MemoryStore) {}

  async find(spaceId: string, id: string): Promise<Revision | undefined> {
    const row = this.store.tables.revisions.get(id)?.state;
    if (row === undefined || row.spaceId !== spaceId) return undefined;
    return structuredClone(withoutBranch(row));
  }

  async list(spaceId: string, branchId: string, page: PageRequest): Promise<Page<RevisionWithAuthor>> {
    const all = [...this.store.tables.revisions.values()]
      .map(({ state }) => state)
      .filter((row) => row.spaceId === spaceId && row.branchId === branchId);
    return pagedAsStored(
      all.map((row) => ({ revision: withoutBranch(row), author: this.store.state('users', row.createdBy) ?? null })),
      ({ revision }) => revision.id,
      page,
    );
  }
}

const withoutBranch = ({ branchId: _, ...revision }: RevisionRow): Revision => revision;
