import { expect } from 'chai';
import fc from 'fast-check';
import { previewColors } from '../../../../src/adapters/pdf/preview-colors.ts';
import { contrastOf, READABLE_CONTRAST } from '../../../../src/domain/sites/contrast.ts';
import { checkProperty } from '../../../support/properties.ts';

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('previewColors', () => {
  it('keeps a primary color that is readable, and takes a darker or lighter shade of others', () => {
    expect(previewColors({ scheme: 'light', accent: '#2456c7' }).site).to.equal('#2456c7');
    expect(previewColors({ scheme: 'light', accent: '#ffe100' }).site).not.to.equal('#ffe100');
    expect(previewColors({ scheme: 'dark', accent: '#ffe100' }).site).to.equal('#ffe100');
  });

  it('makes all texts readable, whatever the colors of the site are', () => {
    checkProperty(
      fc.property(fc.constantFrom('light' as const, 'dark' as const), color, color, (scheme, accent, tint) => {
        const { ground, ...texts } = previewColors({ scheme, accent, tint });
        return Object.values(texts).every((text) => contrastOf(text, ground) >= READABLE_CONTRAST);
      }),
    );
  });
});
