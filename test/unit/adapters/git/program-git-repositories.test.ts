import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { UndiciGuardedFetch } from '../../../../src/adapters/fetch/undici-guarded-fetch.ts';
import { gitVersion } from '../../../../src/adapters/git/git-version.ts';
import { ProgramGitRepositories } from '../../../../src/adapters/git/program-git-repositories.ts';
import type { GitOptions } from '../../../../src/adapters/git/program-git-repositories.ts';
import { Invalid } from '../../../../src/domain/kernel/errors.ts';
import { GitFailed } from '../../../../src/ports/git-repositories.ts';
import type { RepositorySnapshot } from '../../../../src/ports/git-repositories.ts';
import { Planting, git, serveGit } from './git-server.ts';
import type { GitServer } from './git-server.ts';

const MAIN = 'refs/heads/main';

describe('ProgramGitRepositories', () => {
  let dir: string;
  let server: GitServer;
  let planted: Planting;
  let first: string;
  let head: string;
  let names: Record<string, string[]>;
  const open: RepositorySnapshot[] = [];

  before(async () => {
    dir = fs.mkdtempSync(path.join(os.tmpdir(), 'quire-git-'));
    server = await serveGit(path.join(dir, 'srv'));
    planted = new Planting(path.join(dir, 'srv', 'a b', 'docs.git'));
    const docs = planted.tree([{ path: 'ü.md', text: '# Ü\n' }, { path: Buffer.from([0x61, 0xff, 0x2e, 0x6d, 0x64]), text: 'odd name' }]);
    first = planted.commit(planted.tree([{ path: 'README.md', text: 'old' }]), 'First');
    head = planted.commit(
      planted.tree([
        { path: 'README.md', text: '# Hello\r\n' }, { path: 'big.bin', text: Buffer.alloc(200_000, 7) }, { path: 'docs', mode: '40000', oid: docs }, { path: 'empty', text: '' },
        { path: 'passwd', mode: '120000', text: '/etc/passwd' }, { path: 'run.sh', mode: '100755', text: '#!/bin/sh\n' }, { path: 'sub', mode: '160000', oid: '1'.repeat(40) },
      ]),
      'A message\n\nwith a body\n', [first],
    );
    git(planted.dir, ['update-ref', 'refs/heads/feature/x', first]);
    git(planted.dir, ['update-server-info']);
  });
  after(() => {
    server.close();
    fs.rmSync(dir, { recursive: true, force: true });
  });
  beforeEach(() => {
    server.requests.length = 0;
    server.intercept = undefined;
    server.credentials = undefined;
    names = { 'git.example': ['127.0.0.1'], 'other.example': ['127.0.0.1'] };
  });
  afterEach(async () => {
    for (const each of open.splice(0)) await each.dispose();
  });

  const web = () => new UndiciGuardedFetch({ allowPrivateNetworks: ['127.0.0.0/8'], resolver: async (name) => names[name] ?? [] });
  const repositories = (options: Partial<GitOptions> = {}) => ProgramGitRepositories.open({ dir: path.join(dir, 'data', 'git'), web: web(), protocols: ['http', 'https', 'file'], ...options });
  const take = async (request: { url?: string; ref?: string; cacheId?: string } = {}, options: Partial<GitOptions> = {}, signal?: AbortSignal) => {
    const snapshot = await (await repositories(options)).snapshot({ url: url(), ref: MAIN, ...request }, signal);
    open.push(snapshot);
    return snapshot;
  };
  const url = (host = 'git.example', repository = 'a%20b/docs.git') => `http://${host}:${server.port}/${repository}`;
  const all = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
    const list: T[] = [];
    for await (const item of items) list.push(item);
    return list;
  };
  const failure = (promise: Promise<unknown>): Promise<any> => promise.then(() => expect.fail('it worked'), (error: unknown) => error);
  const everything = () => fs.readdirSync(path.join(dir, 'data'), { recursive: true, withFileTypes: true }).filter((each) => each.isFile()).map((each) => path.join(each.parentPath, each.name));

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

  it('reads with credentials, and keeps them off the disk and out of what it shows', async () => {
    server.credentials = 'ann:s3:cr@t/ü';
    const withCredentials = url('ann:s3%3Acr%40t%2F%C3%BC@git.example');
    const snapshot = await take({ url: withCredentials, cacheId: 'space-1' });
    expect(snapshot.commit.oid).to.equal(head);
    expect(JSON.stringify({ url: snapshot.url, commit: snapshot.commit })).to.not.match(/s3/);
    const secrets = [Buffer.from('s3:cr@t'), Buffer.from('s3%3Acr'), Buffer.from(Buffer.from(server.credentials).toString('base64'))];
    for (const file of everything()) for (const secret of secrets) expect(fs.readFileSync(file).includes(secret), file).to.equal(false);
    fs.rmSync(path.join(dir, 'data'), { recursive: true });
  });

  it('tells missing from wrong credentials, and shows neither', async () => {
    server.credentials = 'ann:right';
    expect(await failure(take())).to.be.instanceOf(GitFailed).and.include({ code: 'GIT_AUTH', category: 'invalid' });
    const wrong = await failure(take({ url: url('ann:wr0ng@git.example') }));
    expect(wrong).to.include({ code: 'GIT_AUTH' });
    expect(`${wrong.message} ${wrong.stack}`).to.not.include('wr0ng');
  });

  it('shows no credentials either when the program itself fails', async () => {
    server.intercept = (request, response) => {
      if (request.method !== 'POST') return false;
      response.writeHead(500).end();
      return true;
    };
    const error = await failure(take({ url: url('ann:s3cret@git.example') }));
    expect(error).to.be.instanceOf(GitFailed).and.include({ code: 'GIT_NETWORK' });
    expect(`${error.message} ${error.stack}`).to.not.match(/s3cret|YW5u/);
  });

  it('passes no credentials on the command line', async () => {
    const seen = path.join(dir, 'seen.txt');
    const spy = path.join(dir, 'git-spy');
    fs.writeFileSync(spy, `#!/bin/sh\nprintf '%s\\n' "$@" >> '${seen}'\nexec git "$@"\n`, { mode: 0o755 });
    server.credentials = 'ann:s3cret';
    await take({ url: url('ann:s3cret@git.example') }, { program: spy });
    expect(fs.readFileSync(seen, 'utf8')).to.include('fetch').and.not.match(/s3cret|YW5u/);
  });

  it('follows a redirect to where the repository is, without the credentials if that is elsewhere', async () => {
    server.intercept = (request, response) => {
      if (!request.url?.startsWith('/moved')) return false;
      response.writeHead(301, { Location: url('other.example') + (request.url as string).slice('/moved'.length) }).end();
      return true;
    };
    expect((await take({ url: url('ann:s3cret@git.example', 'moved') })).commit.oid).to.equal(head);
    expect(server.requests.map(({ headers }) => [headers.host?.split(':')[0], headers.authorization !== undefined])).to.deep.equal([['git.example', true], ...server.requests.slice(1).map(() => ['other.example', false])]);
  });

  it('is not led inside by a redirect, first or later', async () => {
    server.intercept = (_request, response) => (response.writeHead(302, { Location: 'http://169.254.169.254/info/refs?service=git-upload-pack' }).end(), true);
    expect(await failure(take())).to.include({ code: 'GIT_REFUSED' });
    server.requests.length = 0;
    let inside = 0;
    const target = net.createServer((socket) => (inside++, socket.destroy()));
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
    server.intercept = (request, response) => {
      if (request.method === 'GET' && server.requests.length < 2) return false; // our own look passes, then git is sent away
      response.writeHead(302, { Location: `http://127.0.0.1:${(target.address() as net.AddressInfo).port}/info/refs?service=git-upload-pack` }).end();
      return true;
    };
    expect(await failure(take())).to.be.instanceOf(GitFailed);
    target.close();
    expect(inside).to.equal(0);
  });

  it('holds git to the address that was checked: the name means nothing to the system', async () => {
    expect(spawnSync('git', ['ls-remote', url()], { env: { PATH: process.env.PATH, GIT_TERMINAL_PROMPT: '0' } }).status).to.not.equal(0);
    expect((await take({ url: url('GIT.example.') })).commit.oid).to.equal(head);
  });

  for (const address of ['http://127.0.0.1:1/x', 'http://localhost/x', 'http://[::ffff:7f00:1]/x', 'http://2130706433/x', 'http://169.254.169.254/x', 'http://inside.example/x']) {
    it(`does not read from ${address}`, async () => {
      const closed = new UndiciGuardedFetch({ resolver: async () => ['10.0.0.1'] });
      expect(await failure(take({ url: address }, { web: closed }))).to.be.instanceOf(GitFailed).and.include({ code: 'GIT_REFUSED' });
    });
  }

  for (const [what, request] of [
    ['ext::', { url: `ext::sh -c touch%20${os.tmpdir()}/quire-pwned` }], ['EXT::', { url: 'EXT::sh' }], ['ssh', { url: 'ssh://git@git.example/x' }], ['scp-like', { url: 'git@git.example:x' }], ['an option', { url: '--upload-pack=touch /tmp/x' }], ['-u', { url: '-uhttp://x/y' }],
    ['a newline in the ref', { ref: 'refs/heads/x\n--upload-pack=y' }], ['an option as ref', { ref: '--upload-pack=x' }], ['a refspec', { ref: 'refs/heads/x:refs/heads/y' }], ['a tag', { ref: 'refs/tags/v1' }],
  ] as const) {
    it(`takes ${what} for invalid before anything runs`, async () => {
      expect(await failure(take(request, { program: '/nonexistent/git' }))).to.be.instanceOf(Invalid);
      expect(server.requests).to.have.length(0);
    });
  }

  it('takes no protocol that is not configured', async () => {
    expect(await failure(take({ url: `file://${planted.dir}` }, { protocols: ['http', 'https'] }))).to.be.instanceOf(Invalid);
    expect(await failure(take({}, { protocols: ['https'] }))).to.be.instanceOf(Invalid);
  });

  it('reads files only from the folders that were opened, symbolic links considered', async () => {
    const fileRoots = [path.join(dir, 'srv')];
    const file = (at: string) => `file://${encodeURI(at)}`;
    expect((await take({ url: file(planted.dir) }, { fileRoots })).commit.oid).to.equal(head);
    const outside = new Planting(path.join(dir, 'outside.git'));
    outside.commit(outside.tree([{ path: 'secret', text: 's' }]));
    fs.symlinkSync(outside.dir, path.join(dir, 'srv', 'link.git'));
    fs.mkdirSync(path.join(dir, 'srv-too'));
    for (const at of [outside.dir, path.join(dir, 'srv', 'link.git'), `${dir}/srv/../outside.git`, `${dir}/srv/%2e%2e/outside.git`.replace('%', '%'), path.join(dir, 'srv-too'), '/nonexistent', '/etc']) {
      expect(await failure(take({ url: `file://${at}` }, { fileRoots })), at).to.include({ code: 'GIT_REFUSED' });
    }
    expect(await failure(take({ url: file(planted.dir) }, {}))).to.include({ code: 'GIT_REFUSED' });
    expect(await failure(take({ url: file(path.join(dir, 'srv', 'none.git')) }, { fileRoots }))).to.include({ code: 'GIT_NOT_FOUND' });
    expect(await failure(take({ url: file(path.join(dir, 'srv')) }, { fileRoots }))).to.include({ code: 'GIT_NOT_FOUND' });
  });

  it('fetches into a cache what is new, and starts it over when it is spoilt', async () => {
    const growing = new Planting(path.join(dir, 'srv', 'growing.git'));
    const one = growing.commit(growing.tree([{ path: 'a', text: 'one' }]), '1');
    const shared = await repositories();
    const again = async (each: { url: string; cacheId: string }) => {
      const snapshot = await shared.snapshot({ ref: MAIN, ...each });
      open.push(snapshot);
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

  it('says what is missing: repository, branch, server', async () => {
    expect(await failure(take({ url: url('git.example', 'none.git') }))).to.include({ code: 'GIT_NOT_FOUND' });
    expect(await failure(take({ ref: 'refs/heads/none' }))).to.include({ code: 'GIT_REF_MISSING' });
    expect(await failure(take({ url: 'http://127.0.0.1:1/x' }))).to.include({ code: 'GIT_NETWORK', category: 'unavailable' });
    server.intercept = (_request, response) => (response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end('<html>a page</html>'), true);
    expect(await failure(take())).to.include({ code: 'GIT_NOT_FOUND' });
    server.intercept = (_request, response) => (response.writeHead(503).end(), true);
    expect(await failure(take())).to.include({ code: 'GIT_NETWORK' });
    expect(everything()).to.deep.equal([]);
  });

  it('stops at its limits of entries, file size and repository size, exactly', async () => {
    expect(await all((await take({}, { maxEntries: 8 })).list())).to.have.length(8);
    expect(await failure(take({}, { maxEntries: 7 }).then((snapshot) => all(snapshot.list())))).to.include({ code: 'GIT_REFUSED' });
    const big = async (maxFileBytes: number) => {
      const snapshot = await take({}, { maxFileBytes });
      return all(snapshot.read([(await all(snapshot.list())).find(({ path: at }) => at === 'big.bin')?.oid as string]));
    };
    expect(await big(200_000)).to.have.length(1);
    expect(await failure(big(199_999))).to.include({ code: 'GIT_REFUSED' });
    expect(await failure(take({}, { maxBytes: 100 }))).to.include({ code: 'GIT_REFUSED' });
  });

  it('gives up on a server that never answers, and when told to, leaving no process', async () => {
    const held: string[] = [];
    server.intercept = (request) => (request.method === 'POST' ? (held.push('x'), true) : false);
    expect(await failure(take({}, { timeoutMs: 700 }))).to.be.instanceOf(GitFailed).and.include({ code: 'GIT_TIMEOUT' });
    const stop = new AbortController();
    server.intercept = (request) => (request.method === 'POST' ? (stop.abort(), true) : false);
    expect(await failure(take({}, {}, stop.signal))).to.include({ code: 'GIT_TIMEOUT' });
    expect(await failure(take({}, {}, AbortSignal.abort()))).to.include({ code: 'GIT_TIMEOUT' });
    expect(everything()).to.deep.equal([]);
    if (process.platform === 'linux') {
      const left = fs.readdirSync('/proc').filter((pid) => /^\d+$/.test(pid)).flatMap((pid) => {
        try {
          return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`git.example:${server.port}`) && !/^State:\s+Z/m.test(fs.readFileSync(`/proc/${pid}/status`, 'utf8')) ? [pid] : [];
        } catch {
          return [];
        }
      });
      expect(left).to.deep.equal([]);
    }
  });

  it('runs no hooks and reads no configuration but its own', async () => {
    const traps = path.join(dir, 'traps');
    const sprung = path.join(dir, 'sprung');
    fs.mkdirSync(traps);
    fs.writeFileSync(path.join(traps, '.gitconfig'), `[core]\n\tfsmonitor = touch ${sprung}\n[credential]\n\thelper = "!touch ${sprung}; :"\n[url "http://127.0.0.1:1/"]\n\tinsteadOf = http://\n[init]\n\ttemplateDir = ${traps}\n`);
    const kept = { ...process.env };
    Object.assign(process.env, { HOME: traps, GIT_DIR: '/nonexistent', GIT_CONFIG_GLOBAL: path.join(traps, '.gitconfig'), GIT_CONFIG_PARAMETERS: "'http.proxy=http://127.0.0.1:1'", http_proxy: 'http://127.0.0.1:1', GIT_SSH_COMMAND: `touch ${sprung}`, GIT_ASKPASS: traps, GIT_TRACE: path.join(dir, 'trace') });
    try {
      server.credentials = 'ann:pw';
      expect((await take({ url: url('ann:pw@git.example') })).commit.oid).to.equal(head);
      expect(await failure(take())).to.include({ code: 'GIT_AUTH' });
    } finally {
      for (const name of Object.keys(process.env)) if (!(name in kept)) delete process.env[name];
      Object.assign(process.env, kept);
    }
    expect(fs.existsSync(sprung)).to.equal(false);
    expect(fs.existsSync(path.join(dir, 'trace'))).to.equal(false);
  });

  it('clears away at start what a killed process left', async () => {
    const left = path.join(dir, 'data', 'git', 'work', 'left');
    fs.mkdirSync(left, { recursive: true });
    const old = path.join(dir, 'data', 'git', 'cache', 'old.0');
    fs.mkdirSync(old, { recursive: true });
    fs.utimesSync(old, 1000, 1000);
    await repositories();
    expect(fs.existsSync(left)).to.equal(false);
    expect(fs.existsSync(old)).to.equal(false);
  });
});
