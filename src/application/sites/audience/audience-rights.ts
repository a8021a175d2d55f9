import { isAllowed } from '../../../domain/permissions/policy.ts';
import { Forbidden } from '../../../domain/kernel/errors.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import { findRemovedSiteSpaces, findWidenedSpaces } from '../../../domain/sites/audience/audience-changes.ts';
import type { SiteState } from '../../../domain/sites/site.ts';
import type { SiteStructure } from '../../../domain/sites/structure/site-structure.ts';
import type { StructureView } from '../../../domain/sites/structure/structure-view.ts';
import { visibleSpaces, type InOrganization } from '../site-views.ts';

/**
 * Tells whether the caller may decide who reads the spaces: has `space:grant` on each, or administers the organization.
 */
async function mayGrantAll(context: InOrganization, spaceIds: readonly Id[]): Promise<boolean> {
  const { level, caller } = context.scope;
  if (isAllowed('organization:admin', { level, member: true, operator: caller.operator })) return true;
  const ids = [...new Set(spaceIds)];
  const visible = await visibleSpaces(context, ids);
  return ids.every((id) =>
    isAllowed('space:grant', { level: visible.get(id)?.level, member: true, operator: caller.operator }),
  );
}

/**
 * Requires the right to decide who reads the spaces. The error is the same whether or not the caller sees the space.
 * @throws Forbidden
 */
async function requireGrantAll(context: InOrganization, spaceIds: readonly Id[]): Promise<void> {
  if (!(await mayGrantAll(context, spaceIds))) throw new Forbidden('space:grant on every space of the site');
}

const spaceIdsOf = (structure: SiteStructure): readonly Id[] => structure.visibleSpaces().map(({ spaceId }) => spaceId);

/** Tells whether the caller may widen the audience of a site. */
export const mayWidenAudience = (context: InOrganization, structure: SiteStructure): Promise<boolean> =>
  mayGrantAll(context, spaceIdsOf(structure));

/**
 * Requires the right to widen the audience of a site: `space:grant` on each space that it shows, or administering the
 * organization. Every operation that opens a site calls this: visibility, publishing, keys and secrets, hostnames,
 * previews.
 * @throws Forbidden
 */
export const requireAudience = (context: InOrganization, structure: SiteStructure): Promise<void> =>
  requireGrantAll(context, spaceIdsOf(structure));

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
  [before, after]: readonly [StructureView, StructureView],
  created: readonly Id[] = [],
): Promise<void> {
  const widened = findWidenedSpaces(before, after);
  if (widened.length > 0) {
    const concerned = published ? [...before.spaces, ...after.spaces].map(({ spaceId }) => spaceId) : widened;
    await requireGrantAll(
      context,
      concerned.filter((id) => !created.includes(id)),
    );
  }
  const removed = new Set(findRemovedSiteSpaces(before, after));
  const spaceIds = before.spaces.flatMap(({ id, spaceId }) => (removed.has(id) ? [spaceId] : []));
  const visible = await visibleSpaces(context, spaceIds);
  if (!spaceIds.every((id) => visible.has(id)))
    throw new Forbidden('space:view on every space that is removed from the site');
}
