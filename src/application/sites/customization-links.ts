import { readContent } from '../../domain/content/content.ts';
import { getFile, getPages } from '../../domain/content/content-reads.ts';
import type { Hash } from '../../domain/content/objects/content-object.ts';
import { all, both, type ObjectQuery } from '../../domain/content/objects/object-query.ts';
import { hasSlug } from '../../domain/content/page.ts';
import { Invalid } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import {
  listPlacedLinkTargets,
  mapLinkTargets,
  type PlacedLinkTarget,
  type SiteLinkTarget,
  type CustomizationLinks,
} from '../../domain/sites/customization.ts';
import type { SpaceView } from '../spaces/space-view.ts';
import { read } from '../content/reading.ts';
import type { QueryContext } from '../kernel/use-case.ts';
import { loadExpandedOutline } from './reader/expanded-outline.ts';
import { visibleSpaces } from './site-views.ts';

type Context = QueryContext<{ readonly organization: Id }, 'content' | 'siteContent' | 'computedOutlines'>;

/** Extracts the page or file of a target; undefined for other kinds of targets. */
const referencedItem = (target: SiteLinkTarget): { readonly kind: 'page' | 'file'; readonly id: Id } | undefined =>
  target.kind === 'file'
    ? { kind: 'file', id: target.file }
    : target.kind === 'page' || target.kind === 'anchor'
      ? { kind: 'page', id: target.page }
      : undefined;

/** Returns a text that is the same for equal targets in the same part of a page: its header, footer or announcement. */
const targetKey = ({ path, target }: PlacedLinkTarget): string =>
  JSON.stringify([path.split('.')[0], Object.entries(target).sort(([a], [b]) => (a < b ? -1 : 1))]);

/**
 * Adds the space to each page and file target of the settings that lacks one: the first of `spaces` that contains the
 * item. Targets that the same part of `present` has stay as they are, also those that are gone since.
 * @param present customization that the settings change
 * @throws Invalid naming each link to a space that the caller cannot see, or to a missing page or file
 */
export async function resolveLinkSpaces<C extends CustomizationLinks>(
  context: Context,
  spaces: readonly SpaceView[],
  settings: C,
  present: CustomizationLinks,
): Promise<C> {
  const known = new Set(listPlacedLinkTargets(present).map(targetKey));
  const placed = listPlacedLinkTargets(settings).filter((one) => !known.has(targetKey(one)));
  const targets = placed.map(({ target }) => target);
  const visible = await visibleSpaces(context, [...new Set(targets.flatMap((target) => statedSpace(target) ?? []))]);
  const isVisible = (space: Id | undefined): boolean => space === undefined || visible.has(space);
  const items = targets.filter((target) => isVisible(statedSpace(target)) && referencedItem(target) !== undefined);
  const spaceOf = await findSpacesOf(context, spaces, [...visible.values()], items);
  const problems = placed.flatMap(({ path, target }) => {
    const item = referencedItem(target);
    if (!isVisible(statedSpace(target))) return [{ path, message: 'leads to a space that does not exist' }];
    if (item === undefined || spaceOf.has(target)) return [];
    return [{ path, message: `leads to a ${item.kind} that does not exist` }];
  });
  if (problems.length > 0) throw new Invalid(problems);
  return mapLinkTargets(settings, (target) =>
    spaceOf.has(target) ? ({ ...target, space: spaceOf.get(target)! } as SiteLinkTarget) : target,
  );
}

/** Returns the space that a target names. */
const statedSpace = (target: SiteLinkTarget): Id | undefined => ('space' in target ? target.space : undefined);

/**
 * Finds the space of each page and file target that exists: the space that the target names, otherwise the first space
 * of the site that contains the item.
 * @param named spaces that targets name
 */
async function findSpacesOf(
  context: Context,
  ofSite: readonly SpaceView[],
  named: readonly SpaceView[],
  targets: readonly SiteLinkTarget[],
): Promise<ReadonlyMap<SiteLinkTarget, Id>> {
  const spaceOf = new Map<SiteLinkTarget, Id>();
  const siteIds = new Set(ofSite.map(({ space }) => space.state.id));
  for (const [id, view] of new Map([...named, ...ofSite].map((one) => [one.space.state.id, one]))) {
    const candidates = targets.filter((target) => {
      const stated = statedSpace(target);
      return !spaceOf.has(target) && (stated === undefined ? siteIds.has(id) : stated === id);
    });
    if (candidates.length === 0) continue;
    const found = await findPresentItems(context, view, candidates);
    for (const target of candidates) if (found.has(referencedItem(target)!.id)) spaceOf.set(target, id);
  }
  return spaceOf;
}

/** Finds the targets that a space contains, also among its generated pages; pages count only if they have a path. */
async function findPresentItems(
  context: Context,
  { space: { state, head } }: SpaceView,
  targets: readonly SiteLinkTarget[],
): Promise<ReadonlySet<Id>> {
  const stored = await read(context.content, findStoredItems(head.content, targets));
  const missing = targets.flatMap((target) => {
    const { kind, id } = referencedItem(target)!;
    return kind === 'page' && !stored.has(id) ? [id] : [];
  });
  if (missing.length === 0) return stored;
  const { outline } = await loadExpandedOutline(context, context.scope.organizationId, state.id, head.content);
  const all = outline.withConditions(() => true);
  return new Set([...stored, ...missing.filter((id) => all.byId(id)?.path !== undefined)]);
}

/** Finds the targets that are stored in a content. */
function* findStoredItems(hash: Hash, targets: readonly SiteLinkTarget[]): ObjectQuery<ReadonlySet<Id>> {
  const content = yield* readContent(hash);
  const ids = (kind: 'page' | 'file'): Id[] =>
    targets.flatMap((target) => (referencedItem(target)!.kind === kind ? [referencedItem(target)!.id] : []));
  const [pages, files] = yield* both(
    getPages(content, ids('page')),
    all(ids('file').map((id) => getFile(content, id))),
  );
  return new Set([
    ...[...pages.values()].flatMap((page) => (hasSlug(page.type) ? [page.id] : [])),
    ...files.flatMap((file) => file?.id ?? []),
  ]);
}
