import { readContent, type Content } from '../../domain/content/content.ts';
import { getPage } from '../../domain/content/content-reads.ts';
import type { ReusableContent } from '../../domain/content/page.ts';
import type { Hash } from '../../domain/content/objects/content-object.ts';
import { all, type ObjectQuery } from '../../domain/content/objects/object-query.ts';
import { NotFound } from '../../domain/kernel/errors.ts';
import type { Id, PageId } from '../../domain/kernel/id.ts';
import { candidateGitPaths, type LinkResolution } from '../../domain/links/content-lookup.ts';
import { reusableContentTargets, pageTargets, textTargets } from '../../domain/links/page-targets.ts';
import type { LinkCounts, LinkList, LinkStatus, TargetWithPages } from '../../ports/links.ts';
import type { PageRequest } from '../../ports/kernel/repository.ts';
import {
  inChangeRequest,
  inSpaceOrChangeRequest,
  type InChangeRequest,
} from '../change-requests/find-change-request.ts';
import { generatedPage } from '../content/computed-content.ts';
import { locateChangeRequestContent, locatePrimaryContent, type LocateContent } from '../content/locate-content.ts';
import type { ContentLocation } from '../content/content-location.ts';
import { read } from '../content/reading.ts';
import { inTimeSlices } from '../kernel/time-slices.ts';
import { query } from '../kernel/use-case.ts';
import { inSpace, type InSpace } from '../kernel/scope.ts';
import { ChangedLinkResolver } from '../content/projections/link-updates.ts';
import {
  readChangedLinks,
  readLinkChangesBetween,
  MAX_PAGES_PER_TARGET,
  type ChangedLinks,
  type ChangedTarget,
} from './changed-links.ts';
import {
  linkViews,
  loadLinkScene,
  statusOf,
  type LinksView,
  type LinkTargetView,
  type SpaceContext,
} from './link-views.ts';

/** Origins of broken links of a change request: the change request itself, or the space. */
export const BROKEN_CONTEXTS = ['change-request', 'space'] as const;
type BrokenContext = (typeof BROKEN_CONTEXTS)[number];
type Filter = { readonly status?: LinkStatus | undefined; readonly page: PageRequest };
type OfPage = { readonly pageId: PageId };

const pageLinks = <Where extends InSpace>(name: string, locate: LocateContent<Where>) =>
  query<Where & OfPage & Filter>()({
    name,
    requires: 'space:view',
    scope: inSpaceOrChangeRequest,
    needs: ['publicUrl', 'content', 'pageTrees', 'computedPages', 'slugify', 'sealer'],
    run: async (context, input) => linksOfPage(context, await locate(context, input), input),
  });

/**
 * Lists the links of a page of the primary content in their order, followed by the links of the reusable content that
 * it includes.
 */
export const listPageLinksInSpace = pageLinks('listPageLinksInSpace', locatePrimaryContent);
/**
 * Lists the links of a page of a change request in their order, followed by the links of the reusable content that it
 * includes.
 */
export const listPageLinksInChangeRequest = pageLinks('listPageLinksInChangeRequest', locateChangeRequestContent);

/** Lists the link targets of a page in their order, followed by those of the reusable contents that it includes. */
async function linksOfPage(
  context: SpaceContext,
  place: ContentLocation,
  { pageId, status, page: { limit, after } }: OfPage & Filter,
): Promise<LinksView> {
  const { content, keys: stored } = await read(context.content, keysOfPage(place.content, pageId));
  const generated = stored === undefined ? await generatedPage(context, place.spaceId, content, pageId) : undefined;
  const keys = stored ?? (generated && (await inTimeSlices(textTargets(generated.markdown ?? ''))));
  if (keys === undefined) throw new NotFound('page');
  const named = await findNamedTargets(context, place, content, pageId, keys);
  const targets = [...named].map(([key, { outcome, sources: by }]): LinkTargetView => ({
    key,
    outcome,
    status: statusOf({ key, broken: outcome.isBroken }, context.publicUrl),
    pages: by,
  }));
  const listed = targets.filter((target) => status === undefined || target.status === status);
  const from = startOf(listed, after);
  const items = listed.slice(from, from + limit);
  const broken = targets.filter((target) => target.status === 'broken').map(({ key }) => key);
  const ofSpace =
    place.changeRequestId === undefined || broken.length === 0
      ? []
      : await context.read.links.findTargets(place.spaceId, broken, [], 0);
  return {
    items: limit === 0 ? [] : await linkViews(context, await loadLinkScene(context, place), content, items, generated),
    ...(limit > 0 && from + limit < listed.length && { next: `${from + limit - 1}:${items.at(-1)!.key}` }),
    count: listed.length,
    stats: {
      total: targets.length,
      broken: {
        total: broken.length,
        ...(place.changeRequestId !== undefined && {
          changeRequest: broken.length - ofSpace.filter((target) => target.broken).length,
        }),
      },
    },
  };
}

interface NamedTarget {
  readonly outcome: LinkResolution;
  /** Ids of the page and the reusable contents that link to the target. */
  readonly sources: Id[];
}

/** Finds the link targets of a page, directly or through included contents. */
async function findNamedTargets(
  context: SpaceContext,
  place: ContentLocation,
  content: Content,
  pageId: PageId,
  keys: readonly string[],
): Promise<ReadonlyMap<string, NamedTarget>> {
  const named = new Map<string, NamedTarget>();
  const visited = new Set<Id>();
  let pending: readonly { readonly by: Id; readonly keys: readonly string[] }[] = [{ by: pageId, keys }];
  while (pending.length > 0) {
    const fresh = [...new Set(pending.flatMap((one) => one.keys))].filter((key) => !named.has(key));
    for (const [key, outcome] of await outcomesIn(context, place, content, fresh))
      named.set(key, { outcome, sources: [] });
    for (const { by, keys: own } of pending) for (const key of own) named.get(key)!.sources.push(by);
    const included = new Map<Id, ReusableContent>();
    for (const key of fresh) {
      const { resolved } = named.get(key)!.outcome;
      if (resolved.kind === 'content' && !visited.has(resolved.content.id))
        included.set(resolved.content.id, resolved.content);
    }
    for (const id of included.keys()) visited.add(id);
    const list = [...included.values()];
    const targets = await read(context.content, all(list.map(reusableContentTargets)));
    pending = list.map(({ id }, i) => ({ by: id, keys: targets[i]! }));
  }
  return named;
}

/** Reads the target keys of a stored page; undefined when there is no such page. */
function* keysOfPage(
  hash: Hash,
  pageId: PageId,
): ObjectQuery<{ content: Content; keys: readonly string[] | undefined }> {
  const content = yield* readContent(hash);
  const page = yield* getPage(content, pageId);
  return { content, keys: page && (yield* pageTargets(content, page)) };
}

/**
 * Finds the index after the target at which the previous page ended; when that target is gone, the same number of
 * targets is skipped.
 */
function startOf(listed: readonly LinkTargetView[], after: string | undefined): number {
  if (after === undefined) return 0;
  const colon = after.indexOf(':');
  const found = listed.findIndex(({ key }) => key === after.slice(colon + 1));
  return found >= 0 ? found + 1 : Number(after.slice(0, colon));
}

/**
 * Resolves targets in a content. The difference to the primary content is read only if a target depends on paths in the
 * repository.
 */
async function outcomesIn(
  context: SpaceContext,
  { spaceId, content: hash, changeRequestId }: ContentLocation,
  content: Content,
  keys: readonly string[],
) {
  const { content: store, read: reads, scope } = context;
  const usesGitPaths = changeRequestId !== undefined && keys.some((key) => candidateGitPaths(key).length > 0);
  const changes = usesGitPaths
    ? await read(store, readLinkChangesBetween(scope.space.head.content, hash))
    : { after: content, moved: [] };
  return new ChangedLinkResolver(store, reads.links, spaceId, changes).resolve(keys);
}

/** Lists the link targets of all pages of a space, with the pages that link to each. */
export const listSpaceLinks = query<InSpace & Filter>()({
  name: 'listSpaceLinks',
  requires: 'space:view',
  scope: inSpace,
  needs: ['publicUrl', 'content', 'pageTrees', 'computedPages', 'slugify', 'sealer'],
  async run(context, { spaceId, status, page: { limit, after } }): Promise<LinksView> {
    const {
      content: hash,
      items,
      counts,
    } = await context.read.links.list(
      spaceId,
      { status, appUrlPrefix: context.publicUrl, after, limit },
      MAX_PAGES_PER_TARGET,
    );
    const content = await read(context.content, readContent(hash));
    const shown = items.slice(0, limit);
    const primary = { spaceId, revisionId: '', content: hash };
    const targets = await viewsOfStored(context, primary, content, shown);
    return {
      items:
        limit === 0
          ? []
          : await linkViews(
              context,
              await loadLinkScene(context, { spaceId, ...context.scope.space.head }),
              content,
              targets,
            ),
      ...(limit > 0 && items.length > limit && { next: shown.at(-1)!.key }),
      count: status === undefined ? totalOf(counts) : counts[status],
      stats: { total: totalOf(counts), broken: { total: counts.broken } },
    };
  },
});

/**
 * Lists the link targets of all pages of a change request, with the pages that link to each. With `brokenContext`,
 * lists the broken links that the change request introduces, or those that the space already has.
 */
export const listChangeRequestLinks = query<InChangeRequest & Filter & { readonly brokenContext?: BrokenContext }>()({
  name: 'listChangeRequestLinks',
  requires: 'space:view',
  scope: inChangeRequest,
  needs: ['publicUrl', 'content', 'pageTrees', 'computedPages', 'slugify', 'sealer'],
  async run(context, { spaceId, changeRequestId, status, brokenContext, page }): Promise<LinksView> {
    const { publicUrl } = context;
    const place = await locateChangeRequestContent(context, { spaceId, changeRequestId });
    const request = { ...page, status: brokenContext === undefined ? status : ('broken' as const), brokenContext };
    const { changed, stored } = await readLinksBesidePrimary(context, place, request);

    const linked = [...changed.targets.values()].filter((target) => target.pages.length > 0);
    const counts = countsOf(stored.counts, changed.targets.values(), publicUrl);
    const introduced = linked.filter(isIntroducedBreak).length;
    const shownOwn = linked
      .filter((target) => brokenContext === undefined || contextOf(target) === brokenContext)
      .map((target): LinkTargetView => ({ ...target, status: statusOf(target.after, publicUrl) }))
      .filter((target) => request.status === undefined || target.status === request.status)
      .filter(({ key }) => page.after === undefined || compareKeys(key, page.after) > 0);

    const others = brokenContext === 'change-request' ? [] : stored.items;
    const merged = [...(await viewsOfStored(context, place, changed.content, others)), ...shownOwn];
    merged.sort((a, b) => compareKeys(a.key, b.key));
    const shown = merged.slice(0, page.limit);
    return {
      items:
        page.limit === 0 ? [] : await linkViews(context, await loadLinkScene(context, place), changed.content, shown),
      ...(page.limit > 0 && merged.length > page.limit && { next: shown.at(-1)!.key }),
      count: countOf(counts, introduced, request),
      stats: { total: totalOf(counts), broken: { total: counts.broken, changeRequest: introduced } },
    };
  },
});

/** Page of a list of link targets, and the links that it is limited to. */
interface ListRequest extends PageRequest {
  readonly status: LinkStatus | undefined;
  readonly brokenContext: BrokenContext | undefined;
}

/**
 * Reads the links that a change request changes, and those of the primary content that it does not, both for the same
 * primary content.
 */
async function readLinksBesidePrimary(
  context: SpaceContext,
  { spaceId, content }: ContentLocation,
  { status, brokenContext, limit, after }: ListRequest,
): Promise<{ readonly changed: ChangedLinks; readonly stored: LinkList }> {
  let primary = context.scope.space.head.content;
  for (;;) {
    const changed = await readChangedLinks(context, spaceId, primary, content);
    const stored = await context.read.links.list(
      spaceId,
      {
        status,
        appUrlPrefix: context.publicUrl,
        after,
        limit: brokenContext === 'change-request' ? 0 : limit,
        excludedKeys: [...changed.targets.keys()],
        excludedPages: changed.pages,
      },
      MAX_PAGES_PER_TARGET,
    );
    // The head of the space may move between the two reads.
    if (stored.content === primary) return { changed, stored };
    primary = stored.content;
  }
}

/** Views of stored targets, as they resolve in a content. */
async function viewsOfStored(
  context: SpaceContext,
  place: ContentLocation,
  content: Content,
  targets: readonly TargetWithPages[],
): Promise<readonly LinkTargetView[]> {
  const keys = targets.map(({ key }) => key);
  const outcomes = await outcomesIn(context, place, content, keys);
  return targets.map(({ key, broken, pages }): LinkTargetView => ({
    key,
    outcome: outcomes.get(key)!,
    status: statusOf({ key, broken }, context.publicUrl),
    pages,
  }));
}

/** Tells whether a change request breaks links that the space does not have, or that are not broken there. */
const isIntroducedBreak = ({ before, after }: ChangedTarget): boolean => after.broken && before?.broken !== true;
const contextOf = (target: ChangedTarget): BrokenContext => (isIntroducedBreak(target) ? 'change-request' : 'space');

/** Number of the targets in a list. @param introduced number of those that the change request breaks */
function countOf(counts: LinkCounts, introduced: number, { status, brokenContext }: ListRequest): number {
  switch (brokenContext) {
    case 'change-request':
      return introduced;
    case 'space':
      return counts.broken - introduced;
    case undefined:
      return status === undefined ? totalOf(counts) : counts[status];
  }
}

const totalOf = (counts: LinkCounts): number => counts.ok + counts.broken + counts['in-app'];
/** Compares keys bytewise, in the order of the database. */
const compareKeys = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Adjusts the stored counts of the space by the targets that the change request changes. */
function countsOf(stored: LinkCounts, changed: Iterable<ChangedTarget>, publicUrl: string): LinkCounts {
  const counts = { ...stored };
  for (const { before, after, pages } of changed) {
    if (before !== undefined) counts[statusOf(before, publicUrl)] -= 1;
    if (pages.length > 0) counts[statusOf(after, publicUrl)] += 1;
  }
  return counts;
}
