import { readContent, type Content } from '../../domain/content/content.ts';
import { diffMaps } from '../../domain/content/objects/map-diff.ts';
import type { Hash } from '../../domain/content/objects/content-object.ts';
import type { Page } from '../../domain/content/page.ts';
import { both, type ObjectQuery } from '../../domain/content/objects/object-query.ts';
import type { Id, SpaceId } from '../../domain/kernel/id.ts';
import type { LinkResolution } from '../../domain/links/content-lookup.ts';
import type { LinkTarget, TargetWithPages } from '../../ports/links.ts';
import { read } from '../content/reading.ts';
import {
  findAffectedLinks,
  ChangedLinkResolver,
  listAffectedTargets,
  readLinkChanges,
  toLinkTarget,
  type LinkChanges,
} from '../content/projections/link-updates.ts';
import type { SpaceContext } from './link-views.ts';

/** Number of pages listed for a target, ordered by id; backlinks list all of them. */
export const MAX_PAGES_PER_TARGET = 20;

/** A target whose links or outcome a change request changes. */
export interface ChangedTarget {
  readonly key: string;
  readonly outcome: LinkResolution;
  /** Target in the primary content; undefined when nothing links to it there. */
  readonly before: LinkTarget | undefined;
  readonly after: LinkTarget;
  /** Changed pages that link to the target. */
  readonly changedPages: readonly Id[];
  /** Pages that link to the target, ordered by id; empty when none does after the change. */
  readonly pages: readonly Id[];
}

/** Differences between the links of a change request and of the primary content. */
export interface ChangedLinks {
  readonly content: Content;
  /** Pages whose links differ, so that their stored links do not apply. */
  readonly pages: readonly Id[];
  readonly targets: ReadonlyMap<string, ChangedTarget>;
}

/** Compares the links of a content with those of the primary content. The cost follows the difference. */
export async function readChangedLinks(
  context: SpaceContext,
  spaceId: SpaceId,
  primary: Hash,
  hash: Hash,
): Promise<ChangedLinks> {
  const { content: store, read: reads } = context;
  const changes = await read(store, readLinkChangesBetween(primary, hash));
  const { named, concerns } = await read(store, findAffectedLinks(changes, changes.pages, changes.nonPages));
  const pages = named.map(({ pageId }) => pageId);
  const pagesByTarget = new Map<string, Id[]>();
  const stored = pages.length === 0 ? [] : await reads.links.linksOf(spaceId, pages);
  for (const { key } of stored) pagesByTarget.set(key, []);
  for (const { pageId, keys } of named)
    for (const key of keys) pagesByTarget.set(key, [...(pagesByTarget.get(key) ?? []), pageId]);
  for (const { key } of await listAffectedTargets(reads.links, spaceId, concerns))
    if (!pagesByTarget.has(key)) pagesByTarget.set(key, []);
  const keys = [...pagesByTarget.keys()];
  const [known, outcomes] = await Promise.all([
    keys.length === 0 ? [] : reads.links.findTargets(spaceId, keys, pages, MAX_PAGES_PER_TARGET),
    new ChangedLinkResolver(store, reads.links, spaceId, changes).resolve(keys),
  ]);
  const before = new Map(known.map((target): [string, TargetWithPages] => [target.key, target]));
  const targets = keys.map((key): [string, ChangedTarget] => {
    const changedPages = pagesByTarget.get(key)!;
    const listedPages = [...changedPages, ...(before.get(key)?.pages ?? [])].sort().slice(0, MAX_PAGES_PER_TARGET);
    return [
      key,
      {
        key,
        outcome: outcomes.get(key)!,
        before: before.get(key),
        after: toLinkTarget(key, outcomes.get(key)!),
        changedPages,
        pages: listedPages,
      },
    ];
  });
  return { content: changes.after, pages, targets: new Map(targets) };
}

/** Reads the changes between two contents that links depend on. */
export function* readLinkChangesBetween(from: Hash, to: Hash): ObjectQuery<LinkChanges> {
  const [before, after] = yield* both(readContent(from), readContent(to));
  return yield* readLinkChanges({ before, after }, yield* diffMaps<Page>(before.pages, after.pages));
}
