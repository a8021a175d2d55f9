import { expect } from 'chai';
import { afterSorted, sortedKey } from '../../../../src/adapters/persistence/list-keys.ts';
import { Invalid } from '../../../../src/domain/kernel/errors.ts';

describe('keys of lists in an order of their own', () => {
  it('give back what they were made of', () => {
    for (const by of ['a0', '', 'with "quotes", and\nlines', '2026-11-22T00:00:00.000Z'])
      expect(afterSorted(sortedKey(by, 'id'))).to.deep.equal([by, 'id']);
    expect(afterSorted(undefined)).to.equal(undefined);
  });

  it('are the caller’s mistake where the list was in another order when they were given out', () => {
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
