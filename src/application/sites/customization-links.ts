import { readContent } from '../../domain/content/content.ts';
import { getFile, getPages } from '../../domain/content/content-reads.ts';
import { all, both, type ObjectQuery } from '../../domain/content/objects/object-query.ts';
import type { Hash } from '../../domain/content/objects/content-object.ts';
import { hasSlug } from '../../domain/content/page.ts';
import { NotFound } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import {
  listLinkTargets,
  mapLinkTargets,
  type SiteLinkTarget,
  type CustomizationLinks,
} from '../../domain/sites/customization.ts';
import type { SpaceView } from '../spaces/space-view.ts';
import { read } from '../content/reading.ts';
import { visibleSpaces, type InOrganization } from './site-views.ts';

/** A page or a file that a target names; undefined for targets that name neither. */
const referencedItem = (target: SiteLinkTarget): { readonly kind: 'page' | 'file'; readonly id: Id } | undefined =>
  target.kind === 'file'
    ? { kind: 'file', id: target.file }
    : target.kind === 'page' || target.kind === 'anchor'
      ? { kind: 'page', id: target.page }
      : undefined;

/**
 * The same settings, in which each page and file names its space: where it did not, the first of `spaces` that has it.
 * @throws NotFound for a space that the caller does not see, and for a page or a file that is not there
 */
export async function resolveLinkSpaces<C extends CustomizationLinks>(
  context: InOrganization,
  spaces: readonly SpaceView[],
  settings: C,
): Promise<C> {
  const targets = listLinkTargets(settings);
  const stated = [
    ...new Set(targets.flatMap((target) => ('space' in target && target.space !== undefined ? [target.space] : []))),
  ];
  const visible = await visibleSpaces(context, stated);
  for (const id of stated) if (!visible.has(id)) throw new NotFound('space');

  const settled = new Map<SiteLinkTarget, Id>();
  const open = new Set(targets.filter((target) => referencedItem(target) !== undefined));
  for (const space of new Map([...visible.values(), ...spaces].map((one) => [one.space.state.id, one])).values()) {
    const { id } = space.space.state;
    const isOfSite = spaces.some((one) => one.space.state.id === id);
    const asked = [...open].filter((target) =>
      'space' in target && target.space !== undefined ? target.space === id : isOfSite,
    );
    if (asked.length === 0) continue;
    const there = await read(context.content, findPresentItems(space.space.head.content, asked));
    for (const target of asked) {
      if (!there.has(referencedItem(target)!.id)) continue;
      settled.set(target, id);
      open.delete(target);
    }
  }
  for (const target of open) throw new NotFound(referencedItem(target)!.kind);
  return mapLinkTargets(settings, (target) =>
    settled.has(target) ? ({ ...target, space: settled.get(target)! } as SiteLinkTarget) : target,
  );
}

/** Which of the pages and files a content has; a page counts that has an address. */
function* findPresentItems(hash: Hash, targets: readonly SiteLinkTarget[]): ObjectQuery<ReadonlySet<Id>> {
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
