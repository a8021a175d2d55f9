import { expect } from 'chai';
import { asOf, GitSync, isOverdue, OPERATION_LIMIT_MS, repositoryName, syncFacts } from '../../../../src/domain/git-sync/git-sync.ts';
import { Conflict } from '../../../../src/domain/kernel/errors.ts';

const AT = '2026-01-01T00:00:00.000Z';
const later = (ms: number) => new Date(Date.parse(AT) + ms).toISOString();
const SPACE = '0'.repeat(20);
const ORGANIZATION = '1'.repeat(20);
const OPERATION = { id: '2'.repeat(20), kind: 'import', url: 'https://git.example/docs.git', ref: 'refs/heads/main' } as const;
const RESULT = { commit: 'abc', revision: '3'.repeat(20), pages: 2, files: 1, report: [] };
const REPOSITORY = { repoName: 'acme/docs', installationProvider: 'github', url: 'https://git.example/acme/docs', treeUrl: null } as const;

const started = () => {
  const sync = GitSync.of(SPACE, ORGANIZATION);
  sync.start(OPERATION, AT);
  return sync;
};

describe('GitSync', () => {
  it('runs one operation at a time', () => {
    const sync = started();
    expect(sync.snapshot()).to.include({ state: 'importing' });
    expect(() => sync.start({ ...OPERATION, id: '4'.repeat(20) }, later(1))).to.throw(Conflict, 'importing already');
    sync.succeed(RESULT, { repository: REPOSITORY, eventAt: null }, later(2));
    sync.start({ ...OPERATION, id: '4'.repeat(20), kind: 'export' }, later(3));
    expect(sync.snapshot().state).to.equal('exporting');
  });

  it('says what it is synced with once content came from there, and not before', () => {
    const sync = started();
    expect(syncFacts(sync.snapshot())).to.equal(null);
    sync.succeed(RESULT, { repository: REPOSITORY, eventAt: AT }, later(5));
    expect(syncFacts(sync.snapshot())).to.deep.equal({ repoName: 'acme/docs', installationProvider: 'github', url: 'https://git.example/acme/docs', updatedAt: later(5) });
    expect(sync.snapshot().lastOperation).to.deep.include({ ...RESULT, finishedAt: later(5) });
    sync.start({ ...OPERATION, url: 'https://other.example/x' }, later(6));
    sync.fail('no such branch', later(7));
    expect(sync.snapshot()).to.include({ state: 'failed', url: 'https://git.example/acme/docs', updatedAt: later(5) });
    expect(sync.snapshot().lastOperation).to.include({ error: 'no such branch', finishedAt: later(7) });
  });

  it('leaves what it is synced with alone when the primary content was left alone', () => {
    const sync = started();
    sync.succeed(RESULT, undefined, later(5));
    expect(sync.snapshot()).to.include({ state: 'idle', url: null, updatedAt: null });
  });

  it('takes an operation for given up when it is older than an hour, and not a moment before', () => {
    const sync = started();
    expect(isOverdue(sync.snapshot(), later(OPERATION_LIMIT_MS))).to.equal(false);
    expect(asOf(sync.snapshot(), later(OPERATION_LIMIT_MS)).state).to.equal('importing');
    expect(asOf(sync.snapshot(), later(OPERATION_LIMIT_MS + 1))).to.deep.include({ state: 'failed' });
    expect(() => sync.start({ ...OPERATION, id: '4'.repeat(20) }, later(OPERATION_LIMIT_MS))).to.throw(Conflict);
    sync.start({ ...OPERATION, id: '4'.repeat(20) }, later(OPERATION_LIMIT_MS + 1));
    expect(sync.isRunning(OPERATION.id)).to.equal(false);
    expect(sync.isRunning('4'.repeat(20))).to.equal(true);
  });

  it('knows events that come too late, whatever their time zone', () => {
    const sync = started();
    expect(sync.isPast(later(-1))).to.equal(false);
    sync.succeed(RESULT, { repository: REPOSITORY, eventAt: AT }, later(1));
    expect(sync.isPast(later(-1))).to.equal(true);
    expect(sync.isPast('2026-01-01T01:00:00+01:00')).to.equal(false);
    expect(sync.isPast('2026-01-01T00:59:59+01:00')).to.equal(true);
  });

  it('finishes nothing that does not run', () => {
    const sync = started();
    sync.fail('x', later(1));
    expect(() => sync.succeed(RESULT, undefined, later(2))).to.throw(Conflict);
    expect(() => sync.fail('y', later(2))).to.throw(Conflict);
    expect(sync.snapshot().lastOperation).to.include({ error: 'x' });
  });
});

describe('repositoryName', () => {
  for (const [url, name] of [
    ['https://github.com/acme/docs.git', 'acme/docs'], ['https://github.com/acme/docs/', 'acme/docs'], ['https://git.example/group/sub/a%20b.git', 'sub/a b'], ['https://git.example/docs.git', 'docs'], ['https://git.example/', 'git.example'],
    ['https://git.example/%ff/x', '%ff/x'],
  ] as const) {
    it(`names ${url} ${name}`, () => expect(repositoryName(url)).to.equal(name));
  }
  it('names a folder of this machine by itself, not by where it lies', () => expect(repositoryName('file:///srv/secret/docs.git', true)).to.equal('docs'));
});
