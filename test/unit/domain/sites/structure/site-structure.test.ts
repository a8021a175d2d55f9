import { expect } from 'chai';
import fc from 'fast-check';
import { Conflict, Invalid, NotFound } from '../../../../../src/domain/kernel/errors.ts';
import { MAX_SITE_SPACES, SiteStructure } from '../../../../../src/domain/sites/structure/site-structure.ts';
import { SiteSpace } from '../../../../../src/domain/sites/structure/site-space.ts';
import { checkProperty } from '../../../../support/properties.ts';

const SITE = { id: 'site', organizationId: 'org' };
const idOf = (n: number) => String(n).padStart(4, '0');
/** Creates a structure of numbered spaces, as loaded from the store. */
function structureOf(count: number, absent: readonly number[] = [], defaultAt = 0): SiteStructure {
  const all = Array.from({ length: count }, (_, n) =>
    SiteSpace.restore({
      id: idOf(n),
      ...{ siteId: SITE.id, organizationId: SITE.organizationId },
      spaceId: `space-${n}`,
      sectionId: null,
      path: `p${n}`,
      isDefault: n === defaultAt,
      condition: null,
      draft: false,
      hidden: false,
      rank: n,
    }),
  );
  return new SiteStructure(SITE, {
    siteSpaces: all,
    present: all.flatMap((_, n) => (absent.includes(n) ? [] : [`space-${n}`])),
  });
}
const defaults = (structure: SiteStructure) =>
  structure
    .visibleSpaces()
    .filter(({ isDefault }) => isDefault)
    .map(({ id }) => id);

describe('SiteStructure', () => {
  it('makes the first space the default and gives each a unique path', () => {
    const structure = new SiteStructure(SITE);
    const paths = ['guide', 'guide', 'GUIDE', '', '~x', 'robots.txt'].map(
      (slug, n) => structure.addSpace({ id: idOf(n), spaceId: `s${n}`, slug }).path,
    );
    expect(paths).to.deep.equal(['guide', 'guide-1', 'GUIDE-2', 'docs', 'docs-1', 'docs-2']);
    expect(defaults(structure)).to.deep.equal([idOf(0)]);
    expect(structure.changes().siteSpaces.changed).to.have.length(6);
  });

  it('keeps a numbered path within 100 characters', () => {
    const structure = new SiteStructure(SITE);
    const slug = 'x'.repeat(100);
    expect([0, 1].map((n) => structure.addSpace({ id: idOf(n), spaceId: `s${n}`, slug }).path)).to.deep.equal([
      slug,
      `${'x'.repeat(98)}-1`,
    ]);
  });

  it('rejects a space that is already included, and one above the limit', () => {
    expect(() => structureOf(2).addSpace({ id: 'new', spaceId: 'space-1', slug: 'x' })).to.throw(Conflict);
    expect(() => structureOf(2, [1]).addSpace({ id: 'new', spaceId: 'space-1', slug: 'x' })).to.throw(Conflict);
    structureOf(MAX_SITE_SPACES - 1).addSpace({ id: 'new', spaceId: 'new', slug: 'x' });
    expect(() => structureOf(MAX_SITE_SPACES).addSpace({ id: 'new', spaceId: 'new', slug: 'x' })).to.throw(
      Conflict,
      '1000',
    );
  });

  it('shows the first visible space as the default while the default is hidden, without storing it', () => {
    const structure = structureOf(3, [0]);
    expect(structure.visibleSpaces().map(({ id }) => id)).to.deep.equal([idOf(1), idOf(2)]);
    expect(defaults(structure)).to.deep.equal([idOf(1)]);
    expect(structure.changes().siteSpaces.changed).to.deep.equal([]);
    expect(structure.findSpace(idOf(0))).to.equal(undefined);
    expect(structure.removeSpace(idOf(0))).to.equal(false);
    expect(() => structure.makeSpaceDefault(idOf(0), null)).to.throw(NotFound);
    expect(() => structure.changeSpace(idOf(0), { path: 'x' })).to.throw(NotFound);
  });

  it('makes another space the default when the default is removed, a visible one if possible', () => {
    const structure = structureOf(3, [1]);
    expect(structure.removeSpace(idOf(0))).to.equal(true);
    expect(defaults(structure)).to.deep.equal([idOf(2)]);
    structure.removeSpace(idOf(2));
    expect(structure.visibleSpaces()).to.deep.equal([]);
    expect(structure.changes().siteSpaces.changed.map((one) => [one.id, one.snapshot().isDefault])).to.deep.equal([
      [idOf(1), true],
    ]);
    expect(structure.changes().siteSpaces.removed.map(({ id }) => id)).to.deep.equal([idOf(0), idOf(2)]);
  });

  it('changes only the two affected spaces when the default changes', () => {
    const structure = structureOf(4);
    structure.makeSpaceDefault(idOf(2), null);
    expect(defaults(structure)).to.deep.equal([idOf(2)]);
    expect(structure.changes().siteSpaces.changed.map(({ id }) => id)).to.have.members([idOf(0), idOf(2)]);
    const same = structureOf(4);
    same.makeSpaceDefault(idOf(0), null);
    expect(same.changes().siteSpaces.changed).to.deep.equal([]);
  });

  it('changes path, condition and space, and rejects those of another space', () => {
    const structure = structureOf(3, [2]);
    expect(structure.changeSpace(idOf(1), { path: 'v2', condition: 'visitor.claims.x', spaceId: 'other' })).to.include({
      path: 'v2',
      condition: 'visitor.claims.x',
      spaceId: 'other',
    });
    expect(structure.changeSpace(idOf(1), { condition: null })).to.include({ path: 'v2', condition: null });
    structure.changeSpace(idOf(1), { path: 'V2' });
    for (const path of ['p0', 'P0', 'p2']) expect(() => structure.changeSpace(idOf(1), { path })).to.throw(Conflict);
    for (const spaceId of ['space-0', 'space-2'])
      expect(() => structure.changeSpace(idOf(1), { spaceId })).to.throw(Conflict);
    for (const path of ['', 'a/b', '..', '~quire', 'Sitemap.xml', 'x'.repeat(101), 'ä'])
      expect(() => structure.changeSpace(idOf(1), { path })).to.throw(Invalid);
    const untouched = structureOf(2);
    untouched.changeSpace(idOf(1), { path: 'p1', condition: null, spaceId: 'space-1' });
    expect(untouched.changes().siteSpaces.changed).to.deep.equal([]);
  });

  it('keeps unique paths and exactly one default for any sequence of operations', () => {
    const action = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), slug: fc.constantFrom('a', 'A', 'b', '', 'a-1', 'robots.txt') }),
      fc.record({ kind: fc.constantFrom('remove' as const, 'default' as const), at: fc.nat(9) }),
      fc.record({ kind: fc.constant('path' as const), at: fc.nat(9), path: fc.constantFrom('a', 'b', 'a-1', 'c') }),
    );
    checkProperty(
      fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
        const structure = new SiteStructure(SITE);
        let made = 0;
        for (const each of actions) {
          const shown = structure.visibleSpaces();
          try {
            if (each.kind === 'add') structure.addSpace({ id: idOf(made), spaceId: `s${made++}`, slug: each.slug });
            else {
              const { id } = shown[each.at % (shown.length || 1)] ?? { id: 'none' };
              if (each.kind === 'remove') structure.removeSpace(id);
              else if (each.kind === 'default') structure.makeSpaceDefault(id, null);
              else structure.changeSpace(id, { path: (each as { path: string }).path });
            }
          } catch (error) {
            if (!(error instanceof Conflict || error instanceof NotFound)) throw error;
          }
          const now = structure.visibleSpaces();
          expect(now.filter(({ isDefault }) => isDefault)).to.have.length(now.length === 0 ? 0 : 1);
          expect(new Set(now.map(({ path }) => path.toLowerCase())).size).to.equal(now.length);
        }
      }),
      { numRuns: 300 },
    );
  });
});
