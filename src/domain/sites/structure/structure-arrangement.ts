import { Conflict, Invalid, NotFound } from '../../kernel/errors.ts';
import type { Id, SiteSectionGroupId, SiteSectionId, SpaceId } from '../../kernel/id.ts';
import { findSitePathProblem } from '../site-names.ts';
import { SiteExternalLink } from './site-external-link.ts';
import { SiteSectionGroup } from './site-section-group.ts';
import { SiteSection } from './site-section.ts';
import { SiteSpace } from './site-space.ts';
import { sortByRank, PartSet, type RankedPart } from './structure-parts.ts';
import { pathOwner, requireValidStructure, type PathPart } from './structure-rules.ts';

/** Parts of a site, including hidden ones. */
export interface SiteParts {
  readonly siteSpaces?: Iterable<SiteSpace>;
  readonly sections?: Iterable<SiteSection>;
  readonly groups?: Iterable<SiteSectionGroup>;
  readonly links?: Iterable<SiteExternalLink>;
  /** Ids of the spaces that exist and may be shown. */
  readonly present?: Iterable<Id>;
  /** Ids of the deleted spaces, which are shown again when they are restored. */
  readonly deleted?: Iterable<Id>;
}

/** Part in the structure of a site. */
export type StructurePart = SiteSpace | SiteSection | SiteSectionGroup | SiteExternalLink;

/** Arrangement of a site's parts: containment, order and defaults. Changed only by `SiteStructure`. */
export class StructureArrangement {
  readonly spaces: PartSet<SiteSpace>;
  readonly sections: PartSet<SiteSection>;
  readonly groups: PartSet<SiteSectionGroup>;
  readonly links: PartSet<SiteExternalLink>;
  readonly #present: Set<Id>;
  readonly #deleted: ReadonlySet<Id>;

  /**
   * Creates the arrangement; replaces a default that was removed with its space.
   * @throws InvalidStructure for inconsistent parts
   */
  constructor({ siteSpaces = [], sections = [], groups = [], links = [], present = [], deleted = [] }: SiteParts) {
    this.spaces = new PartSet(siteSpaces);
    this.sections = new PartSet(sections);
    this.groups = new PartSet(groups);
    this.links = new PartSet(links);
    this.#present = new Set(present);
    this.#deleted = new Set(deleted);
    requireValidStructure(this.spaces.all, this.sections.all, this.groups.all, this.links.all);
    this.ensureDefaultSection();
    for (const section of this.sections.all.length === 0 ? [null] : this.sections.all)
      this.ensureDefaultSpace(section?.id ?? null);
  }

  /** Tells whether the space exists and may be shown. */
  isPresent(spaceId: SpaceId): boolean {
    return this.#present.has(spaceId);
  }
  /** Tells whether the space is deleted, and is shown again when it is restored. */
  isDeleted(spaceId: SpaceId): boolean {
    return this.#deleted.has(spaceId);
  }
  /** Marks a space as existing. */
  addPresent(spaceId: SpaceId): void {
    this.#present.add(spaceId);
  }

  /** Lists the spaces of a section, or of a site without sections (null), in order. */
  spacesIn(sectionId: SiteSectionId | null): SiteSpace[] {
    return sortByRank(this.spaces.all.filter((one) => one.snapshot().sectionId === sectionId));
  }
  /** Lists the items at the root of a site with sections, in order. */
  root(): (SiteSection | SiteSectionGroup | SiteExternalLink)[] {
    return sortByRank([...this.itemsIn(null), ...this.groups.all]);
  }
  /** Lists the sections and links of a group, or those without a group (null), in order. */
  itemsIn(groupId: Id | null): (SiteSection | SiteExternalLink)[] {
    return sortByRank<SiteSection | SiteExternalLink>([
      ...this.sections.all.filter((one) => one.snapshot().groupId === groupId),
      ...this.links.all.filter((one) => one.snapshot().groupId === groupId),
    ]);
  }
  /** Lists the items of a part's kind within a parent, in order. */
  siblingsOf(of: StructurePart, parent: Id | null): readonly RankedPart[] {
    return of instanceof SiteSpace ? this.spacesIn(parent) : parent === null ? this.root() : this.itemsIn(parent);
  }

  /**
   * Returns a visible space.
   * @throws NotFound
   */
  space(id: Id): SiteSpace {
    const one = this.spaces.find(id);
    if (one === undefined || !this.#isVisible(one)) throw new NotFound('site space', id);
    return one;
  }
  /**
   * Returns a section.
   * @throws NotFound
   */
  section(id: Id): SiteSection {
    const one = this.sections.find(id);
    if (one === undefined) throw new NotFound('site section', id);
    return one;
  }
  /**
   * Returns a group.
   * @throws NotFound
   */
  group(id: Id): SiteSectionGroup {
    const one = this.groups.find(id);
    if (one === undefined) throw new NotFound('site section group', id);
    return one;
  }

  /**
   * Returns an external link.
   * @throws NotFound
   */
  link(id: Id): SiteExternalLink {
    const one = this.links.find(id);
    if (one === undefined) throw new NotFound('external link', id);
    return one;
  }

  /**
   * Moves a part to an index among the items of a parent, not counting the part itself.
   * @throws Conflict for a path that is taken there
   */
  insertAt(moved: StructurePart, place: number, parent: Id | null): void {
    const level = this.siblingsOf(moved, parent);
    const order = level.filter((one) => one !== moved);
    order.splice(Math.min(place, order.length), 0, moved);
    const from =
      moved instanceof SiteSpace
        ? moved.snapshot().sectionId
        : moved instanceof SiteSectionGroup
          ? null
          : moved.snapshot().groupId;
    if (from === parent && order.every((one, i) => one === level[i])) return;
    if (moved instanceof SiteSpace) {
      if (from !== parent)
        requireFreePath(
          this.spacesIn(parent),
          moved,
          moved.snapshot().path,
          'the path is taken by another space of the section',
        );
      moved.move({ sectionId: parent });
      if (from !== parent && moved.snapshot().isDefault && order.length > 1) moved.setDefault(false);
    } else if (moved instanceof SiteSectionGroup) moved.move();
    else moved.move({ groupId: parent as SiteSectionGroupId | null });
    this.#touch(moved);
    order.forEach((one, i) => {
      if (one.snapshot().rank === i) return;
      one.rerank(i);
      this.#touch(one);
    });
    if (moved instanceof SiteSpace && from !== parent) for (const each of [from, parent]) this.ensureDefaultSpace(each);
  }
  #touch(one: RankedPart): void {
    if (one instanceof SiteSpace) this.spaces.touch(one);
    else if (one instanceof SiteSection) this.sections.touch(one);
    else if (one instanceof SiteExternalLink) this.links.touch(one);
    else this.groups.touch(one as SiteSectionGroup);
  }

  /** Makes the first visible space of a section, or of a site without sections (null), the default if there is none. */
  ensureDefaultSpace(sectionId: SiteSectionId | null): void {
    this.#ensureDefault(this.spaces, this.spacesIn(sectionId));
  }
  /** Makes the first visible section the default if there is none. */
  ensureDefaultSection(): void {
    this.#ensureDefault(this.sections, sortByRank(this.sections.all));
  }
  #ensureDefault<P extends SiteSpace | SiteSection>(parts: PartSet<P>, level: readonly P[]): void {
    if (level.some((one) => one.snapshot().isDefault)) return;
    const fallback = level.find((one) => this.#isVisible(one)) ?? level[0];
    if (fallback !== undefined) setDefault(parts, level, fallback);
  }
  #isVisible(one: SiteSpace | SiteSection): boolean {
    return one instanceof SiteSpace
      ? this.#present.has(one.snapshot().spaceId)
      : this.spacesIn(one.id).some((each) => this.#isVisible(each));
  }
}

/** Makes one item of a level its only default. */
export function setDefault<P extends SiteSpace | SiteSection>(parts: PartSet<P>, level: readonly P[], chosen: P): void {
  for (const one of level) {
    if (one.snapshot().isDefault === (one === chosen)) continue;
    one.setDefault(one === chosen);
    parts.touch(one);
  }
}

/**
 * Checks a new path.
 * @param path undefined if it stays
 * @throws Invalid for an invalid path, Conflict for one that another item of the level has
 */
export function requireFreePath<P extends PathPart>(
  level: readonly P[],
  one: P,
  path: string | undefined,
  taken: string,
): void {
  if (path === undefined) return;
  const problem = findSitePathProblem(path);
  if (problem !== undefined) throw Invalid.field('path', problem);
  if ((pathOwner(level, path) ?? one) !== one) throw new Conflict(taken);
}
