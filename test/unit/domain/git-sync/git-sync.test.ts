import { expect } from 'chai';
import { GitSync } from '../../../../src/domain/git-sync/git-sync.ts';
import { Conflict } from '../../../../src/domain/kernel/errors.ts';

const [START, END] = ['2030-01-01T00:00:00.000Z', '2030-01-01T00:01:00.000Z'];
const REPOSITORY = { repoName: 'acme/docs', installationProvider: null, url: 'https://example.com/acme/docs' };
const started = (): GitSync => {
  const sync = GitSync.of('space', 'organization');
  sync.start('import', 'refs/heads/main', REPOSITORY, START);
  return sync;
};

describe('the Git sync of a space', () => {
  it('is importing from the start to the end of an import', () => {
    const sync = started();
    expect(sync.snapshot()).to.deep.include({ state: 'importing', ...REPOSITORY, updatedAt: null });
    expect(sync.snapshot().lastOperation).to.deep.equal({ kind: 'import', ref: 'refs/heads/main', commit: null, startedAt: START, finishedAt: null, pages: 0, files: 0, report: [] });

    const report = [{ level: 'warning' as const, code: 'missing-file', path: 'SUMMARY.md', line: 3, message: 'a.md is missing' }];
    sync.succeed({ commit: 'abc', pages: 7, files: 2, report }, END);
    expect(sync.snapshot()).to.include({ state: 'idle', updatedAt: END });
    expect(sync.snapshot().lastOperation).to.deep.include({ commit: 'abc', pages: 7, files: 2, finishedAt: END, report });
  });

  it('takes one operation at a time', () => {
    expect(() => started().start('export', 'refs/heads/main', REPOSITORY, END)).to.throw(Conflict, 'importing already');
  });

  it('says why it failed and may be started again', () => {
    const sync = started();
    sync.fail('no such branch', [], END);
    expect(sync.snapshot()).to.include({ state: 'failed', updatedAt: null });
    expect(sync.snapshot().lastOperation).to.include({ error: 'no such branch', finishedAt: END });
    sync.start('import', 'refs/heads/main', REPOSITORY, END);
    expect(sync.snapshot().state).to.equal('importing');
    expect(sync.snapshot().lastOperation).not.to.have.property('error');
  });
});
