import type { Content } from '../../../domain/content/content.ts';
import { diffMaps, type MapChange } from '../../../domain/content/objects/map-diff.ts';
import type { Hash } from '../../../domain/content/objects/content-object.ts';
import type { File, Page, ReusableContent } from '../../../domain/content/page.ts';
import { all, both, type ObjectQuery } from '../../../domain/content/objects/object-query.ts';
import type { Id, SpaceId } from '../../../domain/kernel/id.ts';
import {
  candidateGitPaths,
  resolvedId,
  resolveTargets,
  type GitLocation,
  type LinkResolution,
} from '../../../domain/links/content-lookup.ts';
import { targetIdOf } from '../../../domain/links/link-target.ts';
import {
  invalidateForItem,
  invalidateForPage,
  reusableContentTargetChange,
  pageTargetChange,
  emptyInvalidation,
  gitLocationChange,
  type LinkInvalidationSet,
  type GitLocationChange,
  type ContentPair,
} from '../../../domain/links/links-of-change.ts';
import type { ContentStore } from '../../../ports/content/content-store.ts';
import type { LinkIndex, LinkUpdate, LinkTarget, PageLink } from '../../../ports/links.ts';
import { read } from '../reading.ts';

type NonPageChanges = readonly MapChange<File | ReusableContent>[];

/** Changes between two contents that affect links. */
export interface LinkChanges extends ContentPair {
  readonly pages: readonly MapChange<Page>[];
  readonly nonPages: NonPageChanges;
  /** Items whose path in the repository changed. */
  readonly moved: readonly GitLocationChange[];
}

/** Reads the changes of two contents that links depend on. @param pages the pages that differ */
export function* readLinkChanges(sides: ContentPair, pages: readonly MapChange<Page>[]): ObjectQuery<LinkChanges> {
  const { before, after } = sides;
  const [files, contents] = yield* both(
    diffMaps<File>(before.files, after.files),
    diffMaps<ReusableContent>(before.reusableContents, after.reusableContents),
  );
  const moved = [
    ...pages.map((one) => gitLocationChange('page', one)),
    ...files.map((one) => gitLocationChange('file', one)),
    ...contents.map((one) => gitLocationChange('content', one)),
  ];
  return { ...sides, pages, nonPages: [...files, ...contents], moved: moved.filter((one) => one !== undefined) };
}

/** Resolves link targets in the content after a change, while the stored index still describes the content before. */
export class ChangedLinkResolver {
  readonly #moved = new Map<string, readonly GitLocation[]>();
  readonly #gone = new Set<Id>();
  readonly #anchors = new Map<Hash, ReadonlySet<string>>();

  constructor(
    private readonly store: Pick<ContentStore, 'get'>,
    private readonly index: LinkIndex,
    private readonly spaceId: SpaceId,
    private readonly changes: Pick<LinkChanges, 'after' | 'moved'>,
  ) {
    for (const { id, kind, path } of changes.moved) {
      this.#gone.add(id);
      if (path !== null) this.#moved.set(path, [...(this.#moved.get(path) ?? []), { id, kind, path }]);
    }
  }

  async resolve(keys: readonly string[]): Promise<ReadonlyMap<string, LinkResolution>> {
    if (keys.length === 0) return new Map();
    const paths = [...new Set(keys.flatMap((key) => candidateGitPaths(key)))];
    const stored = paths.length === 0 ? [] : await this.index.gitLocations(this.spaceId, paths);
    const places = [
      ...stored.filter(({ id }) => !this.#gone.has(id)),
      ...paths.flatMap((path) => this.#moved.get(path) ?? []),
    ];
    if (this.#anchors.size > MAX_CACHED) this.#anchors.clear();
    return read(this.store, resolveTargets(keys, this.changes.after, places, this.#anchors));
  }
}

/** Limit on the entries that a resolver remembers during one move of the head. */
const MAX_CACHED = 20_000;

/** Builds the row of a link target from its key and its resolution. */
export const toLinkTarget = (key: string, outcome: LinkResolution): LinkTarget => ({
  key,
  target: resolvedId(outcome) ?? targetIdOf(key),
  broken: outcome.isBroken,
});

/** Builds the link update of a change in parts. */
export class LinkUpdateBuilder {
  readonly #outcomes: ChangedLinkResolver;
  readonly #seen = new Set<string>();

  constructor(
    private readonly store: Pick<ContentStore, 'get'>,
    private readonly index: LinkIndex,
    private readonly spaceId: SpaceId,
    private readonly changes: LinkChanges,
  ) {
    this.#outcomes = new ChangedLinkResolver(store, index, spaceId, changes);
  }

  /** Builds the update for a part of the pages; for the first part, also for files and reusable contents. */
  async build(pages: readonly MapChange<Page>[], isFirst: boolean): Promise<LinkUpdate> {
    const { store, index, spaceId, changes } = this;
    const { named, concerns } = await read(store, findAffectedLinks(changes, pages, isFirst ? changes.nonPages : []));
    // Relative links are stored under the path that the page had then; the path changes with the pages above it, too.
    const stored = await storedLinks(index, spaceId, isEmpty(changes.before) ? [] : named);
    const linked: PageLink[] = [];
    const unlinked: PageLink[] = [];
    for (const { pageId, keys } of named) {
      const [had, has] = [stored.get(pageId) ?? NO_KEYS, new Set(keys)];
      for (const key of has) if (!had.has(key)) linked.push({ pageId, key });
      for (const key of had) if (!has.has(key)) unlinked.push({ pageId, key });
    }
    const concerned = isEmpty(changes.before) ? [] : await listAffectedTargets(index, spaceId, concerns);
    const keys = new Set([...this.#takeUnseen(linked), ...concerned.map(({ key }) => key)]);
    const found = await this.#outcomes.resolve([...keys].sort());
    const here = isFirst ? changes.moved : [];
    return {
      addedLinks: linked,
      removedLinks: unlinked,
      targets: [...found].map(([key, outcome]) => toLinkTarget(key, outcome)),
      gitLocations: here.filter((one): one is GitLocation => one.path !== null),
      removedGitLocations: here.filter(({ path }) => path === null),
    };
  }

  /**
   * Returns the targets of new links that were not returned before for the same change, as far as the bounded memory
   * reaches.
   */
  #takeUnseen(linked: readonly PageLink[]): string[] {
    if (this.#seen.size > MAX_CACHED) this.#seen.clear();
    const fresh = linked.map(({ key }) => key).filter((key) => !this.#seen.has(key));
    for (const key of fresh) this.#seen.add(key);
    return fresh;
  }
}

const NO_KEYS: ReadonlySet<string> = new Set();

/** Reads the stored keys of the targets of pages, by the id of the page; queries nothing without pages. */
async function storedLinks(
  index: LinkIndex,
  spaceId: SpaceId,
  pages: readonly { readonly pageId: Id }[],
): Promise<ReadonlyMap<Id, ReadonlySet<string>>> {
  const keys = new Map<Id, Set<string>>(pages.map(({ pageId }) => [pageId, new Set()]));
  const links = keys.size === 0 ? [] : await index.linksOf(spaceId, [...keys.keys()]);
  for (const { pageId, key } of links) keys.get(pageId)!.add(key);
  return keys;
}

/** Lists the targets that may resolve differently after a change; queries nothing for an empty set. */
export async function listAffectedTargets(
  index: LinkIndex,
  spaceId: SpaceId,
  { ids, normalizedPaths, pathPrefixes }: LinkInvalidationSet,
): Promise<readonly LinkTarget[]> {
  return ids.size + normalizedPaths.size + pathPrefixes.size === 0
    ? []
    : index.affectedTargets(spaceId, {
        ids: [...ids],
        normalizedPaths: [...normalizedPaths],
        pathPrefixes: [...pathPrefixes],
      });
}

/** Finds the link targets of changed pages and reusable contents, and the targets that the changes invalidate. */
export function* findAffectedLinks(sides: ContentPair, pages: readonly MapChange<Page>[], others: NonPageChanges) {
  const concerns = emptyInvalidation();
  const named = (yield* all([
    ...pages.map((one) => pageTargetChange(sides, one)),
    ...others.map((one) => reusableContentTargetChange(one)),
  ])).filter((one) => one !== undefined);
  if (!isEmpty(sides.before)) {
    yield* all(pages.map((one) => invalidateForPage(sides, one, concerns)));
    for (const one of others) invalidateForItem(one, concerns);
  }
  return { named, concerns };
}

/** Tells that a content has no documents, and therefore no links. */
const isEmpty = ({ pages, reusableContents }: Content): boolean => pages === null && reusableContents === null;
