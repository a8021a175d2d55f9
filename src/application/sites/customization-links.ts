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
  const stated = [
    ...new Set(targets.flatMap((target) => ('space' in target && target.space !== undefined ? [target.space] : []))),
  ];
  const visible = await visibleSpaces(context, stated);
  const lost = new Map<SiteLinkTarget, string>();
  for (const target of targets)
    if ('space' in target && target.space !== undefined && !visible.has(target.space)) lost.set(target, 'space');

  const spaceOf = new Map<SiteLinkTarget, Id>();
  const open = new Set(targets.filter((target) => !lost.has(target) && referencedItem(target) !== undefined));
  for (const space of new Map([...visible.values(), ...spaces].map((one) => [one.space.state.id, one])).values()) {
    const { id } = space.space.state;
    const isOfSite = spaces.some((one) => one.space.state.id === id);
    const candidates = [...open].filter((target) =>
      'space' in target && target.space !== undefined ? target.space === id : isOfSite,
    );
    if (candidates.length === 0) continue;
    const found = await findPresentItems(context, space, candidates);
    for (const target of candidates) {
      if (!found.has(referencedItem(target)!.id)) continue;
      spaceOf.set(target, id);
      open.delete(target);
    }
  }
  for (const target of open) lost.set(target, referencedItem(target)!.kind);
  if (lost.size > 0)
    throw new Invalid(
      placed.flatMap(({ path, target }) => {
        const kind = lost.get(target);
        return kind === undefined ? [] : [{ path, message: `leads to a ${kind} that does not exist` }];
      }),
    );
  return mapLinkTargets(settings, (target) =>
    spaceOf.has(target) ? ({ ...target, space: spaceOf.get(target)! } as SiteLinkTarget) : target,
  );
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
