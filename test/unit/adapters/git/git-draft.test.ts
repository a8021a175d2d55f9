import { expect } from 'chai';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { UndiciGuardedFetch } from '../../../../src/adapters/fetch/undici-guarded-fetch.ts';
import { ProgramGitRepositories } from '../../../../src/adapters/git/program-git-repositories.ts';
import type { FileWrite, CommitInput, RepositoryDraft } from '../../../../src/ports/git/git-repositories.ts';
import { git, RepositoryBuilder, serveGit, type GitServer } from './git-server.ts';

const MAIN = 'refs/heads/main';
const COMMIT: CommitInput = {
  message: 'Say\n\nwhy',
  author: { name: 'Ann <Evil>\nx', email: 'ann@example.org' },
  committer: { name: 'Quire', email: 'quire@example.org' },
  at: '2026-01-02T03:04:05.000Z',
};

async function* writes(files: Readonly<Record<string, string | null>>): AsyncGenerator<FileWrite> {
  for (const [file, text] of Object.entries(files))
    yield { path: file, content: text === null ? null : Buffer.from(text) };
}

describe('GitDraft', () => {
  let dir: string;
  let server: GitServer;
  let planted: RepositoryBuilder;
  let repositories: ProgramGitRepositories;
  let head: string;
  const open: RepositoryDraft[] = [];

  beforeEach(async () => {
    dir = fs.mkdtempSync(path.join(os.tmpdir(), 'quire-draft-'));
    server = await serveGit(path.join(dir, 'srv'));
    repositories = await ProgramGitRepositories.open({
      dir: path.join(dir, 'data'),
      web: new UndiciGuardedFetch({ allowPrivateNetworks: ['127.0.0.0/8'] }),
      protocols: ['http', 'https'],
    });
    planted = new RepositoryBuilder(path.join(dir, 'srv', 'docs.git'));
    const docs = planted.tree([
      { path: 'a.md', text: '# A\n' },
      { path: 'ü "b".md', text: '# B\n' },
    ]);
    head = planted.commit(
      planted.tree([
        { path: 'README.md', text: '# Hello\r\n' },
        { path: 'docs', mode: '40000', oid: docs },
        { path: 'run.sh', mode: '100755', text: '#!/bin/sh\n' },
        { path: 'sub', mode: '160000', oid: '1'.repeat(40) },
        { path: 'way', mode: '120000', text: '/etc/passwd' },
      ]),
    );
  });
  afterEach(async () => {
    for (const each of open.splice(0)) await each.dispose();
    server.close();
    fs.rmSync(dir, { recursive: true, force: true });
  });

  const draft = async (ref = MAIN, { repository = 'docs.git', credentials = '' } = {}): Promise<RepositoryDraft> => {
    const made = await repositories.draft({ url: `http://${credentials}127.0.0.1:${server.port}/${repository}`, ref });
    open.push(made);
    return made;
  };
  const failure = async (task: Promise<unknown>): Promise<any> =>
    task.then(
      () => undefined,
      (error: unknown) => error,
    );

  it('commits the written files on top of the branch, and pushes the commit', async () => {
    const made = await draft();
    expect(made.tip?.commit.oid).to.equal(head);
    const commit = await made.commit(
      writes({ 'run.sh': '#!/bin/sh\ntrue\n', 'docs/ü "b".md': 'other', 'docs/a.md': null, 'new/deep.md': 'new' }),
      COMMIT,
    );
    expect(commit.differs).to.equal(true);
    await made.push(commit.oid);
    expect(git(planted.dir, ['rev-parse', MAIN])).to.equal(commit.oid);
    expect(git(planted.dir, ['log', '-1', '--format=%P|%an|%ae|%cn|%ad|%B', '--date=iso-strict', MAIN])).to.equal(
      `${head}|Ann Evil x|ann@example.org|Quire|2026-01-02T03:04:05+00:00|Say\n\nwhy`,
    );
    expect(
      git(planted.dir, ['-c', 'core.quotePath=false', 'diff-tree', '-r', head, commit.oid])
        .split('\n')
        .map((line) => line.replace(/[0-9a-f]{40}/g, '').replace(/ +/g, ' ')),
    ).to.deep.equal([
      ':100644 000000 D\tdocs/a.md',
      ':100644 100644 M\t"docs/ü \\"b\\".md"',
      ':000000 100644 A\tnew/deep.md',
      ':100755 100755 M\trun.sh',
    ]);
    expect(commit.blobs.get('new/deep.md')).to.equal(git(planted.dir, ['rev-parse', `${MAIN}:new/deep.md`]));
  });

  it('names the written files that the attributes of the branch assign to Git LFS', async () => {
    const docs = planted.tree([{ path: '.gitattributes', text: 'small/** -filter\n' }]);
    planted.commit(
      planted.tree([
        { path: '.gitattributes', text: '[attr]large filter=lfs -text\n*.png large\n# *.md filter=lfs\n' },
        { path: 'docs', mode: '40000', oid: docs },
      ]),
    );
    const files = { 'ü "b".png': 'x', 'docs/a.png': 'x', 'docs/a.md': 'x', 'docs/small/a.png': 'x', 'c.png': null };
    const { lfsPaths } = await (await draft()).commit(writes(files), COMMIT);
    expect(lfsPaths).to.deep.equal(['ü "b".png', 'docs/a.png']);
  });

  it('reports that no file changed', async () => {
    const made = await draft();
    expect((await made.commit(writes({ 'README.md': '# Hello\r\n', 'not-there.md': null }), COMMIT)).differs).to.equal(
      false,
    );
    expect((await made.commit(writes({}), COMMIT)).differs).to.equal(false);
  });

  it('creates a missing branch, and the first commit of an empty repository', async () => {
    const made = await draft('refs/heads/feature/x');
    expect(made.tip).to.equal(undefined);
    const { oid } = await made.commit(writes({ 'README.md': 'x' }), COMMIT);
    await made.push(oid);
    expect(git(planted.dir, ['rev-parse', 'refs/heads/feature/x'])).to.equal(oid);

    const empty = new RepositoryBuilder(path.join(dir, 'srv', 'empty.git'));
    const first = await draft(MAIN, { repository: 'empty.git' });
    const commit = await first.commit(writes({ 'README.md': 'x' }), COMMIT);
    await first.push(commit.oid);
    expect(git(empty.dir, ['rev-list', '--count', MAIN])).to.equal('1');
  });

  it('replaces no folder, link, submodule, or file in the place of a folder', async () => {
    const made = await draft();
    for (const [file, blocking] of [
      ['README.md/x.md', 'a file at "README.md"'],
      ['run.sh/deep/x.md', 'an executable at "run.sh"'],
      ['sub/x.md', 'a submodule at "sub"'],
      ['way', 'a symbolic link at "way"'],
      ['way/x.md', 'a symbolic link at "way"'],
      ['docs', 'a folder at "docs"'],
    ] as const) {
      const refused = await failure(made.commit(writes({ [file]: 'x' }), COMMIT));
      expect(refused).to.include({ code: 'GIT_REFUSED' });
      expect(refused.message).to.include(blocking);
    }
    const { oid } = await made.commit(writes({ 'README.md': null, 'README.md/x.md': 'x' }), COMMIT);
    await made.push(oid);
    expect(git(planted.dir, ['show', `${MAIN}:README.md/x.md`])).to.equal('x');
  });

  it('[A44] never overwrites commits that others have pushed since', async () => {
    const made = await draft();
    const other = await draft('refs/heads/other');
    const { oid } = await made.commit(writes({ 'a.md': 'ours' }), COMMIT);
    const theirs = planted.commit(planted.tree([{ path: 'a.md', text: 'theirs' }]), 'Theirs', [head]);
    expect(await failure(made.push(oid))).to.include({ code: 'GIT_MOVED' });
    expect(git(planted.dir, ['rev-parse', MAIN])).to.equal(theirs);

    const beside = await other.commit(writes({ 'a.md': 'ours' }), COMMIT);
    planted.commit(planted.tree([]), 'Theirs', [], 'other');
    expect(await failure(other.push(beside.oid))).to.include({ code: 'GIT_MOVED' });
  });

  it('[A43] reports that the server rejects the push, without credentials in the message', async () => {
    server.credentials = 'ann:s3cr3t';
    const made = await draft(MAIN, { credentials: 'ann:s3cr3t@' });
    const { oid } = await made.commit(writes({ 'a.md': 'x' }), COMMIT);
    server.credentials = 'ann:other';
    const refused = await failure(made.push(oid));
    expect(refused).to.include({ code: 'GIT_AUTH' });
    expect(refused.message).to.include('write').and.not.include('s3cr3t');
    server.credentials = 'ann:s3cr3t';
    fs.mkdirSync(path.join(planted.dir, 'hooks'), { recursive: true });
    fs.writeFileSync(
      path.join(planted.dir, 'hooks', 'pre-receive'),
      '#!/bin/sh\necho The branch is protected. >&2\nexit 1\n',
      { mode: 0o755 },
    );
    expect(await failure(made.push(oid))).to.include({
      code: 'GIT_REFUSED',
      message: 'the server refuses the commit (pre-receive hook declined): The branch is protected.',
    });
    expect(git(planted.dir, ['rev-parse', MAIN])).to.equal(head);
  });

  it('fails with the error of the source of written files', async () => {
    const made = await draft();
    const broken = async function* (): AsyncGenerator<FileWrite> {
      throw new Error('no such bytes');
    };
    expect(await failure(made.commit(broken(), COMMIT)))
      .to.be.instanceOf(Error)
      .with.property('message', 'no such bytes');
  });
});
