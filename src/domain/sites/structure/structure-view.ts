import type { SiteExternalLinkState } from './site-external-link.ts';
import type { SiteSectionGroupState } from './site-section-group.ts';
import type { SiteSectionState } from './site-section.ts';
import type { SiteSpaceState } from './site-space.ts';

/** Section with its visible spaces, in order. */
export interface SectionView {
  readonly section: SiteSectionState;
  readonly spaces: readonly SiteSpaceState[];
}
/** External link in navigation. */
export interface LinkView {
  readonly link: SiteExternalLinkState;
}
/** Group with its sections, and with these and its links in order. */
export interface GroupView {
  readonly group: SiteSectionGroupState;
  readonly sections: readonly SectionView[];
  readonly children: readonly (SectionView | LinkView)[];
}
/** Item at the root of a site with sections. */
export type RootView = SectionView | GroupView | LinkView;

/** Visible structure of a site; every level with a visible item has one visible default. */
export interface StructureView {
  /** All spaces, in display order. */
  readonly spaces: readonly SiteSpaceState[];
  /** All sections, in display order; a site without sections has its spaces at the root. */
  readonly sections: readonly SectionView[];
  readonly groups: readonly GroupView[];
  /** All external links, by rank; a site without sections shows none of them. */
  readonly links: readonly SiteExternalLinkState[];
  readonly root: readonly RootView[];
}

/** States of the visible parts, each kind in order. */
export interface VisibleParts {
  readonly spaces: readonly SiteSpaceState[];
  readonly sections: readonly SiteSectionState[];
  readonly groups: readonly SiteSectionGroupState[];
  readonly links?: readonly SiteExternalLinkState[];
}

/** Builds the view; while a default is hidden, the first visible item replaces it. */
export function buildStructureView({ spaces, sections, groups, links = [] }: VisibleParts): StructureView {
  const all = sections.map((section): SectionView => ({
    section,
    spaces: withDefault(
      spaces.filter(({ sectionId }) => sectionId === section.id),
      (one) => one,
      (one, isDefault) => ({ ...one, isDefault }),
    ),
  }));
  const filled = all.filter((one) => one.spaces.length > 0);
  const withDefaults = withDefault(
    filled,
    ({ section }) => section,
    ({ section, ...rest }, isDefault) => ({ ...rest, section: { ...section, isDefault } }),
  );
  const byId = new Map(withDefaults.map((one) => [one.section.id, one]));
  // An empty section is the default only if all sections are empty.
  const views = all.map(
    (one): SectionView =>
      byId.get(one.section.id) ??
      (filled.length === 0 ? one : { ...one, section: { ...one.section, isDefault: false } }),
  );

  const linksIn = (groupId: string | null): LinkView[] =>
    sections.length === 0 ? [] : links.filter((link) => link.groupId === groupId).map((link) => ({ link }));
  const grouped = groups.map((group): GroupView => {
    const own = views.filter(({ section }) => section.groupId === group.id);
    return { group, sections: own, children: inOrderOfRank([...own, ...linksIn(group.id)]) };
  });
  const root = inOrderOfRank<RootView>([
    ...views.filter(({ section }) => section.groupId === null),
    ...grouped,
    ...linksIn(null),
  ]);
  const inOrder = root.flatMap((one) => ('group' in one ? one.sections : 'section' in one ? [one] : []));
  const rooted = withDefault(
    spaces.filter(({ sectionId }) => sectionId === null),
    (one) => one,
    (one, isDefault) => ({ ...one, isDefault }),
  );
  return {
    spaces: sections.length === 0 ? rooted : inOrder.flatMap((one) => one.spaces),
    sections: inOrder,
    groups: root.flatMap((one) => ('group' in one ? one : [])),
    links,
    root,
  };
}

/** Sorts items by rank; of equal ranks, the older one comes first. */
function inOrderOfRank<T extends RootView>(items: readonly T[]): T[] {
  const stateOf = (one: RootView): { readonly rank: number; readonly id: string } =>
    'group' in one ? one.group : 'section' in one ? one.section : one.link;
  return [...items].sort((one, other) => {
    const [a, b] = [stateOf(one), stateOf(other)];
    return a.rank - b.rank || (a.id < b.id ? -1 : 1);
  });
}

/** Removes drafts from a structure, and everything in them; the first remaining item replaces a default. */
export function withoutDrafts(view: StructureView): StructureView {
  const groups = view.groups.map(({ group }) => group).filter(({ draft }) => !draft);
  const shown = new Set(groups.map(({ id }) => id));
  const sections = view.sections
    .map(({ section }) => section)
    .filter(({ draft, groupId }) => !draft && (groupId === null || shown.has(groupId)));
  const kept = new Set(sections.map(({ id }) => id));
  const spaces = view.spaces.filter(({ draft, sectionId }) => !draft && (sectionId === null || kept.has(sectionId)));
  const links = view.links.filter(({ draft, groupId }) => !draft && (groupId === null || shown.has(groupId)));
  return spaces.length === view.spaces.length &&
    sections.length === view.sections.length &&
    groups.length === view.groups.length &&
    links.length === view.links.length
    ? view
    : buildStructureView({ spaces, sections, groups, links });
}

function withDefault<T>(
  level: readonly T[],
  of: (one: T) => { readonly isDefault: boolean },
  set: (one: T, isDefault: boolean) => T,
): readonly T[] {
  const chosen = level.find((one) => of(one).isDefault) ?? level[0];
  return level.map((one) => (of(one).isDefault === (one === chosen) ? one : set(one, one === chosen)));
}
