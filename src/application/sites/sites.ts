import type { Id, OrganizationId } from '../../domain/kernel/id.ts';
import { shortenTitle } from '../../domain/kernel/title.ts';
import { effectiveLevel } from '../../domain/permissions/access-facts.ts';
import { numberedName } from '../../domain/sites/site-names.ts';
import { SiteStructure } from '../../domain/sites/structure/site-structure.ts';
import { widensAudience } from '../../domain/sites/audience/audience-changes.ts';
import { Site, type SiteChange, type SiteType, type SiteVisibility } from '../../domain/sites/site.ts';
import type { PageRequest } from '../../ports/kernel/repository.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import { command, query, type CommandContext } from '../kernel/use-case.ts';
import {
  inOrganization,
  inSite,
  type InOrganization,
  type InSite,
  type InSiteScope,
  type InOrganizationScope,
} from '../kernel/scope.ts';
import { requireAudience, requireStructureRights, viewsOf } from './audience/audience-rights.ts';
import { loadIcons } from './customizations.ts';
import { claimHostname } from './hostnames.ts';
import { deleteStructure, loadStructure, lockSite, saveStructure } from './structure/load-structure.ts';
import { createSpaceForSite } from './new-space.ts';
import { requirePublishable, visibleSpaces, type SiteView } from './site-views.ts';
import { requireSection, requireSiteSpace, loadVisibleStructure } from './structure/structure-views.ts';

export interface SiteInput {
  readonly type?: SiteType;
  readonly title?: string;
  readonly visibility?: SiteVisibility;
  /** Spaces to show, or the kind of new space to create. */
  readonly spaces?: readonly Id[] | 'sample' | 'empty';
}

/** Limits of the length of a site's title in the API. */
const TITLE = { least: 2, most: 128 };

/**
 * Creates a site that is not published. Without a title, it is named after its first space or the organization.
 * Publishing a space requires the permission to grant access to it.
 */
export const createSite = command<InOrganization & { body: SiteInput }>()({
  name: 'createSite',
  requires: 'sites:manage',
  scope: inOrganization,
  needs: ['ids', 'slugify', 'content'],
  async run(context, { organizationId, body }): Promise<SiteView> {
    const { work, ids, now, scope, slugify } = context;
    const { type = 'basic', visibility = 'public', spaces = [] } = body;
    const attached =
      typeof spaces === 'string'
        ? []
        : (await requirePublishable(context, [...new Set(spaces)])).map(({ space: { state } }) => state);
    const title = body.title ?? (await titleFor(context, organizationId, attached[0]?.title));
    const site = Site.create({
      id: ids.next(),
      organizationId,
      type,
      title,
      visibility,
      basename: await freeBasename(work, slugify(title) || 'site'),
      createdAt: now,
    });
    await work.sites.save(site);

    const structure = new SiteStructure({ id: site.id, organizationId });
    const shown = typeof spaces === 'string' ? [await createSpaceForSite(context, spaces, title)] : attached;
    for (const space of shown) structure.addSpace({ id: ids.next(), spaceId: space.id, slug: slugify(space.title) });
    await saveStructure(work, structure);
    return { state: site.snapshot(), siteSpaces: shown.length, level: scope.level, icon: undefined };
  },
});

async function titleFor(
  { work }: CommandContext<InOrganizationScope>,
  organizationId: OrganizationId,
  spaceTitle: string | undefined,
): Promise<string> {
  if (spaceTitle !== undefined && [...spaceTitle].length >= TITLE.least) return spaceTitle;
  const { title } = (await work.organizations.get({ id: organizationId })).snapshot();
  return shortenTitle(title, TITLE.most);
}

/** Number of numbered names examined at once. */
const BASENAME_BATCH_SIZE = 100;

/** Reserves a free basename under a lock, so that sites with the same name get different basenames. */
async function freeBasename(work: Work, slug: string): Promise<string> {
  await work.lockNames(`basename ${slug}`);
  for (let from = 0; ; from += BASENAME_BATCH_SIZE) {
    const names = Array.from({ length: BASENAME_BATCH_SIZE }, (_, n) => numberedName(slug, from + n));
    const { items } = await work.sites.list({ basename: names }, { limit: BASENAME_BATCH_SIZE });
    const taken = new Set(items.map((site) => site.snapshot().basename));
    const free = names.find((name) => !taken.has(name));
    if (free !== undefined) return free;
  }
}

export interface SitesFilter {
  readonly space?: Id;
  readonly title?: string;
  readonly published?: boolean;
  readonly type?: readonly SiteType[];
}

/** Lists the sites of an organization; guests see those on which they have a level. */
export const listSites = query<InOrganization & SitesFilter & { page: PageRequest }>()({
  name: 'listSites',
  requires: 'organization:view',
  scope: inOrganization,
  needs: ['content'],
  async run(context, { organizationId, space, title, published, type, page }) {
    // The sites of a space are revealed only to users who may see the space.
    if (space !== undefined && !(await visibleSpaces(context, [space])).has(space)) return { items: [], count: 0 };
    const filter = {
      ...(space !== undefined && { spaceId: space }),
      ...(title !== undefined && { title }),
      ...(published !== undefined && { published }),
      ...(type !== undefined && { types: type }),
    };
    const { items, ...rest } = await context.read.sitesOf.listVisible(
      { organizationId, userId: context.scope.caller.userId },
      filter,
      page,
    );
    const icons = await loadIcons(
      context.read,
      items.map(({ state }) => state.id),
    );
    return {
      items: items.map(({ access, ...site }): SiteView => ({
        ...site,
        level: effectiveLevel(access),
        icon: icons.get(site.state.id),
      })),
      ...rest,
    };
  },
});

/** Gets a site. */
export const getSiteById = query<InSite>()({
  name: 'getSiteById',
  requires: 'site:view',
  scope: inSite,
  async run({ read, scope }, { organizationId, siteId }): Promise<SiteView> {
    const state = (await read.sites.get({ id: siteId, organizationId })).snapshot();
    return {
      state,
      siteSpaces: (await loadStructure(read, state)).visibleSpaces().length,
      level: scope.siteLevel,
      icon: (await loadIcons(read, [siteId])).get(siteId),
    };
  },
});

/** Changes a site and returns its new view. */
async function changeSite(
  context: CommandContext<InSiteScope>,
  { organizationId, siteId }: InSite,
  change: (site: Site, structure: SiteStructure) => Promise<void> | void,
): Promise<SiteView> {
  const { work, scope } = context;
  const site = await lockSite(work, organizationId, siteId);
  const structure = await loadStructure(work, site.snapshot());
  await change(site, structure);
  await work.sites.save(site);
  await saveStructure(work, structure);
  return {
    state: site.snapshot(),
    siteSpaces: structure.visibleSpaces().length,
    level: scope.siteLevel,
    icon: (await loadIcons(work, [siteId])).get(siteId),
  };
}

/** Update of a site: its own fields, its defaults and its hostname. */
export interface SiteUpdateInput extends Omit<SiteChange, 'adaptiveContent'> {
  readonly adaptiveContent?: { readonly enabled: boolean };
  readonly hostname?: string | null;
  readonly defaultSiteSpace?: Id;
  readonly defaultSiteSection?: Id;
}

/**
 * Updates a site: its title, visibility, hostname, defaults and further settings. Fields that are omitted keep their
 * value.
 *
 * Changes that let more people read the site require the permission `space:grant` on each of its spaces. A hostname is
 * a claim until it is proven. Fails with `Conflict` when another site has proven the hostname.
 */
export const updateSiteById = command<InSite & { body: SiteUpdateInput }>()({
  name: 'updateSiteById',
  requires: 'site:manage',
  scope: inSite,
  needs: ['content', 'publicUrl', 'ids'],
  run: (context, { body: { defaultSiteSpace, defaultSiteSection, hostname, adaptiveContent, ...body }, ...input }) =>
    changeSite(context, input, async (site, structure) => {
      const seen = await loadVisibleStructure(context, site.snapshot(), structure);
      if (defaultSiteSection !== undefined)
        structure.makeSectionDefault(requireSection(seen, defaultSiteSection).section.id);
      if (defaultSiteSpace !== undefined) {
        requireSiteSpace(seen, defaultSiteSpace);
        structure.makeSiteDefault(defaultSiteSpace);
      }
      const change = { ...body, ...(adaptiveContent !== undefined && { adaptiveContent: adaptiveContent.enabled }) };
      if (widensAudience(site.snapshot(), { ...change, hostname })) await requireAudience(context, structure);
      site.change(change);
      if (hostname !== undefined) await claimHostname(context, site, hostname);
    }),
});

/** Publishes a site to its audience. Requires the permission `space:grant` on each of its spaces. */
export const publishSite = command<InSite>()({
  name: 'publishSite',
  requires: 'site:manage',
  scope: inSite,
  needs: ['content'],
  run: (context, input) =>
    changeSite(context, input, async (site, structure) => {
      await requireAudience(context, structure);
      site.publish();
    }),
});

/** Unpublishes a site. Its structure and settings stay. */
export const unpublishSite = command<InSite>()({
  name: 'unpublishSite',
  requires: 'site:manage',
  scope: inSite,
  run: (context, input) => changeSite(context, input, (site) => site.unpublish()),
});

/**
 * Deletes a site. Its spaces stay. An organization that shows the site by default shows none afterwards. Fails with
 * `Forbidden` when the site contains a space that the caller cannot see.
 */
export const deleteSiteById = command<InSite>()({
  name: 'deleteSiteById',
  requires: 'site:manage',
  scope: inSite,
  needs: ['content'],
  async run(context, { organizationId, siteId }): Promise<boolean> {
    const { work } = context;
    if ((await work.sites.find({ id: siteId, organizationId })) === undefined) return false;
    const site = await lockSite(work, organizationId, siteId);
    const structure = await loadStructure(work, site.snapshot());
    await requireStructureRights(context, site.snapshot(), [
      viewsOf(structure),
      viewsOf(new SiteStructure(site.snapshot())),
    ]);
    await deleteStructure(work, siteId);
    site.delete();
    await work.sites.delete(site);
    const organization = await work.organizations.get({ id: organizationId });
    if (organization.snapshot().defaultContent === siteId) {
      organization.change({ defaultContent: null });
      await work.organizations.save(organization);
    }
    return true;
  },
});
