import { isAllowed } from '../../../domain/permissions/policy.ts';
import { PermissionRequired } from '../../../domain/permissions/permission-required.ts';
import { StaleWrite } from '../../../domain/kernel/errors.ts';
import type { SiteSpaceId } from '../../../domain/kernel/id.ts';
import { unconditionalSpaceRoots } from '../../../domain/sites/structure/structure-roots.ts';
import { command } from '../../kernel/use-case.ts';
import { inSite, type InSite } from '../../kernel/scope.ts';
import { duplicateBeside } from '../../spaces/duplicate-space.ts';
import { updateStructure, readStructure } from './change-structure.ts';
import { copySettings } from '../customizations.ts';
import { requirePublishable, type SiteSpaceView } from '../site-views.ts';
import { requireSiteSpace } from './structure-views.ts';

/**
 * Duplicates the space of a site space and adds the copy after the original, with the same condition and customization.
 *
 * With `draft`, the copy is a draft, which previews alone show. Requires the permissions to duplicate
 * the space and to publish it. Fails with `Conflict` when the site has as many spaces as it may have.
 */
export const duplicateSiteSpace = command<InSite & { siteSpaceId: SiteSpaceId; body: { draft?: boolean } }>()({
  name: 'duplicateSiteSpace',
  requires: 'site:manage',
  scope: inSite,
  needs: ['ids', 'slugify', 'tokens', 'content'],
  async run(context, { siteSpaceId, body: { draft = false }, ...of }): Promise<SiteSpaceView> {
    const { work, ids, slugify, scope } = context;
    // The organization is locked before the site, in the order of all operations that create spaces.
    const { siteSpace: original } = requireSiteSpace(await readStructure(context, of), siteSpaceId);
    const [view] = await requirePublishable(context, [original.spaceId]);
    if (!isAllowed('space:admin', { level: view!.level, member: true, operator: scope.caller.operator }))
      throw new PermissionRequired('space:admin');
    const space = await duplicateBeside(
      context,
      { organizationId: of.organizationId, level: view!.level! },
      original.spaceId,
    );

    const id = ids.next();
    let copy: SiteSpaceView | undefined;
    await updateStructure(
      context,
      of,
      (structure, seen) => {
        const beside = requireSiteSpace(seen, siteSpaceId);
        const { siteSpace } = beside;
        if (siteSpace.spaceId !== original.spaceId) throw new StaleWrite('site space');
        structure.addSpace(
          { id, spaceId: space.space.state.id, slug: slugify(space.space.state.title), draft },
          siteSpace.sectionId ?? undefined,
        );
        structure.move({ type: 'site-space', id }, { after: { type: 'site-space', id: siteSpaceId } });
        const added = structure.changeSpace(id, {
          condition: siteSpace.condition,
          hidden: siteSpace.hidden,
        });
        // The unit of work is not committed, so permission reads do not find the new space yet.
        copy = { ...beside, siteSpace: added, space, root: unconditionalSpaceRoots(structure.view()).get(id) };
      },
      [space.space.state.id],
    );
    await copySettings(work, siteSpaceId, { id, ...of });
    return copy!;
  },
});
