import { expect } from 'chai';
import { afterSorted, sortedKey } from '../../../../src/adapters/persistence/list-keys.ts';
import { Invalid } from '../../../../src/domain/kernel/errors.ts';

describe('page keys of sorted lists', () => {
  it('contain the values that they were made from', () => {
    for (const by of ['a0', '', 'with "quotes", and\nlines', '2026-11-22T00:00:00.000Z'])
      expect(afterSorted(sortedKey(by, 'id'))).to.deep.equal([by, 'id']);
    expect(afterSorted(undefined)).to.equal(undefined);
  });

  it('are refused as invalid input for a list in another order', () => {
    for (const old of [
      '01ARZ3NDEKTSV4RRFFQ6',
      '12345678901234567890',
      '["a0"]',
      '["a0","b","c"]',
      '["a0",1]',
      '{"0":"a0","1":"b"}',
      'null',
      '',
    ]) {
      expect(() => afterSorted(old), old)
        .to.throw(Invalid)
        .with.property('details')
        .that.deep.include({
          issues: [
            {
              path: 'page',
              message: 'belongs to a sort order that this list no longer has; start again with the first page',
            },
          ],
        });
    }
  });
});
