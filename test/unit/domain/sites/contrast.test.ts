import { expect } from 'chai';
import fc from 'fast-check';
import {
  contrastOf,
  mixColors,
  readableAmong,
  READABLE_CONTRAST,
  readableShade,
} from '../../../../src/domain/sites/contrast.ts';
import { checkProperty } from '../../../support/properties.ts';

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('contrastOf', () => {
  it('is that of the Web Content Accessibility Guidelines', () => {
    expect(contrastOf('#000', '#ffffff')).to.be.closeTo(21, 0.001);
    expect(contrastOf('#777777', '#fff')).to.be.closeTo(4.478, 0.001);
    expect(contrastOf('#fff', '#767676')).to.be.closeTo(4.542, 0.001);
    expect(contrastOf('#abcdef', '#abcdef')).to.equal(1);
  });
});

describe('readableAmong', () => {
  it('returns the first readable color, else black or white, on every ground', () => {
    expect(readableAmong(['#ffffff', '#1d2129'], '#2456c7')).to.equal('#ffffff');
    expect(readableAmong(['#ffffff', '#1d2129'], '#ffe100')).to.equal('#1d2129');
    expect(readableAmong(['#ffffff', '#1d2129'], '#7f7f7f')).to.equal('#000000');
    checkProperty(fc.property(color, (ground) => contrastOf(readableAmong([], ground), ground) >= READABLE_CONTRAST));
  });
});

describe('readableShade', () => {
  it('keeps a readable color, and moves another one towards the text until it is readable', () => {
    expect(readableShade('#534AB7', '#1d2129', '#ffffff')).to.equal('#534AB7');
    const shade = readableShade('#ffe100', '#1d2129', '#ffffff');
    expect(contrastOf(shade, '#ffffff')).to.be.within(READABLE_CONTRAST, READABLE_CONTRAST + 1.5);
    expect(readableShade('#fff', '#eeeeee', '#ffffff')).to.equal('#eeeeee');
    checkProperty(
      fc.property(color, (one) => {
        const ground = mixColors(one, '#14161a', 0.12);
        return contrastOf(readableShade(one, '#e6e8ec', ground), ground) >= READABLE_CONTRAST;
      }),
    );
  });
});
