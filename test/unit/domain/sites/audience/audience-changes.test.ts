import { expect } from 'chai';
import {
  findRemovedSiteSpaces,
  findWidenedSpaces,
  widensAudience,
  type SiteSettings,
} from '../../../../../src/domain/sites/audience/audience-changes.ts';
import { SITE_VISIBILITIES, type SiteVisibility } from '../../../../../src/domain/sites/site.ts';
import { buildStructureView, type StructureView } from '../../../../../src/domain/sites/structure/structure-view.ts';

const SITE = {
  visibility: 'unlisted',
  basename: 'docs',
  proxy: null,
  hostname: null,
  adaptiveContent: false,
  agentsContext: 'excluded',
} as const;

describe('widensAudience', () => {
  it('is true for each visibility that admits new visitors', () => {
    const wider: Readonly<Record<SiteVisibility, readonly SiteVisibility[]>> = {
      public: [],
      unlisted: ['public'],
      'share-link': ['public', 'unlisted', 'visitor-auth'],
      'visitor-auth': ['public', 'unlisted', 'share-link'],
    };
    for (const before of SITE_VISIBILITIES)
      expect(
        SITE_VISIBILITIES.filter((visibility) => widensAudience({ ...SITE, visibility: before }, { visibility })),
        before,
      ).to.deep.equal(wider[before]);
  });

  it('is true for every new address, and false for a released or unchanged one', () => {
    const named = { ...SITE, proxy: 'www.example.com/docs', hostname: 'docs.example.com' };
    for (const to of [
      { basename: 'other' },
      { proxy: 'www.example.com/other' },
      { hostname: 'other.example.com' },
    ] satisfies SiteSettings[])
      expect(widensAudience(named, to), JSON.stringify(to)).to.equal(true);
    for (const to of [
      {},
      { title: 'Other' },
      { basename: 'docs' },
      { proxy: null, hostname: null },
      { proxy: named.proxy, hostname: named.hostname },
    ] satisfies SiteSettings[])
      expect(widensAudience(named, to), JSON.stringify(to)).to.equal(false);
  });

  it('is true for adaptive content switched either way, and for admitted agents', () => {
    expect(widensAudience(SITE, { adaptiveContent: true })).to.equal(true);
    expect(widensAudience({ ...SITE, adaptiveContent: true }, { adaptiveContent: false })).to.equal(true);
    expect(widensAudience(SITE, { adaptiveContent: false, agentsContext: 'excluded' })).to.equal(false);
    expect(widensAudience(SITE, { agentsContext: 'included' })).to.equal(true);
    expect(widensAudience({ ...SITE, agentsContext: 'included' }, { agentsContext: 'excluded' })).to.equal(false);
  });
});

const space = (
  id: string,
  {
    spaceId = `space of ${id}`,
    sectionId = null,
    condition = null,
    draft = false,
  }: { spaceId?: string; sectionId?: string | null; condition?: string | null; draft?: boolean } = {},
) => ({
  id,
  organizationId: 'o',
  siteId: 's',
  spaceId,
  sectionId,
  path: id,
  isDefault: false,
  condition,
  draft,
  hidden: false,
  rank: 0,
});
const section = (id: string, condition: string | null = null, draft = false) => ({
  id,
  organizationId: 'o',
  siteId: 's',
  groupId: null,
  title: id,
  description: null,
  icon: null,
  path: id,
  isDefault: false,
  condition,
  draft,
  rank: 0,
});
const view = (
  spaces: readonly ReturnType<typeof space>[],
  sections: readonly ReturnType<typeof section>[] = [],
): StructureView => buildStructureView({ spaces, sections, groups: [] } as Parameters<typeof buildStructureView>[0]);

describe('findWidenedSpaces', () => {
  it('returns spaces that are no longer drafts, or whose section is none any longer', () => {
    const draft = view([space('a', { draft: true })]);
    expect(findWidenedSpaces(draft, view([space('a')]))).to.deep.equal(['space of a']);
    expect(findWidenedSpaces(view([space('a')]), draft)).to.deep.equal([]);
    const inSection = [space('a', { sectionId: 'S' })];
    const [hidden, shown] = [view(inSection, [section('S', null, true)]), view(inSection, [section('S')])];
    expect(findWidenedSpaces(hidden, shown)).to.deep.equal(['space of a']);
    expect(findWidenedSpaces(shown, hidden)).to.deep.equal([]);
  });

  it('returns spaces that are added, and those that replace another one', () => {
    expect(findWidenedSpaces(view([space('a')]), view([space('a'), space('b')]))).to.deep.equal(['space of b']);
    expect(findWidenedSpaces(view([space('a')]), view([space('a', { spaceId: 'x' })]))).to.deep.equal(['x']);
    expect(findWidenedSpaces(view([space('a'), space('b')]), view([space('a')]))).to.deep.equal([]);
  });

  it('returns spaces with a condition removed, from themselves or from their section', () => {
    const before = view([space('a', { sectionId: 's', condition: 'x' })], [section('s', 'y'), section('t', 'x')]);
    const after = (sectionId: string, condition: string | null, ofSection: string | null) =>
      view([space('a', { sectionId, condition })], [section('s', ofSection), section('t', 'x')]);
    expect(findWidenedSpaces(before, after('s', 'x', 'y'))).to.deep.equal([]);
    expect(findWidenedSpaces(before, after('s', 'y', 'x'))).to.deep.equal([]);
    for (const [sectionId, condition, ofSection] of [
      ['s', null, 'y'],
      ['s', 'x', null],
      ['s', 'z', 'y'],
      ['t', 'x', 'y'],
    ] as const)
      expect(
        findWidenedSpaces(before, after(sectionId, condition, ofSection)),
        `${sectionId} ${condition} ${ofSection}`,
      ).to.deep.equal(['space of a']);
    expect(findWidenedSpaces(view([space('a')]), view([space('a', { condition: 'x' })]))).to.deep.equal([]);
  });
});

describe('findRemovedSiteSpaces', () => {
  it('returns removed site spaces, not those whose space was replaced', () => {
    expect(findRemovedSiteSpaces(view([space('a'), space('b')]), view([space('b', { spaceId: 'x' })]))).to.deep.equal([
      'a',
    ]);
  });
});
