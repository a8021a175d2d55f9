import { isAllowed } from '../../domain/permissions/policy.ts';
import { withoutInstructions } from '../../domain/sites/customization.ts';
import { withoutDrafts } from '../../domain/sites/structure/structure-view.ts';
import { NotFound } from '../../domain/kernel/errors.ts';
import type { OrganizationId, SiteId } from '../../domain/kernel/id.ts';
import { inSite } from '../kernel/scope.ts';
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
 * Gets a published site with its structure and customizations, without drafts. Sites that are not published are found only by callers
 * who may publish them.
 */
export const getPublishedContentSite = query<{ organizationId: OrganizationId; siteId: SiteId; shareKey?: string }>()({
  name: 'getPublishedContentSite',
  requires: 'site:view',
  scope: inSite,
  needs: ['tokens', 'content'],
  openToVisitors: true,
  async run(context, { organizationId, siteId, shareKey }): Promise<PublishedProfile> {
    const { read, scope } = context;
    const state = (await read.sites.get({ id: siteId, organizationId })).snapshot();
    if (
      !state.published &&
      !isAllowed('site:manage', { level: scope.siteLevel, member: true, operator: scope.caller.operator })
    )
      throw new NotFound('site');
    const structure = await loadStructure(read, state);
    const shared = await findSharedRoot(context, state, shareKey);
    const shown = await loadVisibleStructure(context, state, structure, shared, { withDrafts: false });
    const customizations = await loadCustomizations(read, state);
    const { visitor } = scope;
    const visible = new Set(shown.siteSpaces.map(({ siteSpace }) => siteSpace.id));
    return {
      site: {
        state,
        siteSpaces: visitor === undefined ? withoutDrafts(structure.view()).spaces.length : visible.size,
        level: scope.siteLevel,
        icon: (await loadIcons(read, [siteId])).get(siteId),
        shared,
      },
      structure: shown,
      customizations: {
        site: withoutInstructions(customizations.site),
        siteSpaces: new Map(
          [...customizations.siteSpaces].flatMap(([id, one]) =>
            visitor === undefined || visible.has(id) ? [[id, withoutInstructions(one)]] : [],
          ),
        ),
      },
    };
  },
});
