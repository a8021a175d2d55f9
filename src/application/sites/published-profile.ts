import { isAllowed } from '../../domain/permissions/policy.ts';
import { NotFound } from '../../domain/kernel/errors.ts';
import type { OrganizationId, SiteId } from '../../domain/kernel/id.ts';
import { query } from '../kernel/use-case.ts';
import { loadCustomizations, loadIcons, type SiteCustomizations } from './customizations.ts';
import { loadStructure } from './structure/load-structure.ts';
import { findSharedRoot } from './shared-root.ts';
import type { SiteView } from './site-views.ts';
import { loadVisibleStructure, type VisibleStructure } from './structure/structure-views.ts';

/** A published site with its structure and customizations. */
export interface PublishedProfile {
  readonly site: SiteView;
  readonly structure: VisibleStructure;
  readonly customizations: SiteCustomizations;
}

/**
 * Gets a published site with its structure and customizations. Sites that are not published are found only by callers
 * who may publish them.
 */
export const getPublishedContentSite = query<{ organizationId: OrganizationId; siteId: SiteId; shareKey?: string }>()({
  name: 'getPublishedContentSite',
  requires: 'sites:view',
  scope: ({ organizationId }) => ({
    organization: organizationId,
  }),
  needs: ['tokens', 'content'],
  async run(context, { organizationId, siteId, shareKey }): Promise<PublishedProfile> {
    const { read, scope } = context;
    const state = (await read.sites.get({ id: siteId, organizationId })).snapshot();
    if (
      !state.published &&
      !isAllowed('sites:manage', { level: scope.level, member: true, operator: scope.caller.operator })
    )
      throw new NotFound('site');
    const structure = await loadStructure(read, state);
    const shared = await findSharedRoot(context, state, shareKey);
    return {
      site: {
        state,
        siteSpaces: structure.visibleSpaces().length,
        level: scope.level,
        icon: (await loadIcons(read, [siteId])).get(siteId),
        shared,
      },
      structure: await loadVisibleStructure(context, state, structure, shared),
      customizations: await loadCustomizations(read, state),
    };
  },
});
