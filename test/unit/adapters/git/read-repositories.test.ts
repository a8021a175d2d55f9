import { expect } from 'chai';
import fs from 'node:fs';
import path from 'node:path';
import { gitVersion } from '../../../../src/adapters/git/git-version.ts';
import { GitFailed } from '../../../../src/ports/git-repositories.ts';
import type { RepositorySnapshot } from '../../../../src/ports/git-repositories.ts';
import { gitScene, MAIN } from './git-scene.ts';
import { Planting } from './git-server.ts';
import type { GitServer } from './git-server.ts';

describe('a repository that is read', () => {
  const scene = gitScene();
  const { repositories, take, url, all, failure, everything } = scene;
  let dir: string;
  let server: GitServer;
  let first: string;
  let head: string;
  before(() => void ({ dir, server, first, head } = scene));

  it('says which git there is', async () => {
    const version = await gitVersion();
    expect(version.version).to.match(/^\d+\.\d+\.\d+$/);
    expect(version.supported).to.equal(true);
    expect(await failure(gitVersion('/nonexistent/git'))).to.be.instanceOf(GitFailed).and.include({ code: 'GIT_PROGRAM', message: 'the program git was not found: install Git 2.34 or later' });
  });

  it('gives the commit of one branch, and only that one', async () => {
    const snapshot = await take();
    expect(snapshot.commit).to.deep.equal({ oid: head, message: 'A message\n\nwith a body', author: { name: 'Ann Author', email: 'ann@example.org' }, authoredAt: '2024-02-29T10:00:00.000Z' });
    expect(snapshot).to.include({ url: url(), ref: MAIN });
    expect((await take({ ref: 'refs/heads/feature/x' })).commit).to.include({ oid: first, message: 'First' });
    expect(await failure(all(snapshot.read([first])))).to.be.instanceOf(GitFailed);
  });

  it('lists files, symlinks and submodules for what they are, and follows none', async () => {
    const entries = await all((await take()).list());
    const brief = entries.map(({ path: at, kind, size, unsafe }) => [at, kind, size, unsafe !== undefined]);
    expect(brief).to.deep.equal([
      ['README.md', 'file', 9, false], ['big.bin', 'file', 200_000, false], ['docs/a\ufffd.md', 'file', 8, true], ['docs/ü.md', 'file', 5, false], ['empty', 'file', 0, false],
      ['passwd', 'symlink', 11, false], ['run.sh', 'executable', 10, false], ['sub', 'submodule', 0, false],
    ]);
    expect(entries.find(({ rawPath }) => rawPath !== undefined)?.rawPath).to.deep.equal(Uint8Array.from(Buffer.from('docs/a\xff.md', 'latin1')));
    expect((await all((await take()).list('docs'))).map(({ path: at }) => at)).to.deep.equal(['docs/a\ufffd.md', 'docs/ü.md']);
    expect(await all((await take()).list('*'))).to.deep.equal([]);
  });

  it('reads contents in the order asked for, byte for byte', async () => {
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

  it('refuses to read what is not there, and names that are none', async () => {
    const snapshot = await take();
    for (const oid of ['1'.repeat(40), head, 'HEAD', `${'1'.repeat(40)}\nHEAD`, '--help']) expect(await failure(all(snapshot.read([oid]))), oid).to.be.instanceOf(GitFailed);
  });

  it('lets a reader stop half-way', async () => {
    const snapshot = await take();
    for await (const entry of snapshot.list()) {
      for await (const blob of snapshot.read([entry.oid, entry.oid])) {
        expect(blob.bytes.toString()).to.equal('# Hello\r\n');
        break;
      }
      break;
    }
  });

  it('removes everything when disposed of, also what still runs', async () => {
    const snapshot = await take();
    const half = snapshot.list();
    await half[Symbol.asyncIterator]().next();
    await snapshot.dispose();
    await snapshot.dispose();
    expect(everything()).to.deep.equal([]);
    expect(await failure(all(snapshot.list()))).to.be.instanceOf(GitFailed);
  });
  it('fetches into a cache what is new, and starts it over when it is spoilt', async () => {
    const growing = new Planting(path.join(dir, 'srv', 'growing.git'));
    const one = growing.commit(growing.tree([{ path: 'a', text: 'one' }]), '1');
    const shared = await repositories();
    const again = async (each: { url: string; cacheId: string }) => {
      const snapshot = await shared.snapshot({ ref: MAIN, ...each });
      scene.open.push(snapshot);
      return snapshot;
    };
    const request = { url: url('git.example', 'growing.git'), cacheId: 'space-1' };
    const before = await again(request);
    const two = growing.commit(growing.tree([{ path: 'a', text: 'two' }]), '2', [one]);
    const [after, same] = await Promise.all([again(request), again(request)]);
    expect([before, after, same].map(({ commit }) => commit.oid)).to.deep.equal([one, two, two]);
    const text = async (snapshot: RepositorySnapshot) => (await all(snapshot.read((await all(snapshot.list())).map(({ oid }) => oid)))).map(({ bytes }) => bytes.toString());
    expect(await text(before)).to.deep.equal(['one']);
    expect(await text(after)).to.deep.equal(['two']);
    const cache = path.join(dir, 'data', 'git', 'cache');
    expect(fs.readdirSync(cache)).to.have.length(1);
    const repository = path.join(cache, fs.readdirSync(cache)[0] as string);
    fs.writeFileSync(path.join(repository, 'shallow.lock'), '');
    expect((await again(request)).commit.oid).to.equal(two);
    expect(await text(before)).to.deep.equal(['one']);
    growing.commit(growing.tree([{ path: 'a', text: 'three' }]), 'rewritten');
    expect(await text(await again(request))).to.deep.equal(['three']);
    await again({ ...request, cacheId: 'space-2' });
    expect(fs.readdirSync(cache), 'the spoilt one is still being read').to.have.length(3);
    await repositories();
    expect(fs.readdirSync(cache)).to.have.length(2);
    fs.rmSync(path.join(dir, 'data'), { recursive: true });
  });

  it('reads from a server that only hands out files', async () => {
    server.intercept = (request, response) => {
      const file = path.join(dir, 'srv', decodeURIComponent(new URL(request.url as string, 'http://x').pathname));
      if (fs.existsSync(file)) response.end(fs.readFileSync(file));
      else response.writeHead(404).end();
      return true;
    };
    expect((await take()).commit.oid).to.equal(head);
  });

  it('is asked which commit a branch has, without being fetched', async () => {
    const tipOf = async (ref: string) => (await repositories()).tip({ url: url(), ref });
    expect(await tipOf(MAIN)).to.equal(head);
    expect(await tipOf('refs/heads/feature/x')).to.equal(first);
    expect(server.requests.some(({ method }) => method === 'POST'), 'it was asked').to.equal(true);
    expect(await failure(tipOf('refs/heads/x'))).to.include({ code: 'GIT_REF_MISSING' });
    expect(await failure(tipOf('refs/heads/feature'))).to.include({ code: 'GIT_REF_MISSING' });
    server.credentials = 'ann:secret';
    expect(await failure(tipOf(MAIN))).to.include({ code: 'GIT_AUTH' });
    expect(everything().filter((file) => file.includes('work')), 'nothing is left').to.deep.equal([]);
  });
});
