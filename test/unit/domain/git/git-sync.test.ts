import { expect } from 'chai';
import type { Hash } from '../../../../src/domain/content/objects/content-object.ts';
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

describe('GitSync.cancel', () => {
  const running = (): GitSync => {
    const sync = GitSync.create('space', 'here');
    sync.start({ id: 'operation', kind: 'export', url: 'https://example.com/o/n', ref: 'main' }, AT);
    return sync;
  };

  it('keeps a commit that may have been pushed for the next operation', () => {
    const sync = running();
    const layout = { root: '', summaryPath: null };
    const pushing = { commit: 'abc', content: 'content' as Hash, revision: 'revision', layout, pages: 1, files: 0 };
    sync.startPush(pushing);
    expect(sync.cancel(later(1))).to.equal(true);
    const { state, lastOperation } = sync.snapshot();
    expect(state).to.equal('failed');
    expect(lastOperation).to.deep.include({ outcome: 'cancelled', finishedAt: later(1), pushing });
    expect(sync.isRunning('operation')).to.equal(false);
  });

  it('has no effect on an operation that has ended or is overdue', () => {
    const sync = running();
    expect(sync.cancel(later(MAX_OPERATION_MS + 1))).to.equal(false);
    sync.fail('gone', later(1));
    const before = sync.snapshot();
    expect(sync.cancel(later(2))).to.equal(false);
    expect(sync.snapshot()).to.deep.equal(before);
    expect(GitSync.create('space', 'here').cancel(AT)).to.equal(false);
  });
});
