import { digestOf } from '../../../domain/content/objects/hash.ts';
import type { Hash } from '../../../domain/content/objects/content-object.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import { SiteExternalLink, type SiteExternalLinkState } from '../../../domain/sites/structure/site-external-link.ts';
import { SiteSectionGroup } from '../../../domain/sites/structure/site-section-group.ts';
import { SiteSection } from '../../../domain/sites/structure/site-section.ts';
import { SiteSpace, type SiteSpaceState } from '../../../domain/sites/structure/site-space.ts';
import { isReservedFile, RESERVED_SEGMENT } from '../../../domain/sites/site-names.ts';
import { SiteStructure } from '../../../domain/sites/structure/site-structure.ts';
import { spaceRoots } from '../../../domain/sites/structure/structure-roots.ts';
import type { RootView, StructureView } from '../../../domain/sites/structure/structure-view.ts';
import type { SiteState } from '../../../domain/sites/site.ts';
import { ANONYMOUS_VISITOR, visibleStructure, type Visitor } from '../../../domain/sites/audience/visitor.ts';
import { mergeCustomizations, type SiteCustomizations } from '../customizations.ts';
import type { PublishedSite } from '../../../ports/sites/site-reads.ts';
import type { SiteAddress } from './site-address.ts';

/** A space of a site as readers see it. */
export interface Variant {
  readonly siteSpace: SiteSpaceState;
  readonly title: string;
  readonly content: Hash;
  /** URL that the path of a file in the space's repository is appended to. */
  readonly treeUrl: string | null;
  /** Path within the site; empty for the default space. */
  readonly root: string;
  /** All paths that lead to the space, canonical or not; the first one names its section and the space. */
  readonly aliases: readonly string[];
}

/** A section with a space that navigation shows the reader. */
export interface VisibleSection {
  readonly id: Id;
  readonly title: string;
  readonly root: string;
  /** Group of the section. */
  readonly group: { readonly id: Id; readonly title: string } | undefined;
}

/** Item of the site's navigation: a section, an external link, or a group of these. */
export type NavigationPart =
  | { readonly section: VisibleSection }
  | { readonly link: SiteExternalLinkState }
  | { readonly title: string; readonly parts: readonly NavigationPart[] };

/** Spaces of a site by path, as a visitor may read them. */
export interface SiteMap {
  readonly site: SiteState;
  readonly address: SiteAddress;
  readonly visitor: Visitor;
  /** Spaces that the visitor may read, in order. */
  readonly variants: readonly Variant[];
  readonly main: Variant | undefined;
  /** Spaces by their path within the site, besides the main one. */
  readonly byRoot: ReadonlyMap<string, Variant>;
  readonly sections: readonly VisibleSection[];
  /** Sections, groups and external links in order, without empty groups. */
  readonly navigation: readonly NavigationPart[];
  /** Customizations; undefined when nothing is customized. */
  readonly customizations: SiteCustomizations | undefined;
  /** Digest of everything besides content that the pages of the site show. */
  readonly version: string;
}

/** Builds the map of a site for a visitor. If the default space is hidden, the first visible one replaces it. */
export function buildSiteMap(published: PublishedSite, address: SiteAddress, visitor = ANONYMOUS_VISITOR): SiteMap {
  const { site, customizations } = published;
  const view = visibleStructure(structureOf(published).view(), visitor);
  const variants = variantsOf(view, published);
  const sections = visibleSections(view, variants);
  const navigation = navigationOf(view, sections);
  return {
    site,
    address,
    visitor,
    variants,
    main: variants.find(({ root }) => root === ''),
    byRoot: new Map(variants.flatMap((one) => (one.root === '' ? [] : [[one.root, one]]))),
    sections,
    navigation,
    customizations: customizations.length === 0 ? undefined : mergeCustomizations(site.title, customizations),
    version: versionOf(published, { address, variants, sections, navigation }),
  };
}

const structureOf = ({ site, spaces, sections, groups, links }: PublishedSite): SiteStructure =>
  new SiteStructure(site, {
    siteSpaces: spaces.map(({ siteSpace }) => SiteSpace.restore(siteSpace)),
    sections: sections.map(SiteSection.restore),
    groups: groups.map(SiteSectionGroup.restore),
    links: links.map(SiteExternalLink.restore),
    present: spaces.map(({ siteSpace }) => siteSpace.spaceId),
  });

function variantsOf(view: StructureView, { spaces }: PublishedSite): readonly Variant[] {
  const published = new Map(spaces.map((one) => [one.siteSpace.id, one]));
  const roots = spaceRoots(view);
  const sections = new Map(view.sections.map(({ section }) => [section.id, section]));
  return view.spaces.map((siteSpace) => {
    const section = siteSpace.sectionId === null ? undefined : sections.get(siteSpace.sectionId);
    const aliases = [
      section === undefined ? siteSpace.path : `${section.path}/${siteSpace.path}`,
      ...(section !== undefined && siteSpace.isDefault ? [section.path] : []),
      ...(section?.isDefault ? [siteSpace.path] : []),
    ];
    return { ...published.get(siteSpace.id)!, siteSpace, root: roots.get(siteSpace.id)!, aliases };
  });
}

function visibleSections(view: StructureView, variants: readonly Variant[]): readonly VisibleSection[] {
  const groups = new Map(view.groups.map(({ group: { id, title } }) => [id, { id, title }]));
  return view.sections.flatMap(({ section: { id, title, groupId } }) => {
    const first = variants
      .filter(({ siteSpace }) => siteSpace.sectionId === id && !siteSpace.hidden)
      .sort((a, b) => Number(b.siteSpace.isDefault) - Number(a.siteSpace.isDefault))[0];
    if (first === undefined) return [];
    return [{ id, title, root: first.root, group: groupId === null ? undefined : groups.get(groupId) }];
  });
}

function navigationOf(view: StructureView, sections: readonly VisibleSection[]): readonly NavigationPart[] {
  const byId = new Map(sections.map((section) => [section.id, section]));
  const partOf = (one: RootView): readonly NavigationPart[] => {
    if ('link' in one) return [one];
    if ('group' in one) {
      const parts = one.children.flatMap(partOf);
      return parts.length === 0 ? [] : [{ title: one.group.title, parts }];
    }
    const section = byId.get(one.section.id);
    return section === undefined ? [] : [{ section }];
  };
  return view.root.flatMap(partOf);
}

function versionOf(
  { site, customizations }: PublishedSite,
  { address, variants, sections, navigation }: Pick<SiteMap, 'address' | 'variants' | 'sections' | 'navigation'>,
): string {
  const { id, title, basename, servedHostname, proxy, visibility, adaptiveContent } = site;
  const spaces = variants.map(({ siteSpace, title: name, root, aliases: [fullPath], treeUrl }) => [
    siteSpace.id,
    siteSpace.sectionId,
    siteSpace.hidden,
    name,
    root,
    fullPath,
    treeUrl,
  ]);
  const settings = [id, title, address.here, basename, servedHostname, proxy, visibility, adaptiveContent];
  return digestOf(JSON.stringify([...settings, sections, navigation, customizations, spaces]));
}

export interface SitePathMatch {
  readonly variant: Variant | undefined;
  /** Path within the space. */
  readonly path: string;
}

/** Finds the space that a path of the site belongs to, by its longest prefix. */
export function matchPath(
  { byRoot, main }: Pick<SiteMap, 'byRoot' | 'main'>,
  segments: readonly string[],
): SitePathMatch {
  for (const length of [2, 1]) {
    const named = segments.length < length ? undefined : byRoot.get(segments.slice(0, length).join('/'));
    if (named !== undefined) return { variant: named, path: segments.slice(length).join('/') };
  }
  return { variant: main, path: segments.join('/') };
}

/**
 * Returns the path within the site that comes before the path of a page: that of its space, or the full one where the
 * former would lead to another space or to a file of the site.
 */
export function rootOfPage(
  map: Pick<SiteMap, 'byRoot' | 'main'>,
  { root, aliases, siteSpace }: Variant,
  path: string,
): string {
  if (path === '') return root;
  const segments = path.split('/');
  const isTaken =
    matchPath(map, root === '' ? segments : [...root.split('/'), ...segments]).variant?.siteSpace.id !== siteSpace.id ||
    (root === '' && (segments[0] === RESERVED_SEGMENT || (segments.length === 1 && isReservedFile(path))));
  return isTaken ? aliases[0]! : root;
}

/**
 * Finds the places of a page's path: that of `matchPath`, then the page whose path names its space because a shorter one
 * would lead elsewhere.
 */
export function matchPagePaths(map: SiteMap, segments: readonly string[]): readonly SitePathMatch[] {
  const full = matchExplicitPath(map, segments);
  const { variant, path } = full;
  const isCanonical =
    variant !== undefined &&
    rootOfPage(map, variant, path) !== variant.root &&
    segments.join('/') === `${variant.aliases[0]!}/${path}`;
  return isCanonical ? [matchPath(map, segments), full] : [matchPath(map, segments)];
}

/** Finds the space of a path that spells out more than the canonical path. */
export function matchExplicitPath({ variants }: SiteMap, segments: readonly string[]): SitePathMatch {
  for (const length of [2, 1]) {
    const start = segments.slice(0, length).join('/');
    const named = segments.length < length ? undefined : variants.find(({ aliases }) => aliases.includes(start));
    if (named !== undefined) return { variant: named, path: segments.slice(length).join('/') };
  }
  return { variant: undefined, path: '' };
}
