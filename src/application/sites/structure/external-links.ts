import type { SiteExternalLinkId, SiteSectionGroupId } from '../../../domain/kernel/id.ts';
import type { ExternalLinkChange } from '../../../domain/sites/structure/structure-inputs.ts';
import { command } from '../../kernel/use-case.ts';
import { inSite, type InSite } from '../../kernel/scope.ts';
import { requireCondition } from '../audience/adaptive-schema.ts';
import { removeFromStructure, updateStructure } from './change-structure.ts';
import { requireGroup, requireLink, type ExternalLinkView } from './structure-views.ts';

type OfLink = InSite & { readonly siteExternalLinkId: SiteExternalLinkId };

/**
 * Adds a link to another website to the navigation of a site, at the end of the site or of a section group. Fails with
 * `Conflict` on a site without sections, and with `Invalid` for a condition that can never hold.
 */
export const addExternalLinkToSite = command<
  InSite & { body: ExternalLinkChange & { title: string; url: string; parent?: SiteSectionGroupId } }
>()({
  name: 'addExternalLinkToSite',
  requires: 'site:manage',
  scope: inSite,
  needs: ['ids', 'content'],
  async run(context, { body: { parent, ...fields }, ...of }): Promise<ExternalLinkView> {
    const id = context.ids.next();
    const changed = await updateStructure(context, of, async (structure, seen) => {
      await requireCondition(context.work, of.siteId, fields.condition);
      structure.addLink({ id, ...fields }, parent === undefined ? null : requireGroup(seen, parent).group.id);
    });
    return requireLink(changed, id);
  },
});

/**
 * Updates an external link. With `parent`, moves it to the end of a section group, or of the site if `parent` is null.
 */
export const updateSiteExternalLinkById = command<
  OfLink & { body: ExternalLinkChange & { parent?: SiteSectionGroupId | null } }
>()({
  name: 'updateSiteExternalLinkById',
  requires: 'site:manage',
  scope: inSite,
  needs: ['content'],
  async run(context, { siteExternalLinkId, body: { parent, ...change }, ...of }): Promise<ExternalLinkView> {
    const changed = await updateStructure(context, of, async (structure, seen) => {
      await requireCondition(context.work, of.siteId, change.condition);
      const { id } = requireLink(seen, siteExternalLinkId).link;
      structure.changeLink(id, change, parent ? requireGroup(seen, parent).group.id : parent);
    });
    return requireLink(changed, siteExternalLinkId);
  },
});

/** Deletes an external link. */
export const deleteSiteExternalLinkById = command<OfLink>()({
  name: 'deleteSiteExternalLinkById',
  requires: 'site:manage',
  scope: inSite,
  needs: ['content'],
  run: (context, { siteExternalLinkId, ...of }): Promise<boolean> =>
    removeFromStructure(context, of, (structure) => structure.removeLink(siteExternalLinkId)),
});
