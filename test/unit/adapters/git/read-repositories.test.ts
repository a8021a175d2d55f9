import { execFileSync } from 'node:child_process';
import { expect } from 'chai';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { readGitVersion } from '../../../../src/adapters/git/git-version.ts';
import { GitError } from '../../../../src/ports/git/git-repositories.ts';
import type { RepositorySnapshot } from '../../../../src/ports/git/git-repositories.ts';
import { parseCommit } from '../../../../src/adapters/git/git-commit.ts';
import { cpuTimeOf, RETRIES_OF_MEASUREMENTS } from '../../../support/cpu-time.ts';
import { gitScene, MAIN } from './git-scene.ts';
import { git, RepositoryBuilder } from './git-server.ts';
import type { GitServer } from './git-server.ts';

describe('ProgramGitRepositories.snapshot', () => {
  const scene = gitScene();
  const { repositories, take, url, all, failure, everything } = scene;
  let dir: string;
  let server: GitServer;
  let first: string;
  let head: string;
  let planted: RepositoryBuilder;
  before(() => void ({ dir, server, first, head, planted } = scene));

  it('reads the version of the git program', async () => {
    const version = await readGitVersion();
    expect(version.version).to.match(/^\d+\.\d+\.\d+$/);
    expect(version.isSupported).to.equal(true);
    expect(await failure(readGitVersion('/nonexistent/git')))
      .to.be.instanceOf(GitError)
      .and.include({ code: 'GIT_PROGRAM', message: 'the program git was not found: install Git 2.34 or later' });
  });

  it('reads with Git 2.34 from every kind of address and server', async function () {
    if (process.platform === 'win32') this.skip();
    const program = path.join(dir, 'git-2.34');
    const real = execFileSync('sh', ['-c', 'command -v git']).toString().trim();
    fs.writeFileSync(
      program,
      `#!/bin/sh\ncase "$*" in\n  version) echo 'git version 2.34.1' ;;\n  *--batch-command*) exit 129 ;;\n  *) exec ${real} "$@" ;;\nesac\n`,
      { mode: 0o755 },
    );
    expect(await readGitVersion(program)).to.deep.equal({
      version: '2.34.1',
      isSupported: true,
      hasBatchCommand: false,
    });
    for (const reached of [url(), url('127.0.0.1'), pathToFileURL(planted.dir).href]) {
      const snapshot = await take({ url: reached }, { program, fileRoots: [dir] });
      const [read] = await all(
        snapshot.read([(await all(snapshot.list())).find((entry) => entry.path === 'README.md')!.oid]),
      );
      expect(read!.bytes.toString(), reached).to.equal('# Hello\r\n');
    }
    scene.speakOld();
    for (const reached of [url(), url('127.0.0.1')])
      expect((await take({ url: reached }, { program })).commit.oid).to.equal(head);
  });

  it('returns the commit of exactly one branch', async () => {
    const snapshot = await take();
    expect(snapshot.commit).to.deep.include({
      oid: head,
      message: 'A message\n\nwith a body',
      author: { name: 'Ann Author', email: 'ann@example.org' },
      authoredAt: '2024-02-29T10:00:00.000Z',
    });
    expect(snapshot).to.include({ url: url(), ref: MAIN });
    expect((await take({ ref: 'refs/heads/feature/x' })).commit).to.include({ oid: first, message: 'First' });
    expect(await failure(all(snapshot.read([first])))).to.be.instanceOf(GitError);
  });

  it('decodes commits in any encoding', async () => {
    const tree = planted.tree([]);
    const made = (head: string, message: string): string => {
      const oid = git(
        planted.dir,
        ['hash-object', '-w', '-t', 'commit', '--literally', '--stdin'],
        Buffer.from(`tree ${tree}\n${head}\n\n${message}`, 'latin1'),
      );
      git(planted.dir, ['update-ref', 'refs/heads/said', oid]);
      return oid;
    };
    const said = async (head: string, message: string) => {
      const oid = made(head, message);
      const { commit } = await take({ ref: 'refs/heads/said' });
      expect(commit.oid).to.equal(oid);
      return commit;
    };
    const committer = 'committer C <c@example.org> 1709200800 +0000';
    const latin = await said(
      `author J\xfcrg <j@example.org> 1709200800 +0100\n${committer}\nencoding ISO-8859-1`,
      'Gr\xfc\xdfe\n\n\n',
    );
    expect(latin).to.deep.include({
      author: { name: 'Jürg', email: 'j@example.org' },
      authoredAt: '2024-02-29T10:00:00.000Z',
      message: 'Grüße',
    });
    const signed = await said(
      `author A <a@b> 1709200800 +0100\n${committer}\ngpgsig -----BEGIN\n author B <b@b> 1 +0000\n -----END\nencoding none-such`,
      'author C <c@c> 1 +0000\n\nMore',
    );
    expect(signed).to.deep.include({ author: { name: 'A', email: 'a@b' }, message: 'author C <c@c> 1 +0000\n\nMore' });
    expect(await said(`author A <a@b> 99999999999999999 +0000\n${committer}`, '')).to.deep.include({
      author: { name: 'A', email: 'a@b' },
      authoredAt: undefined,
      message: '',
    });
    git(planted.dir, ['update-ref', '-d', 'refs/heads/said']);
  });

  it('[A48] reads hostile authors and messages of commits in linear time', function () {
    this.retries(RETRIES_OF_MEASUREMENTS);
    const commit = Buffer.from(`tree x\nauthor ${'<'.repeat(50_000)}\n\nm${'\n'.repeat(50_000)}m`);
    expect(cpuTimeOf(() => parseCommit(commit))).to.be.below(250);
  });

  it('[A42] lists files, symlinks and submodules by kind, and follows none', async () => {
    const entries = await all((await take()).list());
    const brief = entries.map(({ path: at, kind, size, unsafe }) => [at, kind, size, unsafe !== undefined]);
    expect(brief).to.deep.equal([
      ['README.md', 'file', 9, false],
      ['big.bin', 'file', 200_000, false],
      ['docs/a\ufffd.md', 'file', 8, true],
      ['docs/ü.md', 'file', 5, false],
      ['empty', 'file', 0, false],
      ['passwd', 'symlink', 11, false],
      ['run.sh', 'executable', 10, false],
      ['sub', 'submodule', 0, false],
    ]);
    expect(entries.find(({ rawPath }) => rawPath !== undefined)?.rawPath).to.deep.equal(
      Uint8Array.from(Buffer.from('docs/a\xff.md', 'latin1')),
    );
    expect((await all((await take()).list('docs'))).map(({ path: at }) => at)).to.deep.equal([
      'docs/a\ufffd.md',
      'docs/ü.md',
    ]);
    expect(await all((await take()).list('*'))).to.deep.equal([]);
  });

  it('reads contents in the requested order, byte for byte', async () => {
    const snapshot = await take();
    const byPath = new Map((await all(snapshot.list())).map((entry) => [entry.path, entry.oid]));
    const oids = ['passwd', 'big.bin', 'empty', 'README.md', 'big.bin', 'run.sh'].map((at) => byPath.get(at) as string);
    const blobs = await all(snapshot.read(oids));
    expect(blobs.map(({ oid }) => oid)).to.deep.equal(oids);
    expect(blobs[0]?.bytes.toString()).to.equal('/etc/passwd');
    expect(blobs[1]?.bytes.equals(Buffer.alloc(200_000, 7))).to.equal(true);
    expect(blobs.slice(2, 4).map(({ bytes }) => bytes.toString())).to.deep.equal(['', '# Hello\r\n']);
    expect(await all(snapshot.read([]))).to.deep.equal([]);
  });

  it('rejects missing objects and invalid object ids', async () => {
    const snapshot = await take();
    for (const oid of ['1'.repeat(40), head, 'HEAD', `${'1'.repeat(40)}\nHEAD`, '--help'])
      expect(await failure(all(snapshot.read([oid]))), oid).to.be.instanceOf(GitError);
  });

  it('lets a reader stop before the end', async () => {
    const snapshot = await take();
    for await (const entry of snapshot.list()) {
      for await (const blob of snapshot.read([entry.oid, entry.oid])) {
        expect(blob.bytes.toString()).to.equal('# Hello\r\n');
        break;
      }
      break;
    }
  });

  it('supports concurrent reads, also after a failed one', async () => {
    const snapshot = await take();
    const oids = (await all(snapshot.list())).filter(({ kind }) => kind === 'file').map(({ oid }) => oid);
    const [one, other] = [oids, [...oids].reverse()].map((requestedOids) =>
      snapshot.read(requestedOids)[Symbol.asyncIterator](),
    );
    const seen: [string[], string[]] = [[], []];
    for (let i = 0; i < oids.length; i++) {
      seen[0].push((await one!.next()).value.oid);
      seen[1].push((await other!.next()).value.oid);
    }
    expect(seen).to.deep.equal([oids, [...oids].reverse()]);
    expect(await failure(all(snapshot.read([oids[0]!, '1'.repeat(40), oids[1]!])))).to.include({ code: 'GIT_PROGRAM' });
    expect((await all(snapshot.read(oids))).map(({ oid }) => oid)).to.deep.equal(oids);
  });

  describe('RepositorySnapshot.changes', () => {
    const CHANGED = 'changed.git';
    let earlier: string;
    let repository: RepositoryBuilder;
    const changesTo = async (later: string, directory = '', most = 100) => {
      git(repository.dir, ['update-ref', MAIN, earlier]);
      const shared = await repositories();
      const request = { url: url('git.example', CHANGED), ref: MAIN, cacheId: 'changes' };
      await (await shared.snapshot(request)).dispose();
      git(repository.dir, ['update-ref', MAIN, later]);
      const snapshot = await shared.snapshot(request);
      scene.open.push(snapshot);
      return snapshot.changes(earlier, directory, most);
    };
    const blob = (text: string) => ({ text });
    const folder = (name: string, entries: Parameters<RepositoryBuilder['tree']>[0]) => ({
      path: name,
      mode: '40000',
      oid: repository.tree(entries),
    });
    before(() => {
      repository = new RepositoryBuilder(path.join(dir, 'srv', CHANGED));
      earlier = repository.commit(
        repository.tree([
          { path: 'a.md', ...blob('a') },
          { path: 'b', mode: '100755', ...blob('b') },
          folder('deep', [
            folder('er', [
              { path: 'x.md', ...blob('x') },
              { path: 'y.md', ...blob('y') },
            ]),
            { path: 'z.md', ...blob('z') },
          ]),
          folder('docs', [{ path: 'one.md', ...blob('one') }]),
          { path: 'link', mode: '120000', text: 'a.md' },
          folder('same', [{ path: 's.md', ...blob('s') }]),
        ]),
        'Earlier',
      );
    });

    it('lists each changed path like Git does', async () => {
      const later = repository.commit(
        repository.tree([
          { path: 'a.md', ...blob('another a') },
          { path: 'b', ...blob('b') },
          folder('deep', [
            { path: 'er', ...blob('no folder any more') },
            { path: 'z.md', ...blob('z') },
          ]),
          { path: 'docs', mode: '160000', oid: '2'.repeat(40) },
          folder('link', [{ path: 'l.md', ...blob('l') }]),
          folder('same', [{ path: 's.md', ...blob('s') }]),
          folder('ü', [{ path: Buffer.from([0x61, 0xff]), ...blob('odd') }]),
        ]),
        'Later',
        [earlier],
      );
      const changes = (await changesTo(later))!;
      const diffTree = git(repository.dir, [
        '-c',
        'core.quotePath=false',
        'diff-tree',
        '-r',
        '-z',
        '--no-renames',
        '--no-abbrev',
        earlier,
        later,
      ])
        .split('\0')
        .slice(0, -1);
      const expected = diffTree.flatMap((head, i) =>
        i % 2 > 0
          ? []
          : [
              [
                diffTree[i + 1],
                ...head
                  .split(' ')
                  .slice(2, 4)
                  .map((oid) => (/^0+$/.test(oid) ? undefined : oid)),
              ],
            ],
      );
      expect(changes.map((change) => [change.path, change.before?.oid, change.after?.oid])).to.have.deep.members(
        expected,
      );
      expect(
        Object.fromEntries(
          changes.map((change) => [
            change.path,
            [change.before?.kind, change.after?.kind, change.after?.size, change.unsafe !== undefined],
          ]),
        ),
      ).to.deep.equal({
        'a.md': ['file', 'file', 9, false],
        b: ['executable', 'file', 1, false],
        'deep/er': [undefined, 'file', 18, false],
        'deep/er/x.md': ['file', undefined, undefined, false],
        'deep/er/y.md': ['file', undefined, undefined, false],
        docs: [undefined, 'submodule', 0, false],
        'docs/one.md': ['file', undefined, undefined, false],
        link: ['symlink', undefined, undefined, false],
        'link/l.md': [undefined, 'file', 1, false],
        'ü/a\ufffd': [undefined, 'file', 3, true],
      });
    });

    it('lists only changes below a directory, also when it was added or removed', async () => {
      const later = repository.commit(
        repository.tree([
          { path: 'a.md', ...blob('other') },
          folder('docs', [{ path: 'one.md', ...blob('1') }]),
          folder('new', [{ path: 'n.md', ...blob('n') }]),
        ]),
        'Later',
        [earlier],
      );
      const paths = async (directory: string) => (await changesTo(later, directory))!.map(({ path: at }) => at);
      expect(await paths('docs')).to.deep.equal(['docs/one.md']);
      expect(await paths('new')).to.deep.equal(['new/n.md']);
      expect(await paths('deep/er')).to.deep.equal(['deep/er/x.md', 'deep/er/y.md']);
      expect(await paths('none')).to.deep.equal([]);
    });

    it('lists up to the maximum number of paths, and returns undefined beyond it', async () => {
      const later = repository.commit(
        repository.tree([
          { path: 'a.md', ...blob('other') },
          { path: 'c.md', ...blob('c') },
        ]),
        'Later',
        [earlier],
      );
      expect(await changesTo(later, '', 9)).to.have.length(9);
      expect(await changesTo(later, '', 8)).to.equal(undefined);
    });

    it('returns undefined when the earlier commit is missing', async () => {
      const snapshot = await take({ url: url('git.example', CHANGED) });
      for (const since of [earlier.replace(/./g, '0'), 'HEAD', `${earlier}\n`])
        expect(await snapshot.changes(since, '', 10), since).to.equal(undefined);
    });
  });

  it('removes all files and processes when disposed', async () => {
    const snapshot = await take();
    const half = snapshot.list();
    await half[Symbol.asyncIterator]().next();
    await snapshot.dispose();
    await snapshot.dispose();
    expect(everything()).to.deep.equal([]);
    expect(await failure(all(snapshot.list()))).to.be.instanceOf(GitError);
  });
  for (const isOld of [false, true])
    it(`fetches only new objects into a cache, and replaces a corrupt cache${isOld ? ', also from a server with an old protocol' : ''}`, async () => {
      const name = `growing-${isOld ? 'old' : 'new'}.git`;
      if (isOld) scene.speakOld();
      const growing = new RepositoryBuilder(path.join(dir, 'srv', name));
      const one = growing.commit(growing.tree([{ path: 'a', text: 'one' }]), '1');
      const shared = await repositories();
      const again = async (each: { url: string; cacheId: string }) => {
        const snapshot = await shared.snapshot({ ref: MAIN, ...each });
        scene.open.push(snapshot);
        return snapshot;
      };
      const request = { url: url('git.example', name), cacheId: 'space-1' };
      const before = await again(request);
      const two = growing.commit(growing.tree([{ path: 'a', text: 'two' }]), '2', [one]);
      const [after, same] = await Promise.all([again(request), again(request)]);
      expect([before, after, same].map(({ commit }) => commit.oid)).to.deep.equal([one, two, two]);
      const text = async (snapshot: RepositorySnapshot) =>
        (await all(snapshot.read((await all(snapshot.list())).map(({ oid }) => oid)))).map(({ bytes }) =>
          bytes.toString(),
        );
      expect(await text(before)).to.deep.equal(['one']);
      expect(await text(after)).to.deep.equal(['two']);
      for (const each of [after, same]) await each.dispose();
      const cache = path.join(dir, 'data', 'git', 'cache');
      expect(fs.readdirSync(cache)).to.have.length(1);
      const repository = path.join(cache, fs.readdirSync(cache)[0] as string);
      const next = growing.commit(growing.tree([{ path: 'a', text: 'next' }]), '3', [two]);
      fs.writeFileSync(path.join(repository, 'shallow.lock'), ''); // Prevents git from writing.
      expect((await again(request)).commit.oid).to.equal(next);
      expect(await text(before)).to.deep.equal(['one']);
      growing.commit(growing.tree([{ path: 'a', text: 'three' }]), 'rewritten');
      expect(await text(await again(request))).to.deep.equal(['three']);
      await again({ ...request, cacheId: 'space-2' });
      expect(fs.readdirSync(cache), 'the spoilt one is still being read').to.have.length(3);
      await repositories();
      expect(fs.readdirSync(cache)).to.have.length(2);
      fs.rmSync(path.join(dir, 'data'), { recursive: true });
    });

  it('reads from a dumb HTTP server', async () => {
    server.intercept = (request, response) => {
      const file = path.join(dir, 'srv', decodeURIComponent(new URL(request.url as string, 'http://x').pathname));
      if (fs.existsSync(file)) response.end(fs.readFileSync(file));
      else response.writeHead(404).end();
      return true;
    };
    expect((await take()).commit.oid).to.equal(head);
  });

  it('returns the commit of a branch without fetching it', async () => {
    const tipOf = async (ref: string) => (await repositories()).tip({ url: url(), ref });
    expect(await tipOf(MAIN)).to.equal(head);
    expect(await tipOf('refs/heads/feature/x')).to.equal(first);
    expect(
      server.requests.some(({ method }) => method === 'POST'),
      'it was asked',
    ).to.equal(true);
    expect(await failure(tipOf('refs/heads/x'))).to.include({ code: 'GIT_REF_MISSING' });
    expect(await failure(tipOf('refs/heads/feature'))).to.include({ code: 'GIT_REF_MISSING' });
    server.credentials = 'ann:secret';
    expect(await failure(tipOf(MAIN))).to.include({ code: 'GIT_AUTH' });
    expect(
      everything().filter((file) => file.includes('work')),
      'nothing is left',
    ).to.deep.equal([]);
  });
});
