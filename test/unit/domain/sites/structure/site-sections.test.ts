import { expect } from 'chai';
import fc from 'fast-check';
import { Conflict, Invalid, NotFound } from '../../../../../src/domain/kernel/errors.ts';
import { SiteSection } from '../../../../../src/domain/sites/structure/site-section.ts';
import { SiteSpace } from '../../../../../src/domain/sites/structure/site-space.ts';
import {
  MAX_SITE_SECTIONS,
  MAX_SITE_SPACES,
  SiteStructure,
} from '../../../../../src/domain/sites/structure/site-structure.ts';
import type { StructureItem, StructurePosition } from '../../../../../src/domain/sites/structure/structure-moves.ts';
import { InvalidStructure } from '../../../../../src/domain/sites/structure/structure-rules.ts';
import { checkProperty } from '../../../../support/properties.ts';

const SITE = { id: 'site', organizationId: 'org' };
const spaceOf = (name: string) => ({ id: `site-${name}`, spaceId: `space-${name}`, slug: name });
const sectionOf = (name: string) => ({ id: name, title: `Section ${name}`, icon: null, slug: name });
const ROOT = sectionOf('Root');
/** Formats sections with their spaces: `{ A: 'ab' }` contains the spaces a and b. */
function sectioned(of: Readonly<Record<string, string>>): SiteStructure {
  const structure = new SiteStructure(SITE);
  for (const [name, [first, ...others]] of Object.entries(of)) {
    structure.addSection(sectionOf(name), spaceOf(first!), ROOT);
    for (const other of others) structure.addSpace(spaceOf(other), name);
  }
  return structure;
}
/** Marks defaults with a star. */
const named = (name: string, isDefault: boolean) => name.replace('site-', '') + (isDefault ? '*' : '');
function shape(structure: SiteStructure): string {
  const section = ({ section: { id, isDefault }, spaces }: any): string =>
    `${named(id, isDefault)}(${spaces.map((one: any) => named(one.id, one.isDefault)).join(' ')})`;
  const { root, spaces, sections } = structure.view();
  if (sections.length === 0) return spaces.map((one) => named(one.id, one.isDefault)).join(' ');
  return root
    .map((one) => ('group' in one ? `${one.group.id}[${one.sections.map(section).join(' ')}]` : section(one)))
    .join(' ');
}
const space = (name: string): StructureItem => ({ type: 'site-space', id: `site-${name}` });
const section = (id: string): StructureItem => ({ type: 'site-section', id });
const group = (id: string): StructureItem => ({ type: 'site-section-group', id });
/** Returns the stored parts as loaded, without some spaces. */
function reloaded(
  structure: SiteStructure,
  absent: readonly string[] = [],
  purged: readonly string[] = [],
): SiteStructure {
  const all = structure.visibleSpaces().filter(({ id }) => !purged.includes(id));
  return new SiteStructure(SITE, {
    siteSpaces: all.map(SiteSpace.restore),
    sections: structure.sections().map(({ section: state }) => SiteSection.restore(state)),
    present: all.filter(({ id }) => !absent.includes(id)).map(({ spaceId }) => spaceId),
  });
}

describe('SiteStructure with sections', () => {
  /** A site with spaces at its root, the first of which is the default. */
  function rooted(...names: string[]): SiteStructure {
    const structure = new SiteStructure(SITE);
    for (const name of names) structure.addSpace(spaceOf(name));
    return structure;
  }

  it('moves the spaces at the root into a section before the first, with their order, default and paths', () => {
    const structure = rooted('a', 'b');
    structure.makeSiteDefault('site-b');
    structure.addSection(sectionOf('A'), spaceOf('c'), ROOT);
    expect(shape(structure)).to.equal('Root*(a b*) A(c*)');
    expect(structure.visibleSpaces().map(({ path }) => path)).to.deep.equal(['a', 'b', 'c']);
    expect(structure.sections().map(({ section: { path } }) => path)).to.deep.equal(['Root', 'A']);
  });

  it('moves a space from the root into the first section, and keeps the home of the site', () => {
    const another = rooted('a', 'b');
    another.addSection(sectionOf('A'), { ...spaceOf('b'), id: 'unused' }, ROOT);
    expect(shape(another)).to.equal('Root*(a*) A(b*)');
    const home = rooted('a', 'b');
    home.addSection(sectionOf('A'), { ...spaceOf('a'), id: 'unused' }, ROOT);
    expect(shape(home)).to.equal('A*(a*) Root(b*)');
    const only = rooted('a');
    only.addSection(sectionOf('A'), { ...spaceOf('a'), id: 'unused' }, ROOT);
    expect(shape(only)).to.equal('A*(a*)');
  });

  it('adds a space to the default section unless another one is named', () => {
    const structure = sectioned({ A: 'a', B: 'b' });
    structure.makeSectionDefault('B');
    structure.addSpace(spaceOf('c'));
    structure.addSpace(spaceOf('d'), 'A');
    expect(shape(structure)).to.equal('A(a* d) B*(b* c)');
    expect(() => structure.addSpace(spaceOf('e'), 'none')).to.throw(NotFound, 'site section');
    expect(() => structure.addSection(sectionOf('C'), spaceOf('a'), ROOT)).to.throw(
      Conflict,
      'already part of the site',
    );
    expect(shape(structure)).to.equal('A(a* d) B*(b* c)');
  });

  it('gives sections unique paths, and allows equal paths of variants in different sections', () => {
    const structure = new SiteStructure(SITE);
    const paths = ['api', 'API', 'robots.txt', ''].map(
      (slug, n) => structure.addSection({ ...sectionOf(`S${n}`), slug }, spaceOf(`v${n}`), ROOT).section.path,
    );
    expect(paths).to.deep.equal(['api', 'API-1', 'section', 'section-1']);
    const same = ['S0', 'S1'].map(
      (id, n) => structure.addSpace({ id: `x${n}`, spaceId: `x${n}`, slug: 'v9' }, id).path,
    );
    expect(same).to.deep.equal(['v9', 'v9']);
    expect(() => structure.changeSpace('x0', { path: 'V0' })).to.throw(Conflict);
    expect(structure.changeSpace('x0', { path: 'v1' }).path).to.equal('v1');
    expect(() => structure.changeSection('S0', { path: 'Section' })).to.throw(Conflict);
    expect(() => structure.changeSection('S0', { path: 'a/b' })).to.throw(Invalid, 'path');
    structure.changeSection('S0', { path: 'Api' });
    structure.changeSection('S0', {
      title: 'Title',
      description: 'Words',
      icon: 'book',
      condition: 'visitor.claims.x',
    });
    expect(structure.findSection('S0')!.section).to.include({
      path: 'Api',
      title: 'Title',
      description: 'Words',
      icon: 'book',
      condition: 'visitor.claims.x',
    });
    structure.changeSection('S0', { description: null, icon: null, condition: null });
    expect(structure.findSection('S0')!.section).to.include({
      title: 'Title',
      description: null,
      icon: null,
      condition: null,
    });
    expect(() => structure.changeSection('none', {})).to.throw(NotFound);
  });

  it('has one default section, and one default space per section', () => {
    const structure = sectioned({ A: 'ab', B: 'cd' });
    expect(shape(structure)).to.equal('A*(a* b) B(c* d)');
    structure.makeSpaceDefault('site-d', 'B');
    expect(() => structure.makeSpaceDefault('site-d', 'A')).to.throw(NotFound);
    expect(() => structure.makeSiteDefault('site-d')).to.throw(Invalid, 'defaultSiteSpace');
    structure.makeSectionDefault('B');
    structure.makeSiteDefault('site-c');
    expect(shape(structure)).to.equal('A(a* b) B*(c* d)');
    expect(() => structure.makeSectionDefault('none')).to.throw(NotFound);
    expect(() => structure.makeSiteDefault('none')).to.throw(NotFound);
  });

  it('removes a section with its spaces and makes the next visible one the default', () => {
    const structure = reloaded(sectioned({ A: 'a', B: 'b', C: 'c' }), ['site-b']);
    expect(structure.removeSection('A')).to.equal(true);
    expect(structure.removeSection('A')).to.equal(false);
    expect(shape(structure)).to.equal('B() C*(c*)');
    const { siteSpaces, sections } = structure.changes();
    expect([
      siteSpaces.removed.map(({ id }) => id),
      sections.removed.map(({ id }) => id),
      sections.changed.map(({ id }) => id),
    ]).to.deep.equal([['site-a'], ['A'], ['C']]);
    structure.removeSection('B');
    structure.removeSection('C');
    structure.addSpace(spaceOf('z'));
    expect(shape(structure)).to.equal('z*');
  });

  it('keeps a section whose spaces are all deleted or transferred, until one returns', () => {
    const structure = sectioned({ A: 'a', B: 'b' });
    structure.removeSpace('site-a');
    expect(shape(structure)).to.equal('A() B*(b*)');
    expect(
      structure
        .changes()
        .sections.changed.find(({ id }) => id === 'A')!
        .snapshot().isDefault,
    ).to.equal(true);
    structure.addSpace(spaceOf('c'), 'A');
    expect(shape(structure)).to.equal('A*(c*) B(b*)');
    const away = reloaded(sectioned({ A: 'ab', B: 'c' }), ['site-a']);
    expect(shape(away)).to.equal('A*(b*) B(c*)');
    expect(away.changes().siteSpaces.changed).to.deep.equal([]);
  });

  it('replaces a default that was purged', () => {
    const structure = reloaded(sectioned({ A: 'abc' }), ['site-b'], ['site-a']);
    expect(shape(structure)).to.equal('A*(c*)');
    expect(structure.changes().siteSpaces.changed.map(({ id }) => id)).to.deep.equal(['site-c']);
  });

  it('groups sections in the given order, and leaves them in the place of a removed group', () => {
    const structure = sectioned({ A: 'a', B: 'b', C: 'c', D: 'd' });
    structure.addGroup({ id: 'G', title: 'Group', icon: null }, ['C', 'A', 'C']);
    expect(shape(structure)).to.equal('B(b*) D(d*) G[C(c*) A*(a*)]');
    structure.addToGroup('G', 'B');
    structure.addToGroup('G', 'C');
    expect(shape(structure)).to.equal('D(d*) G[C(c*) A*(a*) B(b*)]');
    expect(structure.removeFromGroup('G', 'A')).to.equal(true);
    expect(structure.removeFromGroup('G', 'A')).to.equal(false);
    expect(structure.removeFromGroup('none', 'C')).to.equal(false);
    expect(shape(structure)).to.equal('D(d*) G[C(c*) B(b*)] A*(a*)');
    structure.changeGroup('G', { title: 'Better', icon: 'star' });
    expect(structure.view().groups[0]!.group).to.include({ title: 'Better', icon: 'star' });
    expect(structure.removeGroup('G')).to.equal(true);
    expect(structure.removeGroup('G')).to.equal(false);
    expect(shape(structure)).to.equal('D(d*) C(c*) B(b*) A*(a*)');
    for (const wrong of [
      () => structure.addGroup({ id: 'H', title: 'H', icon: null }, ['A', 'none']),
      () => structure.addToGroup('none', 'A'),
      () => structure.changeGroup('none', {}),
    ])
      expect(wrong).to.throw(NotFound);
    expect(shape(structure)).to.equal('D(d*) C(c*) B(b*) A*(a*)');
  });

  it('moves items before, after or between others, and to the end without a position', () => {
    const moves: [StructureItem, StructurePosition, string][] = [
      [space('c'), { before: space('a') }, 'A*(c a* b) B(d*) G[C(e*)]'],
      [space('a'), { after: space('b') }, 'A*(b a* c) B(d*) G[C(e*)]'],
      [space('a'), { after: space('b'), before: space('c') }, 'A*(b a* c) B(d*) G[C(e*)]'],
      [space('a'), {}, 'A*(b c a*) B(d*) G[C(e*)]'],
      [space('a'), { before: space('b') }, 'A*(a* b c) B(d*) G[C(e*)]'],
      [space('b'), { before: space('d') }, 'A*(a* c) B(b d*) G[C(e*)]'],
      [space('a'), { after: space('d') }, 'A*(b* c) B(d* a) G[C(e*)]'],
      [space('d'), { after: space('e') }, 'A*(a* b c) B() G[C(e* d)]'],
      [section('B'), { before: section('A') }, 'B(d*) A*(a* b c) G[C(e*)]'],
      [section('A'), { after: group('G') }, 'B(d*) G[C(e*)] A*(a* b c)'],
      [section('A'), { after: section('C') }, 'B(d*) G[C(e*) A*(a* b c)]'],
      [section('C'), { before: group('G') }, 'A*(a* b c) B(d*) C(e*) G[]'],
      [group('G'), { before: section('B'), after: section('A') }, 'A*(a* b c) G[C(e*)] B(d*)'],
      [group('G'), { before: section('A') }, 'G[C(e*)] A*(a* b c) B(d*)'],
    ];
    for (const [item, position, expected] of moves) {
      const structure = sectioned({ A: 'abc', B: 'd', C: 'e' });
      structure.addGroup({ id: 'G', title: 'Group', icon: null }, ['C']);
      structure.move(item, position);
      expect(shape(structure), JSON.stringify([item, position])).to.equal(expected);
    }
  });

  it('rejects moves to impossible positions', () => {
    const structure = sectioned({ A: 'abc', B: 'd', C: 'e' });
    structure.addGroup({ id: 'G', title: 'Group', icon: null }, ['C']);
    structure.addGroup({ id: 'H', title: 'Group', icon: null });
    structure.changeSpace('site-d', { path: 'A' });
    const before = shape(structure);
    const refused: [StructureItem, StructurePosition, new (...of: never[]) => Error][] = [
      [space('a'), { before: section('B') }, Invalid],
      [section('A'), { before: space('a') }, Invalid],
      [group('G'), { after: space('a') }, Invalid],
      [group('H'), { after: section('C') }, Invalid],
      [section('A'), { after: section('A') }, Invalid],
      [space('a'), { after: space('c'), before: space('b') }, Invalid],
      [space('d'), { after: space('a'), before: space('c') }, Invalid],
      [space('a'), { after: space('c'), before: space('c') }, Invalid],
      [section('A'), { after: section('C'), before: group('H') }, Invalid],
      [space('none'), { after: space('a') }, NotFound],
      [space('a'), { after: space('none') }, NotFound],
      [section('A'), { after: section('none') }, NotFound],
      [section('A'), { after: group('none') }, NotFound],
      [space('a'), { after: space('d') }, Conflict],
    ];
    for (const [item, position, kind] of refused)
      expect(() => structure.move(item, position), JSON.stringify([item, position])).to.throw(kind);
    expect(shape(structure)).to.equal(before);
  });

  it('skips hidden spaces when it moves an item between neighbors', () => {
    const structure = reloaded(sectioned({ A: 'abcd' }), ['site-b']);
    structure.move(space('d'), { after: space('a'), before: space('c') });
    expect(shape(structure)).to.equal('A*(a* d c)');
    expect(() => structure.move(space('d'), { after: space('b') })).to.throw(NotFound);
  });

  it('stores only the parts that a move changes', () => {
    const structure = reloaded(sectioned({ A: 'abcd', B: 'e' }));
    structure.move(space('c'), { before: space('b') });
    const { siteSpaces, sections } = structure.changes();
    expect(siteSpaces.changed.map(({ id }) => id)).to.have.members(['site-b', 'site-c']);
    expect(sections.changed).to.deep.equal([]);
    const same = reloaded(sectioned({ A: 'abcd', B: 'e' }));
    same.move(space('b'), { after: space('a') });
    same.move(section('B'), { after: section('A') });
    expect(same.changes().siteSpaces.changed).to.deep.equal([]);
    expect(same.changes().sections.changed).to.deep.equal([]);
  });

  it('limits sections and groups, and rejects a space above the limit before any change', () => {
    const structure = new SiteStructure(SITE);
    for (let n = 0; n < MAX_SITE_SECTIONS; n++) structure.addSection(sectionOf(`S${n}`), spaceOf(`v${n}`), ROOT);
    expect(() => structure.addSection(sectionOf('more'), spaceOf('more'), ROOT)).to.throw(Conflict, '200');
    for (let n = 0; n < MAX_SITE_SECTIONS; n++) structure.addGroup({ id: `G${n}`, title: 'Group', icon: null });
    expect(() => structure.addGroup({ id: 'more', title: 'Group', icon: null })).to.throw(Conflict, '200');
    const all = Array.from({ length: MAX_SITE_SPACES }, (_, n) =>
      SiteSpace.restore({
        ...SITE,
        siteId: SITE.id,
        id: `${n}`,
        spaceId: `${n}`,
        sectionId: null,
        path: `p${n}`,
        isDefault: n === 0,
        condition: null,
        draft: false,
        hidden: false,
        rank: n,
      }),
    );
    const full = new SiteStructure(SITE, { siteSpaces: all, present: all.map(({ id }) => id) });
    expect(() => full.addSection(sectionOf('A'), spaceOf('more'), ROOT)).to.throw(Conflict, '1000');
    expect(full.sections()).to.deep.equal([]);
    full.addSection(sectionOf('A'), { id: 'unused', spaceId: '7', slug: 'x' }, ROOT);
    expect(full.findSection('A')!.spaces).to.have.length(1);
    expect(full.findSection('Root')!.spaces).to.have.length(MAX_SITE_SPACES - 1);
  });

  it('rejects inconsistent parts', () => {
    const [a, b] = sectioned({ A: 'ab' }).visibleSpaces() as [any, any];
    const [{ section: A }] = sectioned({ A: 'ab' }).sections() as [any];
    const made = (siteSpaces: any[], sections: any[]) => () =>
      new SiteStructure(SITE, {
        siteSpaces: siteSpaces.map(SiteSpace.restore),
        sections: sections.map(SiteSection.restore),
      });
    made([a, b], [A])();
    const wrong: [any[], any[]][] = [
      [[a, b], []],
      [[{ ...a, sectionId: null }, b], [A]],
      [[a, { ...b, path: 'A' }], [A]],
      [[a, { ...b, isDefault: true }], [A]],
      [[a, { ...b, spaceId: a.spaceId }], [A]],
      [
        [a, b],
        [A, { ...A, id: 'B' }],
      ],
      [
        [a, b],
        [A, { ...A, id: 'B', path: 'B' }],
      ],
      [[a, b], [{ ...A, groupId: 'none' }]],
    ];
    for (const [siteSpaces, sections] of wrong) expect(made(siteSpaces, sections)).to.throw(InvalidStructure);
  });

  it('stays valid for any sequence of operations', () => {
    const nth = fc.nat(20);
    const kind = fc.constantFrom('site-space' as const, 'site-section' as const, 'site-section-group' as const);
    const pointer = fc.record({ type: kind, at: nth });
    const action = fc.oneof(
      fc.record({
        do: fc.constantFrom(
          'add',
          'addSection',
          'remove',
          'removeSection',
          'addGroup',
          'removeGroup',
          'default',
          'sectionDefault',
          'group',
          'ungroup',
          'path',
          'sectionPath',
        ),
        at: nth,
        other: nth,
        slug: fc.constantFrom('a', 'A', 'b', ''),
      }),
      fc.record({
        do: fc.constant('move'),
        item: pointer,
        before: fc.option(pointer, { nil: undefined }),
        after: fc.option(pointer, { nil: undefined }),
      }),
    );
    checkProperty(
      fc.property(fc.array(action, { maxLength: 40, size: 'max' }), (actions) => {
        const structure = new SiteStructure(SITE);
        let made = 0;
        const pick = (type: string, at: number): StructureItem => {
          const view = structure.view();
          const ids = {
            'site-space': view.spaces.map(({ id }) => id),
            'site-section': view.sections.map(({ section: { id } }) => id),
            'site-section-group': view.groups.map(({ group: { id } }) => id),
          }[type]!;
          return { type, id: ids[at % (ids.length || 1)] ?? 'none' } as StructureItem;
        };
        for (const each of actions as any[]) {
          const [spaceId, sectionId, groupId] =
            each.do === 'move'
              ? []
              : [
                  pick('site-space', each.at).id,
                  pick('site-section', each.at).id,
                  pick('site-section-group', each.other).id,
                ];
          const n = made++;
          const doing: Record<string, () => unknown> = {
            add: () =>
              structure.addSpace(
                { id: `v${n}`, spaceId: `s${n}`, slug: each.slug },
                each.other % 2 === 0 ? undefined : sectionId,
              ),
            addSection: () =>
              structure.addSection(
                { id: `S${n}`, title: 'Section', icon: null, slug: each.slug },
                { id: `v${n}`, spaceId: each.other % 3 === 0 ? `s${each.at}` : `s${n}`, slug: each.slug },
                { id: `R${n}`, title: 'Site', icon: null, slug: each.slug },
              ),
            remove: () => structure.removeSpace(spaceId!),
            removeSection: () => structure.removeSection(sectionId!),
            addGroup: () =>
              structure.addGroup({ id: `G${n}`, title: 'Group', icon: null }, sectionId === 'none' ? [] : [sectionId!]),
            removeGroup: () => structure.removeGroup(groupId!),
            default: () => structure.makeSiteDefault(spaceId!),
            sectionDefault: () => structure.makeSectionDefault(sectionId!),
            group: () => structure.addToGroup(groupId!, sectionId!),
            ungroup: () => structure.removeFromGroup(groupId!, sectionId!),
            path: () => structure.changeSpace(spaceId!, { path: each.slug }),
            sectionPath: () => structure.changeSection(sectionId!, { path: each.slug }),
            move: () =>
              structure.move(pick(each.item.type, each.item.at), {
                before: each.before && pick(each.before.type, each.before.at),
                after: each.after && pick(each.after.type, each.after.at),
              }),
          };
          const before = shape(structure);
          try {
            doing[each.do]!();
          } catch (error) {
            if (!(error instanceof Conflict || error instanceof NotFound || error instanceof Invalid)) throw error;
            expect(shape(structure)).to.equal(before);
          }
          const { spaces, sections, root } = structure.view();
          const levels = sections.length === 0 ? [spaces] : sections.map((one) => one.spaces);
          for (const level of [...levels, sections.map(({ section: state }) => state)]) {
            expect(level.filter(({ isDefault }) => isDefault)).to.have.length(level.length === 0 ? 0 : 1);
            expect(new Set(level.map(({ path }) => path.toLowerCase())).size).to.equal(level.length);
          }
          expect(levels.flat().length).to.equal(spaces.length);
          expect(spaces.every(({ sectionId: at }) => (at === null) === (sections.length === 0))).to.equal(true);
          expect(
            root.flatMap((one) => ('group' in one ? one.sections : 'section' in one ? [one] : [])).length,
          ).to.equal(sections.length);
        }
      }),
      { numRuns: 50 },
    );
  });
});
