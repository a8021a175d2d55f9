import { NotFound } from '../../../domain/kernel/errors.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import type { SiteSectionGroupState } from '../../../domain/sites/structure/site-section-group.ts';
import type { SiteSectionState } from '../../../domain/sites/structure/site-section.ts';
import type { SiteState } from '../../../domain/sites/site.ts';
import type { SiteStructure } from '../../../domain/sites/structure/site-structure.ts';
import type { SectionView } from '../../../domain/sites/structure/structure-view.ts';
import type { Page, PageRequest } from '../../../ports/kernel/repository.ts';
import { siteSpaceViews, type InOrganization, type SiteSpaceView } from '../site-views.ts';

/** A section of a site as the caller sees it. */
export interface SiteSectionView {
  readonly site: SiteState;
  readonly section: SiteSectionState;
  readonly shared?: string | undefined;
  readonly siteSpaces: readonly SiteSpaceView[];
}
/** A group of sections as the caller sees it. */
export interface SectionGroupView {
  readonly group: SiteSectionGroupState;
  readonly sections: readonly SiteSectionView[];
}

/** Those parts of a structure that the caller may see: sections with none but hidden spaces, and groups of such, would tell of them. */
export interface VisibleStructure {
  /** Whether it has sections at all, seen or not. */
  readonly hasSections: boolean;
  readonly siteSpaces: readonly SiteSpaceView[];
  readonly sections: readonly SiteSectionView[];
  readonly groups: readonly SectionGroupView[];
  /** Sections and groups as they stand at the root. */
  readonly root: readonly (SiteSectionView | SectionGroupView)[];
}

/** @param shared what stands before every path within the site for who has the key that the caller has */
export async function loadVisibleStructure(
  context: InOrganization,
  site: SiteState,
  structure: SiteStructure,
  shared?: string,
): Promise<VisibleStructure> {
  const siteSpaces = await siteSpaceViews(context, site, structure, shared);
  const view = structure.view();
  const sectionOf = ({ section, spaces }: SectionView): readonly SiteSectionView[] => {
    const seen = siteSpaces.filter(({ siteSpace }) => siteSpace.sectionId === section.id);
    return spaces.length > 0 && seen.length === 0 ? [] : [{ site, section, shared, siteSpaces: seen }];
  };
  const root = view.root.flatMap((one): readonly (SiteSectionView | SectionGroupView)[] => {
    if ('section' in one) return sectionOf(one);
    const sections = one.sections.flatMap(sectionOf);
    return one.sections.length > 0 && sections.length === 0 ? [] : [{ group: one.group, sections }];
  });
  return {
    hasSections: view.sections.length > 0,
    siteSpaces,
    sections: root.flatMap((one) => ('group' in one ? one.sections : [one])),
    groups: root.flatMap((one) => ('group' in one ? [one] : [])),
    root,
  };
}

/** What of the structure has this id, where the caller may see it. @throws NotFound */
export function requireSection({ sections }: VisibleStructure, id: Id): SiteSectionView {
  const found = sections.find(({ section }) => section.id === id);
  if (found === undefined) throw new NotFound('site section');
  return found;
}
export function requireGroup({ groups }: VisibleStructure, id: Id): SectionGroupView {
  const found = groups.find(({ group }) => group.id === id);
  if (found === undefined) throw new NotFound('site section group');
  return found;
}
export function requireSiteSpace({ siteSpaces }: VisibleStructure, id: Id): SiteSpaceView {
  const found = siteSpaces.find(({ siteSpace }) => siteSpace.id === id);
  if (found === undefined) throw new NotFound('site space');
  return found;
}

/** Where redirects lead that the caller may know of: other ones would tell of what is not shown to them. */
export const listVisibleTargets = ({ siteSpaces, sections }: VisibleStructure): readonly (Id | '')[] => [
  '',
  ...siteSpaces.map(({ siteSpace }) => siteSpace.id),
  ...sections.map(({ section }) => section.id),
];

/** One page of a list that is in an order of its own: the next one begins so far from the beginning. */
export function paginate<T>(all: readonly T[], { limit, after }: PageRequest): Page<T> {
  const from = after === undefined ? 0 : Math.max(0, Math.trunc(Number(after)) || 0);
  const end = from + limit;
  return {
    items: all.slice(from, end),
    ...(end < all.length && limit > 0 && { next: String(end) }),
    count: all.length,
  };
}
