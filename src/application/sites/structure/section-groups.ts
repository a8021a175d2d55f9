import type { Id, SiteSectionGroupId, SiteSectionId } from '../../../domain/kernel/id.ts';
import type { StructurePosition } from '../../../domain/sites/structure/structure-moves.ts';
import type { SectionGroupChange } from '../../../domain/sites/structure/structure-inputs.ts';
import type { Page, PageRequest } from '../../../ports/kernel/repository.ts';
import { command, query } from '../../kernel/use-case.ts';
import { inSite, type InSite } from '../../kernel/scope.ts';
import { readStructure, removeFromStructure, updateStructure } from './change-structure.ts';
import { paginate, requireGroup, requireSection, type SectionGroupView } from './structure-views.ts';

type OfGroup = InSite & { readonly siteSectionGroupId: SiteSectionGroupId };

/** Lists the section groups of a site. */
export const listSiteSectionGroups = query<InSite & { page: PageRequest }>()({
  name: 'listSiteSectionGroups',
  requires: 'site:view',
  scope: inSite,
  needs: ['tokens', 'content'],
  run: async (context, { page, ...of }): Promise<Page<SectionGroupView>> =>
    paginate((await readStructure(context, of)).groups, ({ group }) => group.id, page),
});

/** Adds a section group to a site and moves the given sections into it. */
export const addSectionGroupToSite = command<
  InSite & { body: { title: string; icon?: string | null; sections?: readonly Id[]; draft?: boolean } }
>()({
  name: 'addSectionGroupToSite',
  requires: 'site:manage',
  scope: inSite,
  needs: ['ids', 'content'],
  async run(context, { body: { title, icon = null, sections = [], draft = false }, ...of }): Promise<SectionGroupView> {
    const id = context.ids.next();
    const changed = await updateStructure(context, of, (structure, seen) =>
      structure.addGroup(
        { id, title, icon, draft },
        sections.map((each) => requireSection(seen, each).section.id),
      ),
    );
    return requireGroup(changed, id);
  },
});

/** Updates the title or icon of a section group. */
export const updateSiteSectionGroupById = command<OfGroup & { body: SectionGroupChange }>()({
  name: 'updateSiteSectionGroupById',
  requires: 'site:manage',
  scope: inSite,
  needs: ['content'],
  async run(context, { siteSectionGroupId, body, ...of }): Promise<SectionGroupView> {
    const changed = await updateStructure(context, of, (structure, seen) =>
      structure.changeGroup(requireGroup(seen, siteSectionGroupId).group.id, body),
    );
    return requireGroup(changed, siteSectionGroupId);
  },
});

/** Deletes a section group. Its sections stay, in its place. */
export const deleteSiteSectionGroupById = command<OfGroup>()({
  name: 'deleteSiteSectionGroupById',
  requires: 'site:manage',
  scope: inSite,
  needs: ['content'],
  run: (context, { siteSectionGroupId, ...of }): Promise<boolean> =>
    removeFromStructure(
      context,
      of,
      (structure, { groups }) =>
        groups.some(({ group }) => group.id === siteSectionGroupId) && structure.removeGroup(siteSectionGroupId),
    ),
});

/** Moves a section into a section group. */
export const addSectionToGroup = command<OfGroup & { body: { sectionId: SiteSectionId } }>()({
  name: 'addSectionToGroup',
  requires: 'site:manage',
  scope: inSite,
  needs: ['content'],
  async run(context, { siteSectionGroupId, body: { sectionId }, ...of }): Promise<SectionGroupView> {
    const changed = await updateStructure(context, of, (structure, seen) =>
      structure.addToGroup(requireGroup(seen, siteSectionGroupId).group.id, requireSection(seen, sectionId).section.id),
    );
    return requireGroup(changed, siteSectionGroupId);
  },
});

/** Moves a section out of a section group, to the place after the group. */
export const removeSectionFromGroup = command<OfGroup & { siteSectionId: SiteSectionId }>()({
  name: 'removeSectionFromGroup',
  requires: 'site:manage',
  scope: inSite,
  needs: ['content'],
  run: (context, { siteSectionGroupId, siteSectionId, ...of }): Promise<boolean> =>
    removeFromStructure(
      context,
      of,
      (structure, seen) =>
        requireGroup(seen, siteSectionGroupId).sections.some(({ section }) => section.id === siteSectionId) &&
        structure.removeFromGroup(siteSectionGroupId, siteSectionId),
    ),
});

/** Moves a section group before or after another section or group; without a position, to the end. */
export const moveSiteSectionGroup = command<OfGroup & { body: { position?: StructurePosition } }>()({
  name: 'moveSiteSectionGroup',
  requires: 'site:manage',
  scope: inSite,
  needs: ['content'],
  async run(context, { siteSectionGroupId, body: { position }, ...of }): Promise<SectionGroupView> {
    const changed = await updateStructure(context, of, (structure, seen) => {
      requireGroup(seen, siteSectionGroupId);
      structure.move({ type: 'site-section-group', id: siteSectionGroupId }, position);
    });
    return requireGroup(changed, siteSectionGroupId);
  },
});
