import { expect } from 'chai';
import { sizeOf } from '../../../app/src/ui/size.ts';

describe('sizeOf', () => {
  it('writes sizes with their unit, bytes in the plural', () => {
    expect([0, 1, 70, 999].map(sizeOf)).to.deep.equal(['0 bytes', '1 byte', '70 bytes', '999 bytes']);
    expect([1000, 1_500_000].map(sizeOf)).to.deep.equal(['1 kB', '1.5 MB']);
  });
});
