import { NotFound } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import { MAX_SITE_SPACES, SiteStructure } from '../../domain/sites/site-structure.ts';
import type { Site, SiteState } from '../../domain/sites/site.ts';
import type { Finders, Work } from '../../ports/unit-of-work.ts';

const ALL = { limit: MAX_SITE_SPACES };

/** How the site is made up, with those of its spaces present that are neither deleted nor another organization's by now. */
export async function loadStructure(from: Pick<Finders, 'siteSpaces' | 'spaces'>, { id, organizationId }: SiteState): Promise<SiteStructure> {
  const { items } = await from.siteSpaces.list({ siteId: id }, ALL);
  const spaceIds = items.map((one) => one.snapshot().spaceId);
  const present = spaceIds.length === 0 ? [] : (await from.spaces.list({ id: spaceIds, organizationId, deletedAt: null }, ALL)).items;
  return new SiteStructure({ id, organizationId }, items, present.map((space) => space.id));
}

/** The site, and nobody else who changes what it is made of until the unit of work ends. @throws NotFound, also for another organization's */
export async function lockSite(work: Work, organizationId: Id, siteId: Id): Promise<Site> {
  if ((await work.sites.find({ id: siteId, organizationId })) === undefined) throw new NotFound('site');
  await work.guard('sites', siteId);
  return work.sites.get({ id: siteId, organizationId });
}

/** Stores what changed: what goes and what gives up a name first. */
export async function saveStructure(work: Work, structure: SiteStructure): Promise<void> {
  const { changed, removed } = structure.changes();
  for (const one of removed) await work.siteSpaces.delete(one);
  for (const one of changed) await work.siteSpaces.save(one);
}
