import { expect } from 'chai';
import { SiteStructure } from '../../../../../src/domain/sites/structure/site-structure.ts';
import { spaceRoots } from '../../../../../src/domain/sites/structure/structure-roots.ts';

const SITE = { id: 'site', organizationId: 'org' };

describe('spaceRoots', () => {
  it('returns the path of each space at the root, and the empty path for the default', () => {
    const structure = new SiteStructure(SITE);
    for (const slug of ['v2', 'v1']) structure.addSpace({ id: slug, spaceId: slug, slug });
    expect([...spaceRoots(structure.view())]).to.deep.equal([
      ['v2', ''],
      ['v1', 'v1'],
    ]);
  });

  it('returns section and variant, omits defaults, and never repeats a path', () => {
    const structure = new SiteStructure(SITE);
    for (const name of ['guide', 'api'])
      structure.addSection(
        { id: name, title: name, icon: null, slug: name },
        { id: `${name}-en`, spaceId: `${name}-en`, slug: 'en' },
        { id: 'root', title: 'Root', icon: null, slug: 'root' },
      );
    for (const slug of ['de', 'API'])
      structure.addSpace({ id: `guide-${slug}`, spaceId: `guide-${slug}`, slug }, 'guide');
    structure.addSpace({ id: 'api-de', spaceId: 'api-de', slug: 'de' }, 'api');
    expect(Object.fromEntries(spaceRoots(structure.view()))).to.deep.equal({
      'guide-en': '',
      'guide-de': 'de',
      'guide-API': 'guide/API',
      'api-en': 'api',
      'api-de': 'api/de',
    });
    structure.makeSectionDefault('api');
    expect(Object.fromEntries(spaceRoots(structure.view()))).to.deep.equal({
      'guide-en': 'guide',
      'guide-de': 'guide/de',
      'guide-API': 'guide/API',
      'api-en': '',
      'api-de': 'de',
    });
  });
});
