import type { Id, SiteSectionId, SpaceId } from '../../../domain/kernel/id.ts';
import type { StructurePosition } from '../../../domain/sites/structure/structure-moves.ts';
import type { SiteSectionChange } from '../../../domain/sites/structure/structure-inputs.ts';
import type { Page, PageRequest } from '../../../ports/kernel/repository.ts';
import { command, query } from '../../kernel/use-case.ts';
import { inSite, type InSite } from '../../kernel/scope.ts';
import { requireCondition } from '../audience/adaptive-schema.ts';
import { readStructure, removeFromStructure, updateStructure } from './change-structure.ts';
import { requirePublishable } from '../site-views.ts';
import { paginate, requireSection, requireSiteSpace, type SiteSectionView } from './structure-views.ts';

type OfSection = InSite & { readonly siteSectionId: SiteSectionId };

/** Minimum length of a section's title in the API. */
const MIN_TITLE_LENGTH = 2;

/** Lists the sections of a site. */
export const listSiteSections = query<InSite & { shareKey?: string; page: PageRequest }>()({
  name: 'listSiteSections',
  requires: 'site:view',
  scope: inSite,
  needs: ['tokens', 'content'],
  run: async (context, { page, ...of }): Promise<Page<SiteSectionView>> =>
    paginate((await readStructure(context, of)).sections, ({ section }) => section.id, page),
});

/**
 * Adds a section to a site, with a space as its first variant. Without a title, the section is named after the space.
 * When a site gets its first section, the spaces at its root get a section of their own, named after the site. Requires
 * the permission `space:grant` on the space.
 */
export const addSectionToSite = command<
  InSite & { body: { spaceId: SpaceId; title?: string | null; icon?: string | null; draft?: boolean } }
>()({
  name: 'addSectionToSite',
  requires: 'site:manage',
  scope: inSite,
  needs: ['ids', 'slugify', 'content'],
  async run(context, { body: { spaceId, title, icon = null, draft = false }, ...of }): Promise<SiteSectionView> {
    const { ids, slugify } = context;
    const [rootId, id, siteSpaceId] = [ids.next(), ids.next(), ids.next()];
    const seen = await updateStructure(context, of, async (structure, _seen, site) => {
      const siteTitle = site.snapshot().title;
      const [space] = await requirePublishable(context, [spaceId]);
      const spaceTitle = space!.space.state.title;
      const called =
        title ?? ([...spaceTitle].length >= MIN_TITLE_LENGTH ? spaceTitle : `Section ${spaceTitle}`.trim());
      structure.addSection(
        { id, title: called, icon, slug: slugify(called), draft },
        { id: siteSpaceId, spaceId, slug: slugify(spaceTitle) },
        { id: rootId, title: siteTitle, icon: null, slug: slugify(siteTitle) },
      );
    });
    return requireSection(seen, id);
  },
});

/** Updates a section: its title, path, icon, condition or default site space. */
export const updateSiteSectionById = command<OfSection & { body: SiteSectionChange & { defaultSiteSpace?: Id } }>()({
  name: 'updateSiteSectionById',
  requires: 'site:manage',
  scope: inSite,
  needs: ['content'],
  async run(context, { siteSectionId, body: { defaultSiteSpace, ...body }, ...of }): Promise<SiteSectionView> {
    const changed = await updateStructure(context, of, async (structure, seen) => {
      requireSection(seen, siteSectionId);
      await requireCondition(context.work, of.siteId, body.condition);
      structure.changeSection(siteSectionId, body);
      if (defaultSiteSpace !== undefined)
        structure.makeSpaceDefault(requireSiteSpace(seen, defaultSiteSpace).siteSpace.id, siteSectionId);
    });
    return requireSection(changed, siteSectionId);
  },
});

/** Deletes a section and removes its spaces from the site, with the redirects to them. The spaces themselves stay. */
export const deleteSiteSectionById = command<OfSection>()({
  name: 'deleteSiteSectionById',
  requires: 'site:manage',
  scope: inSite,
  needs: ['content'],
  run: (context, { siteSectionId, ...of }): Promise<boolean> =>
    removeFromStructure(
      context,
      of,
      (structure, { sections }) =>
        sections.some(({ section }) => section.id === siteSectionId) && structure.removeSection(siteSectionId),
    ),
});

/** Moves a section before or after another section or group; without a position, to the end. */
export const moveSiteSection = command<OfSection & { body: { position?: StructurePosition } }>()({
  name: 'moveSiteSection',
  requires: 'site:manage',
  scope: inSite,
  needs: ['content'],
  async run(context, { siteSectionId, body: { position }, ...of }): Promise<SiteSectionView> {
    const changed = await updateStructure(context, of, (structure, seen) => {
      requireSection(seen, siteSectionId);
      structure.move({ type: 'site-section', id: siteSectionId }, position);
    });
    return requireSection(changed, siteSectionId);
  },
});
