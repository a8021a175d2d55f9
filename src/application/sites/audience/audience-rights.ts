import { isAllowed } from '../../../domain/permissions/policy.ts';
import { Forbidden } from '../../../domain/kernel/errors.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import { findRemovedSiteSpaces, findWidenedSpaces } from '../../../domain/sites/audience/audience-changes.ts';
import type { SiteState } from '../../../domain/sites/site.ts';
import type { SiteStructure } from '../../../domain/sites/structure/site-structure.ts';
import type { StructureView } from '../../../domain/sites/structure/structure-view.ts';
import { restorableSpaces, visibleSpaces, type InOrganization } from '../site-views.ts';

/**
 * Tells whether the caller may decide who reads the spaces: has `space:grant` on each, or administers the organization.
 */
async function mayGrantAll(context: InOrganization, spaceIds: readonly Id[]): Promise<boolean> {
  const { level, caller } = context.scope;
  if (isAllowed('organization:admin', { level, member: true, operator: caller.operator })) return true;
  const ids = [...new Set(spaceIds)];
  const visible = await visibleSpaces(context, ids);
  const deleted = await restorableSpaces(
    context,
    ids.filter((id) => !visible.has(id)),
  );
  return ids.every((id) => {
    const { level } = visible.get(id) ?? deleted.get(id) ?? {};
    return isAllowed('space:grant', { level, member: true, operator: caller.operator });
  });
}

/**
 * Requires the right to decide who reads the spaces. The error is the same whether or not the caller sees the space.
 * @throws Forbidden
 */
async function requireGrantAll(context: InOrganization, spaceIds: readonly Id[]): Promise<void> {
  if (!(await mayGrantAll(context, spaceIds))) throw new Forbidden('space:grant on every space of the site');
}

/** Lists the spaces that a site shows, and the deleted ones that it shows again when they are restored. */
const spaceIdsOf = (structure: SiteStructure): readonly Id[] =>
  structure.viewAfterRestores().spaces.map(({ spaceId }) => spaceId);

/** Tells whether the caller may widen the audience of a site. */
export const mayWidenAudience = (context: InOrganization, structure: SiteStructure): Promise<boolean> =>
  mayGrantAll(context, spaceIdsOf(structure));

/**
 * Requires the right to widen the audience of a site: `space:grant` on each space that it shows, and on each deleted
 * one that it shows again once restored, or administering the organization. Every operation that opens a site calls
 * this: visibility, publishing, keys and secrets, hostnames, previews.
 * @throws Forbidden
 */
export const requireAudience = (context: InOrganization, structure: SiteStructure): Promise<void> =>
  requireGrantAll(context, spaceIdsOf(structure));

/** Structure of a site as readers see it, and as they see it once all deleted spaces are restored. */
export interface StructureViews {
  readonly shown: StructureView;
  readonly afterRestores: StructureView;
}

/** Returns both views of a structure. */
export const viewsOf = (structure: SiteStructure): StructureViews => ({
  shown: structure.view(),
  afterRestores: structure.viewAfterRestores(),
});

/**
 * Requires the rights for a change of a site's structure, besides managing the site. Spaces that gain readers need the
 * right to widen their audience, on a published site together with all its other spaces; removed site spaces must be
 * visible to the caller.
 * @param created spaces that the change itself created
 * @throws Forbidden
 */
export async function requireStructureRights(
  context: InOrganization,
  { published }: Pick<SiteState, 'published'>,
  [before, after]: readonly [StructureViews, StructureViews],
  created: readonly Id[] = [],
): Promise<void> {
  const widened = findWidenedSpaces(before.afterRestores, after.afterRestores);
  if (widened.length > 0) {
    const concerned = published
      ? [before, after].flatMap(({ afterRestores }) => afterRestores.spaces).map(({ spaceId }) => spaceId)
      : widened;
    await requireGrantAll(
      context,
      concerned.filter((id) => !created.includes(id)),
    );
  }
  const removed = new Set(findRemovedSiteSpaces(before.shown, after.shown));
  const spaceIds = before.shown.spaces.flatMap(({ id, spaceId }) => (removed.has(id) ? [spaceId] : []));
  const visible = await visibleSpaces(context, spaceIds);
  if (!spaceIds.every((id) => visible.has(id)))
    throw new Forbidden('space:view on every space that is removed from the site');
}
