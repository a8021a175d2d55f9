import type { SiteSectionId, SiteSpaceId, SpaceId } from '../../../domain/kernel/id.ts';
import type { StructurePosition } from '../../../domain/sites/structure/structure-moves.ts';
import type { SiteSpaceChange } from '../../../domain/sites/structure/structure-inputs.ts';
import type { Page, PageRequest } from '../../../ports/kernel/repository.ts';
import { command, query } from '../../kernel/use-case.ts';
import { inSite, type InSite } from '../../kernel/scope.ts';
import { requireCondition } from '../audience/adaptive-schema.ts';
import { readStructure, removeFromStructure, updateStructure } from './change-structure.ts';
import { requirePublishable, type SiteSpaceView } from '../site-views.ts';
import { paginate, requireSection, requireSiteSpace } from './structure-views.ts';

type OfSiteSpace = InSite & { readonly siteSpaceId: SiteSpaceId };

/** Lists the site spaces of a site. With `default=true`, lists only the one that readers of the site see first. */
export const listSiteSpaces = query<InSite & { shareKey?: string; default?: boolean; page: PageRequest }>()({
  name: 'listSiteSpaces',
  requires: 'site:view',
  scope: inSite,
  needs: ['tokens', 'content'],
  async run(context, { default: onlyDefault, page, ...of }): Promise<Page<SiteSpaceView>> {
    const { siteSpaces, sections } = await readStructure(context, of);
    const others = new Set(sections.filter(({ section }) => !section.isDefault).map(({ section }) => section.id));
    const isDefault = ({ siteSpace }: SiteSpaceView) =>
      siteSpace.isDefault && (siteSpace.sectionId === null || !others.has(siteSpace.sectionId));
    return paginate(
      siteSpaces.filter((one) => onlyDefault === undefined || isDefault(one) === onlyDefault),
      ({ siteSpace }) => siteSpace.id,
      page,
    );
  },
});

/** Adds a space to a site, to a section or at the root; as a draft, only previews show it. Requires the permission `space:grant` on the space. */
export const addSpaceToSite = command<
  InSite & { body: { spaceId: SpaceId; sectionId?: SiteSectionId; draft?: boolean } }
>()({
  name: 'addSpaceToSite',
  requires: 'site:manage',
  scope: inSite,
  needs: ['ids', 'slugify', 'content'],
  async run(context, { body: { spaceId, sectionId, draft = false }, ...of }): Promise<SiteSpaceView> {
    const { ids, slugify } = context;
    const id = ids.next();
    const changed = await updateStructure(context, of, async (structure, seen) => {
      if (sectionId !== undefined) requireSection(seen, sectionId);
      const [space] = await requirePublishable(context, [spaceId]);
      structure.addSpace({ id, spaceId, slug: slugify(space!.space.state.title), draft }, sectionId);
    });
    return requireSiteSpace(changed, id);
  },
});

/**
 * Updates a site space: its path, its condition, the space that it shows, whether it is a draft, and whether navigation
 * hides it. Showing another space, and publishing a draft, require the permission `space:grant` on it.
 */
export const updateSiteSpaceById = command<OfSiteSpace & { body: SiteSpaceChange }>()({
  name: 'updateSiteSpaceById',
  requires: 'site:manage',
  scope: inSite,
  needs: ['content'],
  async run(context, { siteSpaceId, body, ...of }): Promise<SiteSpaceView> {
    const changed = await updateStructure(context, of, async (structure, seen) => {
      requireSiteSpace(seen, siteSpaceId);
      await requireCondition(context.work, of.siteId, body.condition);
      if (body.spaceId !== undefined) await requirePublishable(context, [body.spaceId]);
      structure.changeSpace(siteSpaceId, body);
    });
    return requireSiteSpace(changed, siteSpaceId);
  },
});

/** Removes a space from a site, with the redirects to it. The space itself stays. */
export const deleteSiteSpaceById = command<OfSiteSpace>()({
  name: 'deleteSiteSpaceById',
  requires: 'site:manage',
  scope: inSite,
  needs: ['content'],
  run: (context, { siteSpaceId, ...of }): Promise<boolean> =>
    removeFromStructure(
      context,
      of,
      (structure, { siteSpaces }) =>
        siteSpaces.some(({ siteSpace }) => siteSpace.id === siteSpaceId) && structure.removeSpace(siteSpaceId),
    ),
});

/** Moves a site space before or after another one; without a position, to the end. */
export const moveSiteSpace = command<OfSiteSpace & { body: { position?: StructurePosition } }>()({
  name: 'moveSiteSpace',
  requires: 'site:manage',
  scope: inSite,
  needs: ['content'],
  async run(context, { siteSpaceId, body: { position }, ...of }): Promise<SiteSpaceView> {
    const changed = await updateStructure(context, of, (structure, seen) => {
      for (const named of [siteSpaceId, position?.before?.id, position?.after?.id])
        if (named !== undefined) requireSiteSpace(seen, named);
      structure.move({ type: 'site-space', id: siteSpaceId }, position);
    });
    return requireSiteSpace(changed, siteSpaceId);
  },
});
