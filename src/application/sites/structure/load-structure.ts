import { NotFound } from '../../../domain/kernel/errors.ts';
import type { OrganizationId, SiteId, SpaceId } from '../../../domain/kernel/id.ts';
import {
  MAX_EXTERNAL_LINKS,
  MAX_SITE_SECTIONS,
  MAX_SITE_SPACES,
  SiteStructure,
} from '../../../domain/sites/structure/site-structure.ts';
import type { SiteSection } from '../../../domain/sites/structure/site-section.ts';
import type { SiteSpace } from '../../../domain/sites/structure/site-space.ts';
import { InvalidStructure } from '../../../domain/sites/structure/structure-rules.ts';
import type { Site, SiteState } from '../../../domain/sites/site.ts';
import { MAX_SITE_REDIRECTS } from '../../../domain/sites/site-redirect.ts';
import type { Finders, Work } from '../../../ports/kernel/unit-of-work.ts';

const SPACES = { limit: MAX_SITE_SPACES };
const SECTIONS = { limit: MAX_SITE_SECTIONS };
const LINKS = { limit: MAX_EXTERNAL_LINKS };

type StructureFinders = Pick<
  Finders,
  'siteSpaces' | 'siteSections' | 'siteSectionGroups' | 'siteExternalLinks' | 'spaces'
>;
type SiteReference = Pick<SiteState, 'id' | 'organizationId'>;

/** Attempts to read a structure that is changed concurrently. */
const ATTEMPTS = 5;

/** Loads the structure of a site. Spaces that were deleted or moved to another organization are marked as absent. */
export async function loadStructure(from: StructureFinders, site: SiteReference): Promise<SiteStructure> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await readStructure(from, site);
    } catch (error) {
      if (!(error instanceof InvalidStructure) || attempt === ATTEMPTS) throw error;
    }
  }
}

async function readStructure(from: StructureFinders, { id, organizationId }: SiteReference): Promise<SiteStructure> {
  const { items: siteSpaces } = await from.siteSpaces.list({ siteId: id }, SPACES);
  const { items: sections } = await from.siteSections.list({ siteId: id }, SECTIONS);
  const { items: groups } = await from.siteSectionGroups.list({ siteId: id }, SECTIONS);
  const { items: links } = await from.siteExternalLinks.list({ siteId: id }, LINKS);
  const spaceIds = siteSpaces.map((one) => one.snapshot().spaceId);
  const spaces = spaceIds.length === 0 ? [] : (await from.spaces.list({ id: spaceIds, organizationId }, SPACES)).items;
  const idsOf = (isDeleted: boolean): readonly SpaceId[] =>
    spaces.filter((space) => (space.snapshot().deletedAt !== null) === isDeleted).map((space) => space.id);
  return new SiteStructure(
    { id, organizationId },
    { siteSpaces, sections, groups, links, present: idsOf(false), deleted: idsOf(true) },
  );
}

/**
 * Locks a site against concurrent changes of its structure until the unit of work ends.
 * @throws NotFound, also for a site of another organization
 */
export async function lockSite(work: Work, organizationId: OrganizationId, siteId: SiteId): Promise<Site> {
  if ((await work.sites.find({ id: siteId, organizationId })) === undefined) throw new NotFound('site');
  await work.lock('sites', siteId);
  return work.sites.get({ id: siteId, organizationId });
}

/**
 * Stores the changes of a structure in an order that violates no constraint: removed site spaces first, containers
 * before their members, emptied containers last. Redirects to what is removed are deleted with it.
 */
export async function saveStructure(work: Work, structure: SiteStructure): Promise<void> {
  const { siteSpaces, sections, groups, links } = structure.changes();
  await deleteRedirectsTo(work, [...siteSpaces.removed, ...sections.removed]);
  for (const one of siteSpaces.removed) await work.siteSpaces.delete(one);
  for (const one of groups.changed) await work.siteSectionGroups.save(one);
  for (const one of sections.changed) await work.siteSections.save(one);
  for (const one of siteSpaces.changed) await work.siteSpaces.save(one);
  for (const one of links.changed) await work.siteExternalLinks.save(one);
  for (const one of links.removed) await work.siteExternalLinks.delete(one);
  for (const one of sections.removed) await work.siteSections.delete(one);
  for (const one of groups.removed) await work.siteSectionGroups.delete(one);
}

/** Deletes the redirects that lead to parts of a site: nobody could see them without their target. */
async function deleteRedirectsTo(work: Work, removed: readonly (SiteSpace | SiteSection)[]): Promise<void> {
  const [first] = removed;
  if (first === undefined) return;
  const { items } = await work.siteRedirects.list(
    { siteId: first.snapshot().siteId, target: removed.map(({ id }) => id) },
    { limit: MAX_SITE_REDIRECTS },
  );
  for (const redirect of items) {
    redirect.remove();
    await work.siteRedirects.delete(redirect);
  }
}

/** Deletes the structure of a site; the spaces stay. */
export async function deleteStructure(work: Work, siteId: SiteId): Promise<void> {
  for (const one of (await work.siteSpaces.list({ siteId }, SPACES)).items) await work.siteSpaces.delete(one);
  for (const one of (await work.siteSections.list({ siteId }, SECTIONS)).items) await work.siteSections.delete(one);
  for (const one of (await work.siteExternalLinks.list({ siteId }, LINKS)).items)
    await work.siteExternalLinks.delete(one);
  for (const one of (await work.siteSectionGroups.list({ siteId }, SECTIONS)).items)
    await work.siteSectionGroups.delete(one);
}
