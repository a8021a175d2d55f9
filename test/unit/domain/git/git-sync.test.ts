import { expect } from 'chai';
import { GitSync, MAX_OPERATION_MS } from '../../../../src/domain/git/git-sync.ts';
import { PreconditionFailed } from '../../../../src/domain/kernel/errors.ts';

const AT = '2026-03-01T12:00:00.000Z';
const later = (ms: number): string => new Date(Date.parse(AT) + ms).toISOString();

describe('GitSync.transfer', () => {
  it('transfers the sync unless an operation runs that is not overdue', () => {
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
