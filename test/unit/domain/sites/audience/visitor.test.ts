import { expect } from 'chai';
import type { SiteSectionState } from '../../../../../src/domain/sites/structure/site-section.ts';
import type { SiteSpaceState } from '../../../../../src/domain/sites/structure/site-space.ts';
import { buildStructureView } from '../../../../../src/domain/sites/structure/structure-view.ts';
import {
  canRead,
  ANONYMOUS_VISITOR,
  conditionEvaluator,
  visibleStructure,
  type Visitor,
} from '../../../../../src/domain/sites/audience/visitor.ts';

const VISIBILITIES = ['public', 'unlisted', 'share-link', 'visitor-auth'] as const;
const admitted = (visitor: Partial<Visitor>, published = true): readonly string[] =>
  VISIBILITIES.filter((visibility) => canRead({ published, visibility }, { ...ANONYMOUS_VISITOR, ...visitor }));

const space = (id: string, with_: Partial<SiteSpaceState> = {}): SiteSpaceState => ({
  id,
  organizationId: 'o',
  siteId: 'w',
  spaceId: `space of ${id}`,
  sectionId: null,
  path: id,
  isDefault: false,
  condition: null,
  draft: false,
  hidden: false,
  rank: 0,
  ...with_,
});
const section = (id: string, with_: Partial<SiteSectionState> = {}): SiteSectionState => ({
  id,
  organizationId: 'o',
  siteId: 'w',
  groupId: null,
  title: id,
  description: null,
  icon: null,
  path: id,
  isDefault: false,
  condition: null,
  draft: false,
  rank: 0,
  ...with_,
});
const PRO = 'visitor.claims.plan == "pro"';
const who = (claims: Visitor['claims']): Visitor => ({ ...ANONYMOUS_VISITOR, claims });

describe('site visitors', () => {
  it('are admitted by the credential that the visibility requires', () => {
    expect(admitted({})).to.deep.equal(['public', 'unlisted']);
    expect(admitted({ hasShareKey: true })).to.deep.equal(['public', 'unlisted', 'share-link']);
    expect(admitted({ hasToken: true })).to.deep.equal(['public', 'unlisted', 'visitor-auth']);
    expect(admitted({ isMember: true })).to.deep.equal(VISIBILITIES);
  });

  it('cannot read an unpublished site, except in a preview', () => {
    expect(admitted({ hasShareKey: true, hasToken: true, isMember: true, claims: {} }, false)).to.deep.equal([]);
    expect(admitted({ isPreviewing: true }, false)).to.deep.equal(VISIBILITIES);
  });

  describe('conditionEvaluator', () => {
    it('evaluates claims, and is false without claims', () => {
      expect(conditionEvaluator(who({ plan: 'pro' }))(PRO)).to.equal(true);
      expect(conditionEvaluator(who({ plan: 'free' }))(PRO)).to.equal(false);
      expect(conditionEvaluator(who({}))('!visitor.claims.plan')).to.equal(true);
      expect(conditionEvaluator(ANONYMOUS_VISITOR)('!visitor.claims.plan')).to.equal(false);
      expect(conditionEvaluator(ANONYMOUS_VISITOR)('true')).to.equal(false);
    });

    it('[A20] is false for a condition that cannot be parsed or reads more than claims', () => {
      const holds = conditionEvaluator(
        who(JSON.parse('{"__proto__": {"plan": "pro"}, "plan": null}') as Record<string, unknown>),
      );
      for (const condition of [
        '',
        'true ||',
        'visitor.claims.plan',
        'visitor.claims.toString',
        'visitor.constructor',
        'constructor.constructor("return 1")()',
        'process',
        'visitor.claims.__proto__.toString',
      ]) {
        expect(holds(condition), condition).to.equal(false);
      }
    });
  });

  describe('visibleStructure', () => {
    const flat = buildStructureView({
      spaces: [space('a', { isDefault: true, condition: PRO }), space('b'), space('c', { condition: 'nonsense (' })],
      sections: [],
      groups: [],
    });
    const names = (view: ReturnType<typeof visibleStructure>): readonly string[] =>
      view.spaces.map(({ id, isDefault }) => (isDefault ? `${id}*` : id));

    it('removes spaces whose condition does not hold, and makes the first remaining one the default', () => {
      expect(names(visibleStructure(flat, who({ plan: 'pro' })))).to.deep.equal(['a*', 'b']);
      expect(names(visibleStructure(flat, who({})))).to.deep.equal(['b*']);
      expect(names(visibleStructure(flat, ANONYMOUS_VISITOR))).to.deep.equal(['b*']);
    });

    it('removes sections with their spaces, and empty sections and groups, and keeps defaults', () => {
      const view = buildStructureView({
        spaces: [
          space('a', { sectionId: 'A', isDefault: true }),
          space('b1', { sectionId: 'B', isDefault: true, condition: PRO }),
          space('b2', { sectionId: 'B' }),
          space('c', { sectionId: 'C', isDefault: true, condition: PRO }),
        ],
        sections: [
          section('A', { isDefault: true, condition: PRO, rank: 1 }),
          section('B', { rank: 2 }),
          section('C', { rank: 3, groupId: 'G' }),
        ],
        groups: [{ id: 'G', organizationId: 'o', siteId: 'w', title: 'G', icon: null, draft: false, rank: 3 }],
      });
      const visibleTo = (visitor: Visitor) => {
        const seen = visibleStructure(view, visitor);
        return {
          spaces: names(seen),
          sections: seen.sections.map(({ section: { id, isDefault } }) => (isDefault ? `${id}*` : id)),
          groups: seen.groups.map(({ group }) => group.id),
        };
      };
      expect(visibleTo(who({ plan: 'pro' }))).to.deep.equal({
        spaces: ['a*', 'b1*', 'b2', 'c*'],
        sections: ['A*', 'B', 'C'],
        groups: ['G'],
      });
      expect(visibleTo(ANONYMOUS_VISITOR)).to.deep.equal({ spaces: ['b2*'], sections: ['B*'], groups: [] });
    });
  });
});
