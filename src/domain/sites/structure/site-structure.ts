import { changedFields } from '../../kernel/changed-fields.ts';
import { Conflict, Invalid, NotFound } from '../../kernel/errors.ts';
import type { Id, OrganizationId, SiteSectionGroupId, SiteSectionId, SpaceId } from '../../kernel/id.ts';
import { findFreeName, findSitePathProblem } from '../site-names.ts';
import { SiteExternalLink, type SiteExternalLinkState } from './site-external-link.ts';
import { SiteSectionGroup } from './site-section-group.ts';
import { SiteSection } from './site-section.ts';
import { SiteSpace, type SiteSpaceState } from './site-space.ts';
import { StructureArrangement, requireFreePath, setDefault, type SiteParts } from './structure-arrangement.ts';
import { resolveMoveTarget, type StructureItem, type StructurePosition } from './structure-moves.ts';
import { sortByRank, rankAfter, type PartChanges, type RankedPart } from './structure-parts.ts';
import { pathOwner } from './structure-rules.ts';
import { buildStructureView, type SectionView, type StructureView } from './structure-view.ts';
import type {
  ExternalLinkChange,
  ExternalLinkInput,
  SectionGroupInput,
  SiteSectionInput,
  SiteSpaceInput,
  SectionGroupChange,
  SiteSectionChange,
  SiteSpaceChange,
} from './structure-inputs.ts';

/** Maximum numbers of spaces, and of sections and groups each, of a site: all are loaded for every change. */
export const MAX_SITE_SPACES = 1_000;
export const MAX_SITE_SECTIONS = 200;

/** Maximum number of external links of a site. */
export const MAX_EXTERNAL_LINKS = 200;

/**
 * Structure of a site: spaces at its root or, as variants, in sections; sections at the root or in groups. All items
 * are ordered, paths are unique within their parent, and exactly one section, and one space of each section, is the
 * default. Spaces that were deleted or transferred to another organization (missing from `present`) keep their position
 * in case they return, but are not shown; while a default is hidden, the first visible item replaces it.
 */
export class SiteStructure {
  readonly #arrangement: StructureArrangement;

  /**
   * Creates the structure; replaces a default that was removed with its space.
   * @throws InvalidStructure for inconsistent parts
   */
  constructor(
    private readonly site: { readonly id: Id; readonly organizationId: OrganizationId },
    parts: SiteParts = {},
  ) {
    this.#arrangement = new StructureArrangement(parts);
  }

  /** Returns the visible structure as a tree. */
  view(): StructureView {
    return this.#viewOf((spaceId) => this.#arrangement.isPresent(spaceId));
  }
  /** Returns the structure as readers see it once all deleted spaces are restored. */
  viewAfterRestores(): StructureView {
    return this.#viewOf((spaceId) => this.#arrangement.isPresent(spaceId) || this.#arrangement.isDeleted(spaceId));
  }
  #viewOf(isShown: (spaceId: SpaceId) => boolean): StructureView {
    return buildStructureView({
      spaces: sortByRank(this.#arrangement.spaces.all)
        .map((one) => one.snapshot())
        .filter(({ spaceId }) => isShown(spaceId)),
      sections: sortByRank(this.#arrangement.sections.all).map((one) => one.snapshot()),
      groups: sortByRank(this.#arrangement.groups.all).map((one) => one.snapshot()),
      links: sortByRank(this.#arrangement.links.all).map((one) => one.snapshot()),
    });
  }
  /** Lists the visible spaces in order; exactly one per section or root has `isDefault`. */
  visibleSpaces(): readonly SiteSpaceState[] {
    return this.view().spaces;
  }
  /** Finds a visible space. */
  findSpace(id: Id): SiteSpaceState | undefined {
    return this.visibleSpaces().find((state) => state.id === id);
  }
  /** Lists the sections in order, whatever their groups. */
  sections(): readonly SectionView[] {
    return this.view().sections;
  }
  findSection(id: Id): SectionView | undefined {
    return this.sections().find(({ section }) => section.id === id);
  }

  /**
   * Adds a space at the end of a section, by default the default section, or of a site without sections. The first
   * space of a section or root becomes its default.
   * @throws NotFound for the section, Conflict if the space is already part of the site or the site is full
   */
  addSpace(of: SiteSpaceInput, sectionId?: SiteSectionId): SiteSpaceState {
    const section =
      sectionId === undefined
        ? this.sections().find(({ section: { isDefault } }) => isDefault)?.section
        : this.#arrangement.section(sectionId).snapshot();
    this.#appendSpace(of, section?.id ?? null);
    return this.findSpace(of.id)!;
  }

  /**
   * Adds a section with a space as its first variant. When the first section is added to a site with spaces at the
   * root, these get a section of their own; a space that is one of them moves into the new section. The default space
   * of the site stays its home, so its section comes first.
   * @param rootSection section for the spaces at the root, used only if there are any
   * @throws Conflict if the space is already in a section or the site is full
   */
  addSection(input: SiteSectionInput, first: SiteSpaceInput, rootSection: SiteSectionInput): SectionView {
    const isFirst = this.#arrangement.sections.all.length === 0;
    const rooted = isFirst ? this.#arrangement.spacesIn(null) : [];
    const own = rooted.find((one) => one.snapshot().spaceId === first.spaceId);
    const others = rooted.filter((one) => one !== own);
    if (own === undefined) this.#requireRoom(first.spaceId);
    const isHome = own?.snapshot().isDefault === true;
    const added = others.length === 0 ? [input] : isHome ? [input, rootSection] : [rootSection, input];
    added.forEach((section, index) => this.#appendSection(section, isFirst && index === 0));
    if (others.length > 0) this.#moveSpaces(others, rootSection.id);
    if (own === undefined) this.#appendSpace(first, input.id);
    else this.#moveSpaces([own], input.id);
    return this.findSection(input.id)!;
  }

  /**
   * Changes a section.
   * @throws NotFound, Invalid for an invalid path, Conflict for a path that is taken
   */
  changeSection(id: Id, change: SiteSectionChange): void {
    const section = this.#arrangement.section(id);
    requireFreePath(
      this.#arrangement.sections.all,
      section,
      change.path,
      'the path is taken by another section of the site',
    );
    const to = changedFields(section.snapshot(), change);
    if (Object.keys(to).length === 0) return;
    section.change(to);
    this.#arrangement.sections.touch(section);
  }

  /**
   * Removes a section with all its site spaces; if it was the default, the next one becomes the default.
   * @returns whether the section existed
   */
  removeSection(id: Id): boolean {
    const section = this.#arrangement.sections.find(id);
    if (section === undefined) return false;
    for (const one of this.#arrangement.spacesIn(id)) {
      one.remove();
      this.#arrangement.spaces.remove(one);
    }
    section.remove();
    this.#arrangement.sections.remove(section);
    this.#arrangement.ensureDefaultSection();
    return true;
  }

  /**
   * Makes a section the site's default.
   * @throws NotFound
   */
  makeSectionDefault(id: Id): void {
    setDefault(this.#arrangement.sections, this.#arrangement.sections.all, this.#arrangement.section(id));
  }

  /**
   * Adds a group at the end of the site, with these sections in this order.
   * @throws NotFound for a section, Conflict if the site is full
   */
  addGroup({ id, title, icon, draft = false }: SectionGroupInput, sectionIds: readonly Id[] = []): void {
    if (this.#arrangement.groups.all.length >= MAX_SITE_SECTIONS)
      throw new Conflict(`a site can have at most ${MAX_SITE_SECTIONS} section groups`);
    const sections = [...new Set(sectionIds)].map((each) => this.#arrangement.section(each));
    const { id: siteId, organizationId } = this.site;
    this.#arrangement.groups.add(
      SiteSectionGroup.add({
        id,
        organizationId,
        siteId,
        title,
        icon,
        draft,
        rank: rankAfter(this.#arrangement.root()),
      }),
    );
    for (const section of sections) this.#arrangement.insertAt(section, Infinity, id);
  }
  /**
   * Changes a group.
   * @throws NotFound
   */
  changeGroup(id: Id, change: SectionGroupChange): void {
    const group = this.#arrangement.group(id);
    const to = changedFields(group.snapshot(), change);
    if (Object.keys(to).length === 0) return;
    group.change(to);
    this.#arrangement.groups.touch(group);
  }
  /**
   * Removes a group; its sections and links take its position.
   * @returns whether the group existed
   */
  removeGroup(id: Id): boolean {
    const group = this.#arrangement.groups.find(id);
    if (group === undefined) return false;
    for (const item of this.#arrangement.itemsIn(id))
      this.#arrangement.insertAt(item, this.#arrangement.root().indexOf(group), null);
    group.remove();
    this.#arrangement.groups.remove(group);
    return true;
  }
  /**
   * Moves a section to the end of a group; one that is already in it stays in place.
   * @throws NotFound
   */
  addToGroup(id: Id, sectionId: SiteSectionId): void {
    const { id: groupId } = this.#arrangement.group(id);
    const section = this.#arrangement.section(sectionId);
    if (section.snapshot().groupId !== groupId) this.#arrangement.insertAt(section, Infinity, groupId);
  }
  /**
   * Moves a section out of a group, to the position after the group.
   * @returns whether the section was in the group
   */
  removeFromGroup(id: Id, sectionId: SiteSectionId): boolean {
    const group = this.#arrangement.groups.find(id);
    const section = this.#arrangement.sections.find(sectionId);
    if (group === undefined || section?.snapshot().groupId !== id) return false;
    this.#arrangement.insertAt(section, this.#arrangement.root().indexOf(group) + 1, null);
    return true;
  }

  /**
   * Adds an external link at the end of the site or of a group.
   * @throws NotFound for the group, Conflict if the site has no sections or is full
   */
  addLink({ id, title, url, ...fields }: ExternalLinkInput, groupId: SiteSectionGroupId | null): SiteExternalLinkState {
    if (this.#arrangement.sections.all.length === 0)
      throw new Conflict('the site has no sections; add a section before an external link');
    if (this.#arrangement.links.all.length >= MAX_EXTERNAL_LINKS)
      throw new Conflict(`a site can have at most ${MAX_EXTERNAL_LINKS} external links`);
    const parent = groupId === null ? null : this.#arrangement.group(groupId).id;
    const { id: siteId, organizationId } = this.site;
    const state: SiteExternalLinkState = {
      id,
      organizationId,
      siteId,
      groupId: parent,
      title,
      url,
      localizedTitle: fields.localizedTitle ?? null,
      description: fields.description ?? null,
      localizedDescription: fields.localizedDescription ?? null,
      icon: fields.icon ?? null,
      condition: fields.condition ?? null,
      draft: fields.draft ?? false,
      rank: rankAfter(parent === null ? this.#arrangement.root() : this.#arrangement.itemsIn(parent)),
    };
    this.#arrangement.links.add(SiteExternalLink.add(state));
    return state;
  }
  /**
   * Changes an external link, and moves it to the end of a group, or of the site (null).
   * @param groupId undefined if the link stays where it is
   * @throws NotFound for the link and the group
   */
  changeLink(id: Id, change: ExternalLinkChange, groupId?: SiteSectionGroupId | null): void {
    const link = this.#arrangement.link(id);
    const parent = groupId ? this.#arrangement.group(groupId).id : groupId;
    const to = changedFields(link.snapshot(), change);
    if (Object.keys(to).length > 0) {
      link.change(to);
      this.#arrangement.links.touch(link);
    }
    if (parent !== undefined && parent !== link.snapshot().groupId) this.#arrangement.insertAt(link, Infinity, parent);
  }
  /**
   * Removes an external link.
   * @returns whether the link existed
   */
  removeLink(id: Id): boolean {
    const link = this.#arrangement.links.find(id);
    if (link === undefined) return false;
    link.remove();
    this.#arrangement.links.remove(link);
    return true;
  }

  /**
   * Removes a visible space; if it was the default, the next one becomes the default.
   * @returns whether the space existed
   */
  removeSpace(id: Id): boolean {
    const one = this.#arrangement.spaces.find(id);
    if (one === undefined || this.findSpace(id) === undefined) return false;
    one.remove();
    this.#arrangement.spaces.remove(one);
    this.#arrangement.ensureDefaultSpace(one.snapshot().sectionId);
    return true;
  }

  /**
   * Makes a space the default of its section.
   * @throws NotFound, also for a space of another section
   */
  makeSpaceDefault(id: Id, sectionId: SiteSectionId | null): void {
    const one = this.#arrangement.space(id);
    if (one.snapshot().sectionId !== sectionId)
      throw new NotFound('site space', undefined, [{ path: 'defaultSiteSpace', message: 'must be in the section' }]);
    setDefault(this.#arrangement.spaces, this.#arrangement.spacesIn(sectionId), one);
  }
  /**
   * Makes a space the first one that readers of the site see.
   * @throws NotFound, Invalid for a space outside the default section
   */
  makeSiteDefault(id: Id): void {
    const { sectionId } = this.#arrangement.space(id).snapshot();
    if (sectionId !== null && !this.findSection(sectionId)!.section.isDefault)
      throw Invalid.field('defaultSiteSpace', 'must be in the default section');
    this.makeSpaceDefault(id, sectionId);
  }

  /**
   * Changes a space of the site.
   * @throws NotFound, Invalid for an invalid path, Conflict for a path or space that is taken
   */
  changeSpace(id: Id, change: SiteSpaceChange): SiteSpaceState {
    const one = this.#arrangement.space(id);
    const before = one.snapshot();
    requireFreePath(
      this.#arrangement.spacesIn(before.sectionId),
      one,
      change.path,
      'the path is taken by another space of the site',
    );
    if (change.spaceId !== undefined && change.spaceId !== before.spaceId) this.#requireNew(change.spaceId);
    const { path, condition, spaceId, draft, hidden } = change;
    const to = changedFields<SiteSpaceChange>(before, {
      ...(path !== undefined && { path }),
      ...(condition !== undefined && { condition }),
      ...(spaceId !== undefined && { spaceId }),
      ...(draft !== undefined && { draft }),
      ...(hidden !== undefined && { hidden }),
    });
    if (Object.keys(to).length > 0) {
      one.change(to);
      if (spaceId !== undefined) this.#arrangement.addPresent(spaceId);
      this.#arrangement.spaces.touch(one);
    }
    return this.findSpace(id)!;
  }

  /**
   * Moves a space, section, group or external link directly before or after another one, or between two neighbors; to the end of its
   * parent without a position.
   * @throws NotFound, Invalid for an impossible position, Conflict for a path that is taken there
   */
  move(item: StructureItem, position: StructurePosition = {}): void {
    const kinds = {
      'site-space': (id: Id) => this.#arrangement.space(id),
      'site-section': (id: Id) => this.#arrangement.section(id),
      'site-section-group': (id: Id) => this.#arrangement.group(id),
      'site-external-link': (id: Id) => this.#arrangement.link(id),
    };
    const moved = kinds[item.type](item.id);
    const isShown = (one: RankedPart): boolean =>
      !(one instanceof SiteSpace) || this.#arrangement.isPresent(one.snapshot().spaceId);
    const { parent, place } = resolveMoveTarget(
      moved,
      position,
      ({ type, id }) => kinds[type](id),
      (parent) => this.#arrangement.siblingsOf(moved, parent),
      isShown,
    );
    this.#arrangement.insertAt(moved, place, parent);
  }

  /** Returns the parts that must be stored and deleted to persist the structure. */
  changes(): {
    readonly siteSpaces: PartChanges<SiteSpace>;
    readonly sections: PartChanges<SiteSection>;
    readonly groups: PartChanges<SiteSectionGroup>;
    readonly links: PartChanges<SiteExternalLink>;
  } {
    return {
      siteSpaces: this.#arrangement.spaces.changes(),
      sections: this.#arrangement.sections.changes(),
      groups: this.#arrangement.groups.changes(),
      links: this.#arrangement.links.changes(),
    };
  }

  #appendSection({ id, title, icon, slug, draft = false }: SiteSectionInput, isDefault: boolean): void {
    const { all } = this.#arrangement.sections;
    if (all.length >= MAX_SITE_SECTIONS) throw new Conflict(`a site can have at most ${MAX_SITE_SECTIONS} sections`);
    const path = findFreeName(
      findSitePathProblem(slug) === undefined ? slug : 'section',
      (candidate) => pathOwner(all, candidate) !== undefined,
    );
    const { id: siteId, organizationId } = this.site;
    this.#arrangement.sections.add(
      SiteSection.add({
        id,
        organizationId,
        siteId,
        groupId: null,
        title,
        description: null,
        icon,
        path,
        isDefault,
        condition: null,
        draft,
        rank: rankAfter(this.#arrangement.root()),
      }),
    );
  }

  #moveSpaces(spaces: readonly SiteSpace[], sectionId: SiteSectionId): void {
    for (const one of spaces) {
      one.move({ sectionId });
      this.#arrangement.spaces.touch(one);
    }
    this.#arrangement.ensureDefaultSpace(sectionId);
  }

  #appendSpace({ id, spaceId, slug, draft = false }: SiteSpaceInput, sectionId: SiteSectionId | null): void {
    this.#requireRoom(spaceId);
    const level = this.#arrangement.spacesIn(sectionId);
    const path = findFreeName(
      findSitePathProblem(slug) === undefined ? slug : 'docs',
      (candidate) => pathOwner(level, candidate) !== undefined,
    );
    const { id: siteId, organizationId } = this.site;
    this.#arrangement.spaces.add(
      SiteSpace.add({
        id,
        organizationId,
        siteId,
        spaceId,
        sectionId,
        path,
        isDefault: level.length === 0,
        condition: null,
        draft,
        hidden: false,
        rank: rankAfter(level),
      }),
    );
    this.#arrangement.addPresent(spaceId);
  }

  #requireRoom(spaceId: SpaceId): void {
    if (this.#arrangement.spaces.all.length >= MAX_SITE_SPACES)
      throw new Conflict(`a site can have at most ${MAX_SITE_SPACES} spaces`);
    this.#requireNew(spaceId);
  }
  #requireNew(spaceId: SpaceId): void {
    if (this.#arrangement.spaces.all.some((one) => one.snapshot().spaceId === spaceId))
      throw new Conflict('the space is already part of the site');
  }
}
