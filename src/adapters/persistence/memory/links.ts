import type { GitLocation } from '../../../domain/links/content-lookup.ts';
import { normalizedTargetPath } from '../../../domain/links/link-target.ts';
import type { Id, SpaceId } from '../../../domain/kernel/id.ts';
import type {
  BacklinkQuery,
  LinkInvalidation,
  LinkIndex,
  LinkList,
  LinkListRequest,
  LinkReads,
  LinkUpdate,
  LinkStatus,
  LinkTarget,
  TargetWithPages,
  PageLink,
} from '../../../ports/links.ts';
import type { Overlay } from './kernel/overlay.ts';
import type { GitPlaceRow, LinkTargetRow, MemoryStore, PageLinkRow } from './store.ts';

const byKey = (a: { readonly key: string }, b: { readonly key: string }): number =>
  Buffer.compare(Buffer.from(a.key), Buffer.from(b.key));
const targetIn = ({ key, target, broken }: LinkTarget): LinkTarget => ({ key, target, broken });

/** Source of rows: the overlay of a task, or what is committed. */
interface LinkRows {
  targets(spaceId: SpaceId): LinkTargetRow[];
  links(spaceId: SpaceId): PageLinkRow[];
  places(spaceId: SpaceId): GitPlaceRow[];
}

/** Lookups of links over the maps. */
export class MemoryLinkIndex implements LinkIndex {
  constructor(protected readonly from: LinkRows) {}

  async gitLocations(spaceId: SpaceId, paths: readonly string[]): Promise<readonly GitLocation[]> {
    const pathSet = new Set(paths);
    return this.from
      .places(spaceId)
      .filter(({ path }) => pathSet.has(path))
      .sort((a, b) => (a.placeId < b.placeId ? -1 : 1))
      .map(({ kind, placeId, path }) => ({ kind, id: placeId, path }));
  }
  async affectedTargets(
    spaceId: SpaceId,
    { ids, normalizedPaths: kin, pathPrefixes: under }: LinkInvalidation,
  ): Promise<readonly LinkTarget[]> {
    const [idSet, kinSet] = [new Set(ids), new Set(kin)];
    const fits = ({ target, kin: own }: LinkTargetRow): boolean =>
      (target !== null && idSet.has(target)) ||
      (own !== null && (kinSet.has(own) || under.some((path) => own.startsWith(`${path}/`))));
    return this.from.targets(spaceId).filter(fits).map(targetIn);
  }
  async linksOf(spaceId: SpaceId, pages: readonly Id[]): Promise<readonly PageLink[]> {
    const pageIds = new Set(pages);
    return this.from
      .links(spaceId)
      .filter(({ pageId }) => pageIds.has(pageId))
      .map(({ pageId, key }) => ({ pageId, key }));
  }
}

export const linkRowsIn = (overlay: Overlay): LinkRows => ({
  targets: (spaceId) => statesIn(spaceId, overlay.rows<LinkTargetRow>('linkTargets')),
  links: (spaceId) => statesIn(spaceId, overlay.rows<PageLinkRow>('pageLinks')),
  places: (spaceId) => statesIn(spaceId, overlay.rows<GitPlaceRow>('gitPlaces')),
});

const statesIn = <S extends { readonly spaceId: SpaceId }>(
  spaceId: SpaceId,
  rows: Iterable<{ readonly state: S }>,
): S[] => [...rows].flatMap(({ state }) => (state.spaceId === spaceId ? [state] : []));

/** Stores the changes of links that a move of the head makes. */
export function storeLinks(
  overlay: Overlay,
  spaceId: SpaceId,
  {
    addedLinks: linked,
    removedLinks: unlinked,
    targets,
    gitLocations: places,
    removedGitLocations: unplaced,
  }: LinkUpdate,
): void {
  const write = (table: 'linkTargets' | 'pageLinks' | 'gitPlaces', id: string, state: object | undefined): void => {
    const version = overlay.row(table, id)?.version ?? 0;
    if (state !== undefined || overlay.row(table, id) !== undefined)
      overlay.write(table, version, id, state && { id, spaceId, ...state });
  };
  for (const { pageId, key } of unlinked) write('pageLinks', `${spaceId}/${pageId}/${key}`, undefined);
  for (const { pageId, key } of linked) write('pageLinks', `${spaceId}/${pageId}/${key}`, { pageId, key });
  for (const target of targets)
    write('linkTargets', `${spaceId}/${target.key}`, { ...target, kin: normalizedTargetPath(target.key) });
  for (const { kind, id } of unplaced) write('gitPlaces', `${spaceId}/${kind}/${id}`, undefined);
  for (const { kind, id, path } of places) write('gitPlaces', `${spaceId}/${kind}/${id}`, { kind, placeId: id, path });
  deleteUnusedTargets(overlay, spaceId, unlinked);
}

/** Deletes those of the targets that no page names any longer. */
export function deleteUnusedTargets(
  overlay: Overlay,
  spaceId: SpaceId,
  targets: readonly { readonly key: string }[],
): void {
  if (targets.length === 0) return;
  const named = new Set(
    overlay.rows<PageLinkRow>('pageLinks').flatMap(({ state }) => (state.spaceId === spaceId ? [state.key] : [])),
  );
  for (const { key } of targets) {
    const row = named.has(key) ? undefined : overlay.row<LinkTargetRow>('linkTargets', `${spaceId}/${key}`);
    if (row !== undefined) overlay.write('linkTargets', row.version, row.state.id, undefined);
  }
}

/** Deletes all links of a space. */
export function clearLinks(overlay: Overlay, spaceId: SpaceId): void {
  for (const table of ['pageLinks', 'linkTargets', 'gitPlaces'] as const)
    for (const { version, state } of overlay.rows<{ readonly id: string; readonly spaceId: SpaceId }>(table))
      if (state.spaceId === spaceId) overlay.write(table, version, state.id, undefined);
}

/** Reads of links over the maps; every link is examined. */
export class MemoryLinkReads extends MemoryLinkIndex implements LinkReads {
  constructor(private readonly store: MemoryStore) {
    const { linkTargets, pageLinks, gitPlaces } = store.tables;
    super({
      targets: (spaceId) => statesIn(spaceId, linkTargets.values()),
      links: (spaceId) => statesIn(spaceId, pageLinks.values()),
      places: (spaceId) => statesIn(spaceId, gitPlaces.values()),
    });
  }

  async list(
    spaceId: SpaceId,
    { status, appUrlPrefix: inApp, after = '', limit, excludedKeys = [], excludedPages = [] }: LinkListRequest,
    pagesEach: number,
  ): Promise<LinkList> {
    const counts = { ok: 0, broken: 0, 'in-app': 0 };
    const left = new Set(excludedKeys);
    const matching: LinkTarget[] = [];
    for (const target of this.from.targets(spaceId)) {
      const own = statusOf(target, inApp);
      counts[own] += 1;
      if ((status === undefined || own === status) && !left.has(target.key) && byKey(target, { key: after }) > 0)
        matching.push(targetIn(target));
    }
    const items = this.#withPages(spaceId, matching.sort(byKey).slice(0, limit + 1), excludedPages, pagesEach);
    return { content: this.#content(spaceId), items, counts };
  }
  async findTargets(
    spaceId: SpaceId,
    keys: readonly string[],
    excludedPages: readonly Id[],
    pagesEach: number,
  ): Promise<readonly TargetWithPages[]> {
    const keySet = new Set(keys);
    return this.#withPages(
      spaceId,
      this.from
        .targets(spaceId)
        .filter(({ key }) => keySet.has(key))
        .map(targetIn),
      excludedPages,
      pagesEach,
    );
  }
  async backlinks(
    spaceId: SpaceId,
    { target, includedKeys = [], excludedKeys = [], excludedPages }: BacklinkQuery,
    { after = '', limit }: { readonly after?: string | undefined; readonly limit: number },
  ): ReturnType<LinkReads['backlinks']> {
    const keys = new Set(
      this.from
        .targets(spaceId)
        .flatMap((one) => (one.target === target && !excludedKeys.includes(one.key) ? [one.key] : [])),
    );
    for (const key of includedKeys) keys.add(key);
    const pages = new Set(this.from.links(spaceId).flatMap(({ pageId, key }) => (keys.has(key) ? [pageId] : [])));
    for (const pageId of excludedPages) pages.delete(pageId);
    return {
      pages: [...pages]
        .sort()
        .filter((pageId) => pageId > after)
        .slice(0, limit + 1),
      count: pages.size,
      content: this.#content(spaceId),
    };
  }

  #withPages(
    spaceId: SpaceId,
    targets: readonly LinkTarget[],
    excludedPages: readonly Id[],
    each: number,
  ): TargetWithPages[] {
    const left = new Set(excludedPages);
    const pages = new Map(targets.map(({ key }): [string, Id[]] => [key, []]));
    for (const { pageId, key } of this.from.links(spaceId)) if (!left.has(pageId)) pages.get(key)?.push(pageId);
    return targets.map((target) => ({ ...target, pages: pages.get(target.key)!.sort().slice(0, each) }));
  }
  #content(spaceId: SpaceId): LinkList['content'] {
    return this.store.tables.branches.get(spaceId)!.state.content;
  }
}

const statusOf = ({ key, broken }: LinkTarget, inApp: string): LinkStatus =>
  broken ? 'broken' : key.startsWith(`${inApp}/`) || /^(?:\/app)?\/spaces\//.test(key) ? 'in-app' : 'ok';
