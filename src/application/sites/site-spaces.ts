import { NotFound } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { SiteSpaceChange } from '../../domain/sites/structure-wishes.ts';
import type { Page, PageRequest } from '../../ports/repository.ts';
import { command, query } from '../kernel/use-case.ts';
import { loadStructure, lockSite, saveStructure } from './load-structure.ts';
import { requirePublishable, requireVisible, viewsOf, type SiteSpaceView } from './site-views.ts';

type OfSite = { readonly organizationId: Id; readonly siteId: Id };
type OfSiteSpace = OfSite & { readonly siteSpaceId: Id };
type Scope = { organization: Id };
const inOrganization = ({ organizationId }: OfSite): Scope => ({ organization: organizationId });

export const listSiteSpaces = query({
  name: 'listSiteSpaces',
  requires: 'sites:view',
  within: inOrganization as (input: OfSite & { default?: boolean; page: PageRequest }) => Scope,
  async run(context, { organizationId, siteId, default: onlyDefault, page }): Promise<Page<SiteSpaceView>> {
    const site = (await context.read.sites.get({ id: siteId, organizationId })).snapshot();
    const shown = (await loadStructure(context.read, site)).shown().filter(({ isDefault }) => onlyDefault === undefined || isDefault === onlyDefault);
    const all = await viewsOf(context, site, shown);
    const { after } = page;
    const rest = after === undefined ? all : all.filter(({ siteSpace }) => siteSpace.id > after);
    const items = rest.slice(0, page.limit);
    const last = items.at(-1);
    return { items, ...(rest.length > items.length && last !== undefined && { next: last.siteSpace.id }), count: all.length };
  },
});

export const addSpaceToSite = command({
  name: 'addSpaceToSite',
  requires: 'sites:manage',
  within: inOrganization as (input: OfSite & { body: { spaceId: Id; sectionId?: Id } }) => Scope,
  async run(context, { organizationId, siteId, body: { spaceId, sectionId } }): Promise<SiteSpaceView> {
    const { work, ids, slugify } = context;
    const site = await lockSite(work, organizationId, siteId);
    const structure = await loadStructure(work, site.snapshot());
    if (sectionId !== undefined && structure.findSection(sectionId) === undefined) throw new NotFound('site section');
    const [space] = await requirePublishable(context, [spaceId]);
    const siteSpace = structure.add({ id: ids.next(), spaceId, slug: slugify(space!.space.state.title) }, sectionId);
    await saveStructure(work, structure);
    return { site: site.snapshot(), siteSpace, space: space! };
  },
});

export const updateSiteSpace = command({
  name: 'updateSiteSpaceById',
  requires: 'sites:manage',
  within: inOrganization as (input: OfSiteSpace & { body: SiteSpaceChange }) => Scope,
  async run(context, { organizationId, siteId, siteSpaceId, body }): Promise<SiteSpaceView> {
    const { work } = context;
    const site = await lockSite(work, organizationId, siteId);
    const structure = await loadStructure(work, site.snapshot());
    const { space } = await requireVisible(context, site.snapshot(), structure.find(siteSpaceId));
    const [other] = body.spaceId === undefined ? [space] : await requirePublishable(context, [body.spaceId]);
    const siteSpace = structure.change(siteSpaceId, body);
    await saveStructure(work, structure);
    return { site: site.snapshot(), siteSpace, space: other! };
  },
});

/** @returns whether the caller saw such a space of the site; the space itself stays */
export const deleteSiteSpace = command({
  name: 'deleteSiteSpaceById',
  requires: 'sites:manage',
  within: inOrganization as (input: OfSiteSpace) => Scope,
  async run(context, { organizationId, siteId, siteSpaceId }): Promise<boolean> {
    const { work } = context;
    const site = await lockSite(work, organizationId, siteId);
    const structure = await loadStructure(work, site.snapshot());
    const found = structure.find(siteSpaceId);
    if (found === undefined || (await viewsOf(context, site.snapshot(), [found])).length === 0) return false;
    structure.remove(siteSpaceId);
    await saveStructure(work, structure);
    return true;
  },
});
