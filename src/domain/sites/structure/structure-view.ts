import type { SiteSectionGroupState } from './site-section-group.ts';
import type { SiteSectionState } from './site-section.ts';
import type { SiteSpaceState } from './site-space.ts';

/** Section with its visible spaces, in order. */
export interface SectionView {
  readonly section: SiteSectionState;
  readonly spaces: readonly SiteSpaceState[];
}
/** Item at the root of a site with sections. */
export type RootView =
  SectionView | { readonly group: SiteSectionGroupState; readonly sections: readonly SectionView[] };

/** Visible structure of a site; every level with a visible item has one visible default. */
export interface StructureView {
  /** All spaces, in display order. */
  readonly spaces: readonly SiteSpaceState[];
  /** All sections, in display order; a site without sections has its spaces at the root. */
  readonly sections: readonly SectionView[];
  readonly groups: readonly { readonly group: SiteSectionGroupState; readonly sections: readonly SectionView[] }[];
  readonly root: readonly RootView[];
}

/** States of the visible parts, each kind in order. */
export interface VisibleParts {
  readonly spaces: readonly SiteSpaceState[];
  readonly sections: readonly SiteSectionState[];
  readonly groups: readonly SiteSectionGroupState[];
}

/** Builds the view; while a default is hidden, the first visible item replaces it. */
export function buildStructureView({ spaces, sections, groups }: VisibleParts): StructureView {
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

  const grouped = groups.map((group) => ({
    group,
    sections: views.filter(({ section }) => section.groupId === group.id),
  }));
  const rankOf = (one: RootView) => ('group' in one ? one.group : one.section);
  const root = [...views.filter(({ section }) => section.groupId === null), ...grouped].sort(
    (a, b) => rankOf(a).rank - rankOf(b).rank || (rankOf(a).id < rankOf(b).id ? -1 : 1),
  );
  const inOrder = root.flatMap((one) => ('group' in one ? one.sections : [one]));
  const rooted = withDefault(
    spaces.filter(({ sectionId }) => sectionId === null),
    (one) => one,
    (one, isDefault) => ({ ...one, isDefault }),
  );
  return {
    spaces: sections.length === 0 ? rooted : inOrder.flatMap((one) => one.spaces),
    sections: inOrder,
    groups: root.flatMap((one) => ('group' in one ? one : [])),
    root,
  };
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
  return spaces.length === view.spaces.length &&
    sections.length === view.sections.length &&
    groups.length === view.groups.length
    ? view
    : buildStructureView({ spaces, sections, groups });
}

function withDefault<T>(
  level: readonly T[],
  of: (one: T) => { readonly isDefault: boolean },
  set: (one: T, isDefault: boolean) => T,
): readonly T[] {
  const chosen = level.find((one) => of(one).isDefault) ?? level[0];
  return level.map((one) => (of(one).isDefault === (one === chosen) ? one : set(one, one === chosen)));
}
