import { Conflict, Invalid, NotFound } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import { freeName, sitePathProblem } from './site-names.ts';
import { SiteSectionGroup } from './site-section-group.ts';
import { SiteSection } from './site-section.ts';
import { SiteSpace, type SiteSpaceState } from './site-space.ts';
import { moveTarget, type StructureItem, type StructurePosition } from './structure-moves.ts';
import { inOrder, Parts, rankAfter, type PartChanges, type Placed } from './structure-parts.ts';
import { owner, requireSound, type WithPath } from './structure-rules.ts';
import { structureView, type SectionView, type StructureView } from './structure-view.ts';
import type { NewSectionGroup, NewSiteSection, NewSiteSpace, SectionGroupChange, SiteSectionChange, SiteSpaceChange } from './structure-wishes.ts';

/** How many spaces, sections and groups a site can hold: all of them are looked at whenever one changes. */
export const MAX_SITE_SPACES = 1_000;
export const MAX_SITE_SECTIONS = 200;

/** All parts of a site, whether they can be shown or not. */
export interface SiteParts {
  readonly siteSpaces?: Iterable<SiteSpace>;
  readonly sections?: Iterable<SiteSection>;
  readonly groups?: Iterable<SiteSectionGroup>;
  /** Ids of those spaces that are there to be shown. */
  readonly present?: Iterable<Id>;
}

/** Those of the fields whose values differ. */
const changed = <S extends object>(from: S, to: Partial<S>): Partial<S> =>
  Object.fromEntries(Object.entries(to).filter(([field, value]) => value !== undefined && value !== from[field as keyof S])) as Partial<S>;

/**
 * How a site is made up: spaces at its root or, as variants, in sections; sections at the root or in groups. Everything is
 * in an order, paths are unique where they lie, and of the sections and of each section's spaces exactly one is the default.
 * Spaces that were deleted or went to another organization (`present` does not hold them) keep their place for the day they
 * return, but are not shown; while a default is one of them, the first that is shown stands in for it.
 */
export class SiteStructure {
  readonly #spaces: Parts<SiteSpace>;
  readonly #sections: Parts<SiteSection>;
  readonly #groups: Parts<SiteSectionGroup>;
  readonly #present: Set<Id>;

  /** A default that went with its space is replaced. @throws Unsound for parts that make up no site */
  constructor(
    private readonly site: { readonly id: Id; readonly organizationId: Id },
    { siteSpaces = [], sections = [], groups = [], present = [] }: SiteParts = {},
  ) {
    this.#spaces = new Parts(siteSpaces);
    this.#sections = new Parts(sections);
    this.#groups = new Parts(groups);
    this.#present = new Set(present);
    requireSound(this.#spaces.all, this.#sections.all, this.#groups.all);
    this.#keepDefault(this.#sections);
    for (const level of this.#levels()) this.#keepDefault(this.#spaces, level);
  }

  /** What is shown, as a tree. */
  view(): StructureView {
    return structureView({
      spaces: inOrder(this.#spaces.all).map((one) => one.snapshot()).filter(({ spaceId }) => this.#present.has(spaceId)),
      sections: inOrder(this.#sections.all).map((one) => one.snapshot()),
      groups: inOrder(this.#groups.all).map((one) => one.snapshot()),
    });
  }
  /** The spaces that are shown, in order; `isDefault` is true of exactly one where each lies. */
  shown(): readonly SiteSpaceState[] {
    return this.view().spaces;
  }
  /** One of those that are shown. */
  find(id: Id): SiteSpaceState | undefined {
    return this.shown().find((state) => state.id === id);
  }
  /** The sections, in order, whatever their groups. */
  sections(): readonly SectionView[] {
    return this.view().sections;
  }
  findSection(id: Id): SectionView | undefined {
    return this.sections().find(({ section }) => section.id === id);
  }

  /**
   * Puts a space at the end of a section, of the default section when none is named, or of a site without sections. The first
   * where it lies is the default there. @throws NotFound for the section, Conflict when it is a part already, or the site is full
   */
  add(of: NewSiteSpace, sectionId?: Id): SiteSpaceState {
    const section = sectionId === undefined ? this.sections().find(({ section: { isDefault } }) => isDefault)?.section : this.#section(sectionId).snapshot();
    this.#put(of, section?.id ?? null);
    return this.find(of.id)!;
  }

  /**
   * Adds a section with a space as its first variant. The first section of a site takes in the spaces that are at its root,
   * before that space, which may be one of them. @throws Conflict when the space is in a section already, or the site is full
   */
  addSection({ id, title, icon, slug }: NewSiteSection, first: NewSiteSpace): SectionView {
    const { all } = this.#sections;
    if (all.length >= MAX_SITE_SECTIONS) throw new Conflict(`a site holds at most ${MAX_SITE_SECTIONS} sections`);
    const isFirst = all.length === 0;
    const rooted = isFirst ? [...this.#spaces.all] : [];
    const isIn = rooted.some((one) => one.snapshot().spaceId === first.spaceId);
    if (!isIn) this.#requireRoom(first.spaceId);
    const path = freeName(sitePathProblem(slug) === undefined ? slug : 'section', (candidate) => owner(all, candidate) !== undefined);
    const { id: siteId, organizationId } = this.site;
    const rank = rankAfter(this.#rootSections());
    this.#sections.add(SiteSection.add({ id, organizationId, siteId, groupId: null, title, description: null, icon, path, isDefault: isFirst, condition: null, rank }));
    for (const one of rooted) {
      one.move({ sectionId: id });
      this.#spaces.touch(one);
    }
    if (!isIn) this.#put(first, id);
    return this.findSection(id)!;
  }

  /** @throws NotFound, Invalid for a path that is none, Conflict for one that is taken */
  changeSection(id: Id, change: SiteSectionChange): void {
    const section = this.#section(id);
    this.#requirePath(this.#sections.all, section, change.path, 'the path is taken by another section of the site');
    const to = changed(section.snapshot(), change);
    if (Object.keys(to).length === 0) return;
    section.change(to);
    this.#sections.touch(section);
  }

  /** Takes a section out of the site with all its site spaces; where it was the default, the next becomes it. @returns whether there was one */
  removeSection(id: Id): boolean {
    const section = this.#sections.find(id);
    if (section === undefined) return false;
    for (const one of this.#spacesIn(id)) {
      one.remove();
      this.#spaces.remove(one);
    }
    section.remove();
    this.#sections.remove(section);
    this.#keepDefault(this.#sections);
    return true;
  }

  /** Makes a section the site's default. @throws NotFound */
  makeSectionDefault(id: Id): void {
    this.#setDefault(this.#sections, this.#sections.all, this.#section(id));
  }

  /** A group at the end of the site, with these sections in this order. @throws NotFound for a section, Conflict when the site is full */
  addGroup({ id, title, icon }: NewSectionGroup, sectionIds: readonly Id[] = []): void {
    if (this.#groups.all.length >= MAX_SITE_SECTIONS) throw new Conflict(`a site holds at most ${MAX_SITE_SECTIONS} section groups`);
    const sections = [...new Set(sectionIds)].map((each) => this.#section(each));
    const { id: siteId, organizationId } = this.site;
    this.#groups.add(SiteSectionGroup.add({ id, organizationId, siteId, title, icon, rank: rankAfter(this.#rootSections()) }));
    for (const section of sections) this.#place(section, this.#sectionsIn(id), Infinity, id);
  }
  /** @throws NotFound */
  changeGroup(id: Id, change: SectionGroupChange): void {
    const group = this.#group(id);
    const to = changed(group.snapshot(), change);
    if (Object.keys(to).length === 0) return;
    group.change(to);
    this.#groups.touch(group);
  }
  /** Takes a group away; its sections stay, in its place. @returns whether there was one */
  removeGroup(id: Id): boolean {
    const group = this.#groups.find(id);
    if (group === undefined) return false;
    for (const section of this.#sectionsIn(id)) this.#place(section, this.#rootSections(), this.#rootSections().indexOf(group), null);
    group.remove();
    this.#groups.remove(group);
    return true;
  }
  /** Puts a section at the end of a group; one that is in it stays where it is. @throws NotFound */
  addToGroup(id: Id, sectionId: Id): void {
    const { id: groupId } = this.#group(id);
    const section = this.#section(sectionId);
    if (section.snapshot().groupId !== groupId) this.#place(section, this.#sectionsIn(groupId), Infinity, groupId);
  }
  /** Puts a section of a group behind the group. @returns whether it was in it */
  removeFromGroup(id: Id, sectionId: Id): boolean {
    const group = this.#groups.find(id);
    const section = this.#sections.find(sectionId);
    if (group === undefined || section?.snapshot().groupId !== id) return false;
    this.#place(section, this.#rootSections(), this.#rootSections().indexOf(group) + 1, null);
    return true;
  }

  /** Takes a shown space out of the site; where it was the default, the next becomes it. @returns whether there was one */
  remove(id: Id): boolean {
    const one = this.#spaces.find(id);
    if (one === undefined || this.find(id) === undefined) return false;
    one.remove();
    this.#spaces.remove(one);
    this.#keepDefault(this.#spaces, this.#spacesIn(one.snapshot().sectionId));
    return true;
  }

  /** Makes a space the default of the section it lies in. @throws NotFound, also for one that lies elsewhere */
  makeDefault(id: Id, sectionId: Id | null): void {
    const one = this.#shownSpace(id);
    if (one.snapshot().sectionId !== sectionId) throw new NotFound('site space');
    this.#setDefault(this.#spaces, this.#spacesIn(sectionId), one);
  }
  /** Makes a space the one that readers of the site come to first. @throws NotFound, Invalid for one outside the default section */
  makeSiteDefault(id: Id): void {
    const { sectionId } = this.#shownSpace(id).snapshot();
    if (sectionId !== null && !this.findSection(sectionId)!.section.isDefault) throw Invalid.field('defaultSiteSpace', 'must lie in the default section');
    this.makeDefault(id, sectionId);
  }

  /** @throws NotFound, Invalid for a path that is none, Conflict for a path or a space that is taken */
  change(id: Id, change: SiteSpaceChange): SiteSpaceState {
    const one = this.#shownSpace(id);
    const before = one.snapshot();
    this.#requirePath(this.#spacesIn(before.sectionId), one, change.path, 'the path is taken by another space of the site');
    if (change.spaceId !== undefined && change.spaceId !== before.spaceId) this.#requireNew(change.spaceId);
    const { path, condition, spaceId } = change;
    const to = changed<SiteSpaceChange>(before, { ...(path !== undefined && { path }), ...(condition !== undefined && { condition }), ...(spaceId !== undefined && { spaceId }) });
    if (Object.keys(to).length > 0) {
      one.change(to);
      if (spaceId !== undefined) this.#present.add(spaceId);
      this.#spaces.touch(one);
    }
    return this.find(id)!;
  }

  /**
   * Puts a space, a section or a group directly before or after another one, or between two neighbours, where those lie; last
   * where it is without a position. @throws NotFound, Invalid for a position that it cannot take, Conflict for a path that is taken there
   */
  move(item: StructureItem, position: StructurePosition = {}): void {
    const kinds = { 'site-space': (id: Id) => this.#shownSpace(id), 'site-section': (id: Id) => this.#section(id), 'site-section-group': (id: Id) => this.#group(id) };
    const moved = kinds[item.type](item.id);
    const level = (parent: Id | null): readonly Placed[] => (moved instanceof SiteSpace ? this.#spacesIn(parent) : parent === null ? this.#rootSections() : this.#sectionsIn(parent));
    const isShown = (one: Placed): boolean => !(one instanceof SiteSpace) || this.#present.has(one.snapshot().spaceId);
    const { parent, place } = moveTarget(moved, position, ({ type, id }) => kinds[type](id), level, isShown);
    this.#place(moved, level(parent), place, parent);
  }

  /** What has to be stored, and what deleted, for the structure to be as it is now. */
  changes(): { readonly siteSpaces: PartChanges<SiteSpace>; readonly sections: PartChanges<SiteSection>; readonly groups: PartChanges<SiteSectionGroup> } {
    return { siteSpaces: this.#spaces.changes(), sections: this.#sections.changes(), groups: this.#groups.changes() };
  }

  /** Puts a part at a place among those of a parent, counted without it. */
  #place(moved: SiteSpace | SiteSection | SiteSectionGroup, level: readonly Placed[], place: number, parent: Id | null): void {
    const order = level.filter((one) => one !== moved);
    order.splice(Math.min(place, order.length), 0, moved);
    const from = moved instanceof SiteSpace ? moved.snapshot().sectionId : moved instanceof SiteSection ? moved.snapshot().groupId : null;
    if (from === parent && order.every((one, i) => one === level[i])) return;
    if (moved instanceof SiteSpace) {
      if (from !== parent) this.#requirePath(this.#spacesIn(parent), moved, moved.snapshot().path, 'the path is taken by another space of the section');
      moved.move({ sectionId: parent });
      if (from !== parent && moved.snapshot().isDefault && order.length > 1) moved.setDefault(false);
    } else if (moved instanceof SiteSection) moved.move({ groupId: parent });
    else moved.move();
    this.#touch(moved);
    order.forEach((one, i) => {
      if (one.snapshot().rank === i) return;
      one.reorder(i);
      this.#touch(one);
    });
    if (moved instanceof SiteSpace && from !== parent) for (const each of [from, parent]) this.#keepDefault(this.#spaces, this.#spacesIn(each));
  }
  #touch(one: Placed): void {
    if (one instanceof SiteSpace) this.#spaces.touch(one);
    else if (one instanceof SiteSection) this.#sections.touch(one);
    else this.#groups.touch(one as SiteSectionGroup);
  }

  #put({ id, spaceId, slug }: NewSiteSpace, sectionId: Id | null): void {
    this.#requireRoom(spaceId);
    const level = this.#spacesIn(sectionId);
    const path = freeName(sitePathProblem(slug) === undefined ? slug : 'docs', (candidate) => owner(level, candidate) !== undefined);
    const { id: siteId, organizationId } = this.site;
    this.#spaces.add(SiteSpace.add({ id, organizationId, siteId, spaceId, sectionId, path, isDefault: level.length === 0, condition: null, rank: rankAfter(level) }));
    this.#present.add(spaceId);
  }

  #spacesIn(sectionId: Id | null): SiteSpace[] {
    return inOrder(this.#spaces.all.filter((one) => one.snapshot().sectionId === sectionId));
  }
  #sectionsIn(groupId: Id | null): SiteSection[] {
    return inOrder(this.#sections.all.filter((one) => one.snapshot().groupId === groupId));
  }
  #rootSections(): (SiteSection | SiteSectionGroup)[] {
    return inOrder([...this.#sectionsIn(null), ...this.#groups.all]);
  }
  /** The spaces of a site without sections, or those of each section. */
  #levels(): SiteSpace[][] {
    const { all } = this.#sections;
    return all.length === 0 ? [this.#spacesIn(null)] : all.map(({ id }) => this.#spacesIn(id));
  }
  #shownSpace(id: Id): SiteSpace {
    const one = this.#spaces.find(id);
    if (one === undefined || !this.#present.has(one.snapshot().spaceId)) throw new NotFound('site space');
    return one;
  }
  #section(id: Id): SiteSection {
    const one = this.#sections.find(id);
    if (one === undefined) throw new NotFound('site section');
    return one;
  }
  #group(id: Id): SiteSectionGroup {
    const one = this.#groups.find(id);
    if (one === undefined) throw new NotFound('site section group');
    return one;
  }

  #requireRoom(spaceId: Id): void {
    if (this.#spaces.all.length >= MAX_SITE_SPACES) throw new Conflict(`a site holds at most ${MAX_SITE_SPACES} spaces`);
    this.#requireNew(spaceId);
  }
  #requireNew(spaceId: Id): void {
    if (this.#spaces.all.some((one) => one.snapshot().spaceId === spaceId)) throw new Conflict('the space is a part of the site already');
  }
  #requirePath<P extends WithPath>(level: readonly P[], one: P, path: string | undefined, taken: string): void {
    if (path === undefined) return;
    const problem = sitePathProblem(path);
    if (problem !== undefined) throw Invalid.field('path', problem);
    if ((owner(level, path) ?? one) !== one) throw new Conflict(taken);
  }

  /** Where a level has no default, the first that can be shown becomes it. */
  #keepDefault<P extends SiteSpace | SiteSection>(parts: Parts<P>, level: readonly P[] = inOrder(parts.all)): void {
    if (level.some((one) => one.snapshot().isDefault)) return;
    const heir = level.find((one) => this.#canBeShown(one)) ?? level[0];
    if (heir !== undefined) this.#setDefault(parts, level, heir);
  }
  #canBeShown(one: SiteSpace | SiteSection): boolean {
    return one instanceof SiteSpace ? this.#present.has(one.snapshot().spaceId) : this.#spacesIn(one.id).some((each) => this.#present.has(each.snapshot().spaceId));
  }
  #setDefault<P extends SiteSpace | SiteSection>(parts: Parts<P>, level: readonly P[], chosen: P): void {
    for (const one of level) {
      if (one.snapshot().isDefault === (one === chosen)) continue;
      one.setDefault(one === chosen);
      parts.touch(one);
    }
  }
}
