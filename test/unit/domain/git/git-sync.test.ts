import { expect } from 'chai';
import { GitSync, MAX_OPERATION_MS } from '../../../../src/domain/git/git-sync.ts';
import { PreconditionFailed } from '../../../../src/domain/kernel/errors.ts';

const AT = '2026-03-01T12:00:00.000Z';
const later = (ms: number): string => new Date(Date.parse(AT) + ms).toISOString();

describe('the Git sync of a space that is transferred', () => {
  it('goes along, but not while an operation runs, nor before one that runs too long is given up', () => {
    const sync = GitSync.create('space', 'here');
    sync.start({ id: 'operation', kind: 'import', url: 'https://example.com/o/n', ref: 'main' }, AT);
    expect(() => sync.transfer('there', AT)).to.throw(PreconditionFailed, 'importing');
    expect(() => sync.transfer('there', later(MAX_OPERATION_MS))).to.throw(PreconditionFailed);
    expect(sync.snapshot().organizationId).to.equal('here');
    sync.transfer('there', later(MAX_OPERATION_MS + 1));
    expect(sync.snapshot().organizationId).to.equal('there');
    sync.fail('gone', AT);
    sync.transfer('here', AT);
    expect(sync.snapshot().organizationId).to.equal('here');
  });
});
