import { expect } from 'chai';
import {
  applyCustomizationInput,
  defaultCustomization,
  listLinkTargets,
  inheritCustomization,
  mapLinkTargets,
} from '../../../../src/domain/sites/customization.ts';

describe('site customization', () => {
  const site = inheritCustomization(defaultCustomization('Docs'), {
    title: 'The docs',
    styling: { corners: 'straight' },
    favicon: { emoji: '📘' },
  });

  it('inherits from the site and from the defaults', () => {
    const look = inheritCustomization(site, {
      styling: { sidebar: { list: 'pill' } },
      favicon: {},
      footer: { copyright: '© us' },
    });
    expect(look.title).to.equal('The docs');
    expect(look.favicon).to.deep.equal({});
    expect(look.footer).to.deep.equal({ groups: [], copyright: '© us' });
    expect(look.styling).to.deep.equal({
      ...defaultCustomization('').styling,
      corners: 'straight',
      sidebar: { background: 'default', list: 'pill' },
    });
    expect(inheritCustomization(site, {})).to.deep.equal(site);
  });

  it('is changed field by field; null restores inheritance, and empty sections are removed', () => {
    const over = applyCustomizationInput(
      {},
      {
        title: 'Guide',
        styling: { corners: 'circular', sidebar: { list: 'line', background: null } },
        header: { links: [] },
        pdf: {},
      },
    );
    expect(over).to.deep.equal({
      title: 'Guide',
      styling: { corners: 'circular', sidebar: { list: 'line' } },
      header: { links: [] },
    });
    expect(
      applyCustomizationInput(over, { title: null, styling: { sidebar: { list: null } }, header: { links: null } }),
    ).to.deep.equal({ styling: { corners: 'circular' } });
    expect(applyCustomizationInput(over, { styling: { sidebar: null } })).to.deep.equal({
      title: 'Guide',
      styling: { corners: 'circular' },
      header: { links: [] },
    });
    expect(applyCustomizationInput(over, {})).to.deep.equal(over);
  });

  it('lists and replaces the targets of its links', () => {
    const to = (page: string) => ({ kind: 'page' as const, page });
    const look = {
      header: {
        links: [
          { title: 'A', to: to('1'), links: [{ title: 'B', to: to('2') }] },
          { title: 'C', to: null, links: [] },
        ],
      },
      footer: { groups: [{ title: 'D', links: [{ title: 'E', to: to('3') }] }] },
      announcement: { enabled: true, message: 'F', style: 'info' as const, link: { title: 'G', to: to('4') } },
    };
    expect(listLinkTargets(look)).to.deep.equal(['1', '2', '3', '4'].map(to));
    expect(listLinkTargets(mapLinkTargets(look, () => to('0')))).to.deep.equal(['0', '0', '0', '0'].map(to));
    expect(listLinkTargets({ header: { links: null }, footer: {}, announcement: null })).to.deep.equal([]);
  });
});
