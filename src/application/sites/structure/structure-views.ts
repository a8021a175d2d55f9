import { NotFound } from '../../../domain/kernel/errors.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import type { SiteExternalLinkState } from '../../../domain/sites/structure/site-external-link.ts';
import type { SiteSectionGroupState } from '../../../domain/sites/structure/site-section-group.ts';
import type { SiteSectionState } from '../../../domain/sites/structure/site-section.ts';
import type { SiteState } from '../../../domain/sites/site.ts';
import type { SiteStructure } from '../../../domain/sites/structure/site-structure.ts';
import { visibleStructure } from '../../../domain/sites/audience/visitor.ts';
import { withoutDrafts, type LinkView, type SectionView } from '../../../domain/sites/structure/structure-view.ts';
import type { Page, PageRequest } from '../../../ports/kernel/repository.ts';
import { siteSpaceViews, type InOrganization, type SiteSpaceView } from '../site-views.ts';

/** A section of a site as the caller sees it. */
export interface SiteSectionView {
  readonly site: SiteState;
  readonly section: SiteSectionState;
  readonly shared?: string | undefined;
  readonly siteSpaces: readonly SiteSpaceView[];
}
/** A section group as the caller sees it. */
export interface SectionGroupView {
  readonly group: SiteSectionGroupState;
  readonly sections: readonly SiteSectionView[];
  /** Sections and external links, in order. */
  readonly children: readonly (SiteSectionView | ExternalLinkView)[];
}
/** An external link of a site. */
export interface ExternalLinkView {
  readonly link: SiteExternalLinkState;
}

/**
 * Structure of a site limited to the spaces that the caller may see. Sections and groups with invisible spaces only are
 * left out so that they are not revealed.
 */
export interface VisibleStructure {
  /** True when the site has sections, visible or not. */
  readonly hasSections: boolean;
  readonly siteSpaces: readonly SiteSpaceView[];
  readonly sections: readonly SiteSectionView[];
  readonly groups: readonly SectionGroupView[];
  readonly links: readonly ExternalLinkView[];
  /** Sections, groups and external links at the root, in order. */
  readonly root: readonly (SiteSectionView | SectionGroupView | ExternalLinkView)[];
}

/**
 * Loads the visible part of a structure.
 * @param shared path prefix of the share link whose key the caller sent
 * @param withDrafts false for the structure without drafts
 */
export async function loadVisibleStructure(
  context: InOrganization,
  site: SiteState,
  structure: SiteStructure,
  shared?: string,
  { withDrafts = true }: { readonly withDrafts?: boolean } = {},
): Promise<VisibleStructure> {
  const { visitor } = context.scope;
  const live = withDrafts ? structure.view() : withoutDrafts(structure.view());
  const view = visitor === undefined ? live : visibleStructure(live, visitor.visitor);
  const siteSpaces = await siteSpaceViews(context, site, view, shared);
  const sectionOf = ({ section, spaces }: SectionView): readonly SiteSectionView[] => {
    const seen = siteSpaces.filter(({ siteSpace }) => siteSpace.sectionId === section.id);
    return spaces.length > 0 && seen.length === 0 ? [] : [{ site, section, shared, siteSpaces: seen }];
  };
  const itemOf = (one: SectionView | LinkView): readonly (SiteSectionView | ExternalLinkView)[] =>
    'link' in one ? [one] : sectionOf(one);
  const root = view.root.flatMap((one): VisibleStructure['root'] => {
    if (!('group' in one)) return itemOf(one);
    const children = one.children.flatMap(itemOf);
    const sections = children.filter((item): item is SiteSectionView => 'section' in item);
    return one.sections.length > 0 && children.length === 0 ? [] : [{ group: one.group, sections, children }];
  });
  return {
    hasSections: view.sections.length > 0,
    siteSpaces,
    sections: root.flatMap((one) => ('group' in one ? one.sections : 'section' in one ? [one] : [])),
    groups: root.flatMap((one) => ('group' in one ? [one] : [])),
    links: view.links.map((link) => ({ link })),
    root,
  };
}

/**
 * Finds a visible section.
 * @throws NotFound
 */
export function requireSection({ sections }: VisibleStructure, id: Id): SiteSectionView {
  const found = sections.find(({ section }) => section.id === id);
  if (found === undefined) throw new NotFound('site section', id);
  return found;
}
export function requireGroup({ groups }: VisibleStructure, id: Id): SectionGroupView {
  const found = groups.find(({ group }) => group.id === id);
  if (found === undefined) throw new NotFound('site section group', id);
  return found;
}
export function requireSiteSpace({ siteSpaces }: VisibleStructure, id: Id): SiteSpaceView {
  const found = siteSpaces.find(({ siteSpace }) => siteSpace.id === id);
  if (found === undefined) throw new NotFound('site space', id);
  return found;
}

export function requireLink({ links }: VisibleStructure, id: Id): ExternalLinkView {
  const found = links.find(({ link }) => link.id === id);
  if (found === undefined) throw new NotFound('external link', id);
  return found;
}

/** Lists the targets of redirects that the caller may see; other redirects would reveal hidden content. */
export const listVisibleTargets = ({ siteSpaces, sections }: VisibleStructure): readonly (Id | '')[] => [
  '',
  ...siteSpaces.map(({ siteSpace }) => siteSpace.id),
  ...sections.map(({ section }) => section.id),
];

/** Number of items that a cursor names, so that the next page is found although some of them were removed. */
const MAX_NAMED_ITEMS = 20;

/**
 * Returns a page of a list with its own order. The cursor names the last items before the next page, which begins after
 * the last one of them that the list still has.
 */
export function paginate<T>(all: readonly T[], idOf: (item: T) => string, { limit, after }: PageRequest): Page<T> {
  const ids = all.map(idOf);
  const from = after === undefined ? 0 : placeAfter(ids, after);
  const end = from + limit;
  const named = ids.slice(Math.max(0, end - MAX_NAMED_ITEMS), end);
  return {
    items: all.slice(from, end),
    ...(end < all.length && limit > 0 && { next: [end, ...named].join(' ') }),
    count: all.length,
  };
}

/** Returns the index at which the page of a cursor begins. */
function placeAfter(ids: readonly string[], cursor: string): number {
  const [end, ...named] = cursor.split(' ');
  const last = named.findLast((id) => ids.includes(id));
  if (last !== undefined) return ids.indexOf(last) + 1;
  return Math.max(0, Math.trunc(Number(end)) - named.length || 0);
}
