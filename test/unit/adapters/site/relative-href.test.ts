import { expect } from 'chai';
import fc from 'fast-check';
import { relativeTo } from '../../../../src/adapters/site/relative-href.ts';
import { checkProperty } from '../../../support/properties.ts';

describe('relativeTo', () => {
  it('returns the shortest address below, beside and above the page', () => {
    const shorten = relativeTo('/docs/guides/install');
    expect(
      ['/docs/guides/install', '/docs/guides/install/deep', '/docs/guides/', '/docs/', '/docs/api#x', '/x'].map(
        shorten,
      ),
    ).to.deep.equal(['install', 'install/deep', './', '../', '../api#x', '/x']);
  });

  it('leaves addresses of other hosts', () => {
    for (const href of [
      'https://example.org/docs/a',
      '//example.org/docs/a',
      '/\\example.org/docs',
      'mailto:a@b.example',
    ])
      expect(relativeTo('/docs/b')(href)).to.equal(href);
  });

  it('leads to the page that the address names', () => {
    const segment = fc.constantFrom('', 'a', 'b', 'a:b', '..', '.', '%2e%2e', 'é', '?q=/a', '#/a', ' ');
    const path = fc.array(segment, { maxLength: 5 }).map((segments) => `/${segments.join('/')}`);
    const base = 'https://docs.example';
    const page = fc
      .array(fc.constantFrom('a', 'b', 'a:b'), { maxLength: 4 })
      .map((segments) => `/${segments.join('/')}`);
    checkProperty(
      fc.property(page, path, (from, to) => {
        fc.pre(URL.canParse(to, base));
        expect(new URL(relativeTo(from)(to), base + from).href).to.equal(new URL(to, base).href);
      }),
      { numRuns: 1_000 },
    );
  });
});
