import { expect } from 'chai';
import fc from 'fast-check';
import { Conflict, Invalid, NotFound } from '../../../../../src/domain/kernel/errors.ts';
import { SiteExternalLink } from '../../../../../src/domain/sites/structure/site-external-link.ts';
import { SiteSectionGroup } from '../../../../../src/domain/sites/structure/site-section-group.ts';
import { SiteSection } from '../../../../../src/domain/sites/structure/site-section.ts';
import { SiteSpace } from '../../../../../src/domain/sites/structure/site-space.ts';
import { SiteStructure } from '../../../../../src/domain/sites/structure/site-structure.ts';
import { unconditionalSpaceRoots, spaceRoots } from '../../../../../src/domain/sites/structure/structure-roots.ts';
import { checkProperty } from '../../../../support/properties.ts';

const SITE = { id: 'site', organizationId: 'org' };
const KINDS = ['siteSpaces', 'sections', 'groups', 'links'] as const;

/** Stored rows of a structure, and the spaces that are hidden or purged. */
class Stored {
  readonly siteSpaces = new Map<string, any>();
  readonly sections = new Map<string, any>();
  readonly groups = new Map<string, any>();
  readonly links = new Map<string, any>();
  readonly spaces = new Set<string>();
  readonly away = new Set<string>();

  load(): SiteStructure {
    return new SiteStructure(SITE, {
      siteSpaces: [...this.siteSpaces.values()].map(SiteSpace.restore),
      sections: [...this.sections.values()].map(SiteSection.restore),
      groups: [...this.groups.values()].map(SiteSectionGroup.restore),
      links: [...this.links.values()].map(SiteExternalLink.restore),
      present: [...this.spaces].filter((id) => !this.away.has(id)),
    });
  }
  save(structure: SiteStructure): void {
    const changes = structure.changes();
    for (const kind of KINDS) {
      for (const one of changes[kind].removed) this[kind].delete(one.id);
      for (const one of changes[kind].changed) this[kind].set(one.id, one.snapshot());
    }
  }
  /** Purges a space together with its rows. */
  purge(spaceId: string): void {
    this.spaces.delete(spaceId);
    for (const [id, one] of this.siteSpaces) if (one.spaceId === spaceId) this.siteSpaces.delete(id);
  }
}

/** Checks the invariants of every site. */
function requireSound(structure: SiteStructure, { spaces, away }: Stored): void {
  const view = structure.view();
  const levels = view.sections.length === 0 ? [view.spaces] : view.sections.map((one) => one.spaces);
  expect(levels.flat()).to.deep.equal(view.spaces);
  expect(view.spaces.every(({ spaceId }) => spaces.has(spaceId) && !away.has(spaceId))).to.equal(true);
  for (const level of levels)
    expect(level.filter(({ isDefault }) => isDefault)).to.have.length(level.length === 0 ? 0 : 1);
  expect(view.sections.filter(({ section }) => section.isDefault)).to.have.length(view.sections.length === 0 ? 0 : 1);
  // Readers have a home page whenever anything is visible.
  const main =
    view.sections.length === 0 ? view.spaces : view.sections.find(({ section }) => section.isDefault)!.spaces;
  expect(main.length > 0 || view.spaces.length === 0).to.equal(true);
  const roots = [...spaceRoots(view).values()].map((root) => root.toLowerCase());
  expect(new Set(roots).size).to.equal(roots.length);
  expect(roots.includes('')).to.equal(view.spaces.length > 0);
  expect([...unconditionalSpaceRoots(view).keys()]).to.deep.equal(
    view.spaces.filter(({ condition }) => condition === null).map(({ id }) => id),
  );
  for (const { groupId } of view.sections.map(({ section }) => section))
    expect(groupId === null || view.groups.some(({ group }) => group.id === groupId)).to.equal(true);
  const shown = view.root.flatMap((one) => ('group' in one ? one.children : [one])).filter((one) => 'link' in one);
  expect(shown).to.have.length(view.sections.length === 0 ? 0 : view.links.length);
}

describe('SiteStructure (stored)', () => {
  const nth = fc.nat(12);
  const action = fc.record({
    do: fc.constantFrom(
      'add',
      'add',
      'section',
      'section',
      'group',
      'remove',
      'removeSection',
      'removeGroup',
      'siteDefault',
      'sectionDefault',
      'default',
      'intoGroup',
      'outOfGroup',
      'path',
      'point',
      'move',
      'moveSection',
      'link',
      'changeLink',
      'moveLink',
      'removeLink',
      'away',
      'back',
      'purge',
    ),
    a: nth,
    b: nth,
    slug: fc.constantFrom('a', 'A', 'b', 'c'),
  });

  it('equals the stored structure when loaded again, for any operations and changes of spaces', () => {
    checkProperty(
      fc.property(fc.array(action, { maxLength: 40, size: 'max' }), (actions) => {
        const stored = new Stored();
        let made = 0;
        for (const { do: what, a, b, slug } of actions) {
          const structure = stored.load();
          // Loading may replace a default that was purged.
          stored.save(structure);
          const view = structure.view();
          const pick = <T>(all: readonly T[], at: number): T | undefined => all[at % (all.length || 1)];
          const [space, other] = [pick(view.spaces, a)?.id ?? 'none', pick(view.spaces, b)?.id ?? 'none'];
          const [section, otherSection] = [
            pick(view.sections, a)?.section.id ?? 'none',
            pick(view.sections, b)?.section.id ?? 'none',
          ];
          const group = pick(view.groups, b)?.group.id ?? 'none';
          const link = pick(view.links, a)?.id ?? 'none';
          const n = made++;
          const known = pick([...stored.spaces], a);
          const fresh = (): string => {
            stored.spaces.add(`s${n}`);
            return `s${n}`;
          };
          const doing: Record<typeof what, () => unknown> = {
            add: () =>
              structure.addSpace(
                { id: `v${n}`, spaceId: fresh(), slug },
                b % 2 === 0 || section === 'none' ? undefined : section,
              ),
            section: () =>
              structure.addSection(
                { id: `S${n}`, title: 'Section', icon: null, slug },
                { id: `v${n}`, spaceId: fresh(), slug },
                { id: `R${n}`, title: 'Site', icon: null, slug },
              ),
            group: () =>
              structure.addGroup({ id: `G${n}`, title: 'Group', icon: null }, section === 'none' ? [] : [section]),
            remove: () => structure.removeSpace(space),
            removeSection: () => structure.removeSection(section),
            removeGroup: () => structure.removeGroup(group),
            siteDefault: () => structure.makeSiteDefault(space),
            sectionDefault: () => structure.makeSectionDefault(section),
            default: () => structure.makeSpaceDefault(space, structure.findSpace(space)?.sectionId ?? null),
            intoGroup: () => structure.addToGroup(group, section),
            outOfGroup: () => structure.removeFromGroup(group, section),
            path: () =>
              b % 2 === 0
                ? structure.changeSpace(space, { path: slug })
                : structure.changeSection(section, { path: slug }),
            point: () => structure.changeSpace(space, { spaceId: fresh() }),
            move: () =>
              structure.move(
                { type: 'site-space', id: space },
                { [b % 2 === 0 ? 'before' : 'after']: { type: 'site-space', id: other } },
              ),
            moveSection: () =>
              structure.move(
                { type: 'site-section', id: section },
                {
                  before:
                    b % 2 === 0 || group === 'none'
                      ? { type: 'site-section', id: otherSection }
                      : { type: 'site-section-group', id: group },
                },
              ),
            link: () =>
              structure.addLink(
                { id: `L${n}`, title: 'Link', url: 'https://example.com/' },
                group === 'none' || a % 2 === 0 ? null : group,
              ),
            changeLink: () => structure.changeLink(link, { title: slug }, a % 3 === 0 ? null : group),
            moveLink: () =>
              structure.move(
                { type: 'site-external-link', id: link },
                {
                  after:
                    a % 2 === 0
                      ? { type: 'site-section', id: otherSection }
                      : { type: 'site-external-link', id: pick(view.links, b)?.id ?? 'none' },
                },
              ),
            removeLink: () => structure.removeLink(link),
            away: () => known !== undefined && stored.away.add(known),
            back: () => known !== undefined && stored.away.delete(known),
            purge: () => known !== undefined && stored.purge(known),
          };
          try {
            doing[what]();
          } catch (error) {
            if (!(error instanceof Conflict || error instanceof NotFound || error instanceof Invalid)) throw error;
            expect(structure.view()).to.deep.equal(view);
            continue;
          }
          stored.save(structure);
          const again = stored.load();
          if (!['away', 'back', 'purge'].includes(what)) expect(again.view()).to.deep.equal(structure.view());
          requireSound(again, stored);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('shows a returning space at its former position, and as the default if it was', () => {
    const stored = new Stored();
    for (const id of ['a', 'b', 'c']) {
      stored.spaces.add(id);
      const structure = stored.load();
      structure.addSpace({ id: `site-${id}`, spaceId: id, slug: id });
      stored.save(structure);
    }
    const before = stored.load().view();
    stored.away.add('a');
    const without = stored.load();
    expect(without.visibleSpaces().map(({ id, isDefault }) => [id, isDefault])).to.deep.equal([
      ['site-b', true],
      ['site-c', false],
    ]);
    without.move({ type: 'site-space', id: 'site-c' }, { before: { type: 'site-space', id: 'site-b' } });
    stored.save(without);
    stored.away.clear();
    expect(
      stored
        .load()
        .visibleSpaces()
        .map(({ id, isDefault }) => [id, isDefault]),
    ).to.deep.equal([
      ['site-a', true],
      ['site-c', false],
      ['site-b', false],
    ]);
    expect(before.spaces[0]!.isDefault).to.equal(true);
  });
});
