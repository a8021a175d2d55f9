import { Conflict, Invalid, NotFound } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/id.ts';
import { findSitePathProblem } from '../site-names.ts';
import { SiteSectionGroup } from './site-section-group.ts';
import { SiteSection } from './site-section.ts';
import { SiteSpace } from './site-space.ts';
import { sortByRank, PartSet, type RankedPart } from './structure-parts.ts';
import { pathOwner, requireValidStructure, type PathPart } from './structure-rules.ts';

/** All parts of a site, whether they can be shown or not. */
export interface SiteParts {
  readonly siteSpaces?: Iterable<SiteSpace>;
  readonly sections?: Iterable<SiteSection>;
  readonly groups?: Iterable<SiteSectionGroup>;
  /** Ids of those spaces that are there to be shown. */
  readonly present?: Iterable<Id>;
}

/** Where the parts of a site lie: what is in what, in which order, and which is the default. Only `SiteStructure` changes it. */
export class StructureArrangement {
  readonly spaces: PartSet<SiteSpace>;
  readonly sections: PartSet<SiteSection>;
  readonly groups: PartSet<SiteSectionGroup>;
  readonly #present: Set<Id>;

  /** A default that went with its space is replaced. @throws Unsound for parts that make up no site */
  constructor({ siteSpaces = [], sections = [], groups = [], present = [] }: SiteParts) {
    this.spaces = new PartSet(siteSpaces);
    this.sections = new PartSet(sections);
    this.groups = new PartSet(groups);
    this.#present = new Set(present);
    requireValidStructure(this.spaces.all, this.sections.all, this.groups.all);
    this.ensureDefaultSection();
    for (const section of this.sections.all.length === 0 ? [null] : this.sections.all)
      this.ensureDefaultSpace(section?.id ?? null);
  }

  /** Whether the space is there to be shown. */
  isPresent(spaceId: Id): boolean {
    return this.#present.has(spaceId);
  }
  /** A space is there from now on. */
  addPresent(spaceId: Id): void {
    this.#present.add(spaceId);
  }

  /** The spaces of a section, or of a site without sections (null), in order. */
  spacesIn(sectionId: Id | null): SiteSpace[] {
    return sortByRank(this.spaces.all.filter((one) => one.snapshot().sectionId === sectionId));
  }
  /** The sections of a group, or those in none (null), in order. */
  sectionsIn(groupId: Id | null): SiteSection[] {
    return sortByRank(this.sections.all.filter((one) => one.snapshot().groupId === groupId));
  }
  /** What stands at the root of a site with sections, in order. */
  root(): (SiteSection | SiteSectionGroup)[] {
    return sortByRank([...this.sectionsIn(null), ...this.groups.all]);
  }
  /** What lies with a part of that kind in the same place, in order. */
  siblingsOf(of: SiteSpace | SiteSection | SiteSectionGroup, parent: Id | null): readonly RankedPart[] {
    return of instanceof SiteSpace ? this.spacesIn(parent) : parent === null ? this.root() : this.sectionsIn(parent);
  }

  /** One that is shown. @throws NotFound */
  space(id: Id): SiteSpace {
    const one = this.spaces.find(id);
    if (one === undefined || !this.#isVisible(one)) throw new NotFound('site space');
    return one;
  }
  /** @throws NotFound */
  section(id: Id): SiteSection {
    const one = this.sections.find(id);
    if (one === undefined) throw new NotFound('site section');
    return one;
  }
  /** @throws NotFound */
  group(id: Id): SiteSectionGroup {
    const one = this.groups.find(id);
    if (one === undefined) throw new NotFound('site section group');
    return one;
  }

  /** Puts a part at a place among those of a parent, counted without it. @throws Conflict for a path that is taken there */
  insertAt(moved: SiteSpace | SiteSection | SiteSectionGroup, place: number, parent: Id | null): void {
    const level = this.siblingsOf(moved, parent);
    const order = level.filter((one) => one !== moved);
    order.splice(Math.min(place, order.length), 0, moved);
    const from =
      moved instanceof SiteSpace
        ? moved.snapshot().sectionId
        : moved instanceof SiteSection
          ? moved.snapshot().groupId
          : null;
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
    } else if (moved instanceof SiteSection) moved.move({ groupId: parent });
    else moved.move();
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
    else this.groups.touch(one as SiteSectionGroup);
  }

  /** Where a section, or a site without any (null), has no default space, the first that can be shown becomes it. */
  ensureDefaultSpace(sectionId: Id | null): void {
    this.#ensureDefault(this.spaces, this.spacesIn(sectionId));
  }
  /** Where no section is the default, the first that can be shown becomes it. */
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

/** Makes one of a level the default, and no other. */
export function setDefault<P extends SiteSpace | SiteSection>(parts: PartSet<P>, level: readonly P[], chosen: P): void {
  for (const one of level) {
    if (one.snapshot().isDefault === (one === chosen)) continue;
    one.setDefault(one === chosen);
    parts.touch(one);
  }
}

/** @param path undefined: it stays @throws Invalid for a path that is none, Conflict for one that is another's on the level */
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
