import type { StructureItem, StructurePosition } from '../../../domain/sites/structure/structure-moves.ts';
import { command, query } from '../../kernel/use-case.ts';
import { inSite, type InSite } from '../../kernel/scope.ts';
import { updateStructure, readStructure } from './change-structure.ts';
import type { SiteSpaceView } from '../site-views.ts';
import {
  requireGroup,
  requireLink,
  requireSection,
  requireSiteSpace,
  type ExternalLinkView,
  type SectionGroupView,
  type VisibleStructure,
  type SiteSectionView,
} from './structure-views.ts';

/** A site space, section, section group or external link. */
export type StructurePart = SiteSpaceView | SiteSectionView | SectionGroupView | ExternalLinkView;

const requirePart = (seen: VisibleStructure, { type, id }: StructureItem): StructurePart =>
  type === 'site-space'
    ? requireSiteSpace(seen, id)
    : type === 'site-section'
      ? requireSection(seen, id)
      : type === 'site-external-link'
        ? requireLink(seen, id)
        : requireGroup(seen, id);

/** Gets the structure of a site: its sections, section groups, external links and site spaces, in order. */
export const getSiteStructure = query<InSite & { shareKey?: string }>()({
  name: 'getSiteStructure',
  requires: 'site:view',
  scope: inSite,
  needs: ['tokens', 'content'],
  openToVisitors: true,
  run: (context, of): Promise<VisibleStructure> => readStructure(context, of),
});

/**
 * Moves a site space, section, section group or external link before or after another one. A site space moves to the
 * section of its neighbor, a section or an external link to the group of its neighbor.
 */
export const sortSiteStructure = command<InSite & { body: { item: StructureItem; position: StructurePosition } }>()({
  name: 'sortSiteStructure',
  requires: 'site:manage',
  scope: inSite,
  needs: ['content'],
  async run(context, { body: { item, position }, ...of }): Promise<StructurePart> {
    const changed = await updateStructure(context, of, (structure, seen) => {
      for (const named of [item, position.before, position.after]) if (named !== undefined) requirePart(seen, named);
      structure.move(item, position);
    });
    return requirePart(changed, item);
  },
});
