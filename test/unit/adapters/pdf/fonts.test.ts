import { expect } from 'chai';
import { FontSet } from '../../../../src/adapters/pdf/fonts/font-set.ts';

describe('fonts', () => {
  it('are there for Chinese and Korean that are first needed at once', async () => {
    const look = { bold: false, italic: false, mono: false };
    for (let i = 0; i < 3; i++) {
      const shelf = new FontSet();
      await shelf.ready('漢字', '한국어 ไทย');
      expect([shelf.for(0x6f22, look).name, shelf.for(0xd55c, look).name, shelf.for(0xe44, look).name]).to.deep.equal([
        'han',
        'hangul',
        'thai',
      ]);
    }
  });
});
