import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import fs from 'node:fs';
import type http from 'node:http';
import path from 'node:path';
import type { GitRepositories, RepositorySnapshot } from '../../../../src/ports/git/git-repositories.ts';
import { gitScene, MAIN } from './git-scene.ts';
import { git, RepositoryBuilder, type GitServer } from './git-server.ts';

/** Encodes a packet like servers do. */
const packet = (text: string | Buffer): Buffer =>
  Buffer.concat([
    Buffer.from((Buffer.byteLength(text) + 4).toString(16).padStart(4, '0')),
    Buffer.from(text as string),
  ]);
const [FLUSH, DELIMITER] = [Buffer.from('0000'), Buffer.from('0001')];

describe('ProgramGitRepositories for a Git server', () => {
  const scene = gitScene();
  const { repositories, take, url, all, failure } = scene;
  let dir: string;
  let server: GitServer;
  let head: string;
  before(() => void ({ dir, server, head } = scene));

  const requestLines = (): string[] =>
    server.requests.map(({ method, url: at }) => `${method} ${(at as string).replace(/^.*\.git/, '')}`);
  const INFO_REFS = 'GET /info/refs?service=git-upload-pack';
  const UPLOAD_PACK = 'POST /git-upload-pack';
  const textsOf = async (snapshot: RepositorySnapshot): Promise<string[]> => {
    const oids = (await all(snapshot.list())).map(({ oid }) => oid);
    return (await all(snapshot.read(oids))).map(({ bytes }) => bytes.toString());
  };
  /** Makes a commit that changes one file, and pushes it; returns its id. */
  const commitTo = async (
    at: string,
    text: string,
    { shared, isPushed = true, ...cache }: { shared?: GitRepositories; isPushed?: boolean; cacheId?: string } = {},
  ): Promise<string> => {
    const draft = await (shared ?? (await repositories())).draft({ url: at, ref: MAIN, ...cache });
    const who = { name: 'Ann', email: 'ann@example.org' };
    const { oid } = await draft.commit(
      (async function* () {
        yield { path: 'a', content: Buffer.from(text) };
      })(),
      { message: 'Two', author: who, committer: who, at: '2026-01-02T03:04:05.000Z' },
    );
    if (isPushed) await draft.push(oid);
    await draft.dispose();
    return oid;
  };
  /** Finds the cache that holds a commit as the last one fetched. */
  const cacheWith = (commit: string): string => {
    const caches = path.join(dir, 'data', 'git', 'cache');
    const isLast = (cache: string): boolean => {
      const ref = path.join(cache, 'refs', 'quire', 'tip');
      return fs.existsSync(ref) && fs.readFileSync(ref, 'utf8').trim() === commit;
    };
    return fs
      .readdirSync(caches)
      .map((each) => path.join(caches, each))
      .find(isLast)!;
  };
  /** Creates a repository that grows, and a function that fetches it repeatedly. */
  const growing = async (name: string) => {
    const planted = new RepositoryBuilder(path.join(dir, 'srv', name));
    const shared = await repositories();
    const again = async (): Promise<RepositorySnapshot> => {
      server.requests.length = 0;
      const snapshot = await shared.snapshot({ url: url('git.example', name), ref: MAIN, cacheId: name });
      scene.open.push(snapshot);
      return snapshot;
    };
    return { planted, shared, again };
  };

  it('looks up a branch and fetches its commit, with two requests each', async () => {
    await take();
    expect(requestLines()).to.deep.equal([INFO_REFS, UPLOAD_PACK, INFO_REFS, UPLOAD_PACK]);
  });

  it('fetches nothing when nothing is new', async () => {
    const { planted, again } = await growing('again.git');
    const one = planted.commit(planted.tree([{ path: 'a', text: 'one' }]), '1');
    await (await again()).dispose();
    const same = await again();
    expect(requestLines()).to.deep.equal([INFO_REFS, UPLOAD_PACK]);
    expect(await textsOf(same)).to.deep.equal(['one']);
    planted.commit(planted.tree([{ path: 'a', text: 'two' }]), '2', [one]);
    expect(await textsOf(await again())).to.deep.equal(['two']);
    expect(requestLines()).to.deep.equal([INFO_REFS, UPLOAD_PACK, INFO_REFS, UPLOAD_PACK]);
  });

  it('fetches only new objects', async () => {
    const { planted, again } = await growing('new.git');
    const large = {
      path: 'large.bin',
      oid: planted.blob(randomBytes(100_000)),
    };
    const one = planted.commit(planted.tree([large, { path: 'a', text: 'one' }]), '1');
    let sent = 0;
    const count = (_request: http.IncomingMessage, response: http.ServerResponse): boolean => {
      const write = response.write.bind(response);
      response.write = ((chunk: Buffer, ...rest: []) => (
        (sent += chunk.length),
        write(chunk, ...rest)
      )) as typeof response.write;
      return false;
    };
    server.intercept = count;
    await (await again()).dispose();
    const whole = sent;
    planted.commit(planted.tree([large, { path: 'a', text: 'two' }]), '2', [one]);
    sent = 0;
    const [text] = await textsOf(await again());
    expect(whole).to.be.greaterThan(100_000);
    expect(sent).to.be.lessThan(1_000);
    expect(text).to.equal('two');
  });

  it('accepts a complete response that ends late', async () => {
    const { planted, again } = await growing('slow.git');
    let posts = 0;
    server.intercept = (request, response) => {
      if (request.method !== 'POST' || ++posts < 2) return false;
      const [write, end] = [response.write.bind(response), response.end.bind(response)];
      response.write = ((chunk: Buffer) =>
        write(chunk.subarray(-4).equals(FLUSH) ? chunk.subarray(0, -4) : chunk)) as typeof response.write;
      response.end = (() => (setTimeout(() => (write(FLUSH), end()), 150), response)) as typeof response.end;
      return false;
    };
    planted.commit(planted.tree([{ path: 'a', text: 'one' }]), '1');
    expect(await textsOf(await again())).to.deep.equal(['one']);
  });

  it('follows a repository that moved since it was fetched', async () => {
    const { planted, again } = await growing('moves.git');
    const one = planted.commit(planted.tree([{ path: 'a', text: 'one' }]), '1');
    await (await again()).dispose();
    planted.commit(planted.tree([{ path: 'a', text: 'two' }]), '2', [one]);
    fs.renameSync(path.join(dir, 'srv', 'moves.git'), path.join(dir, 'srv', 'moved.git'));
    server.intercept = (request, response) => {
      if (!request.url!.startsWith('/moves.git')) return false;
      response
        .writeHead(301, { Location: url('git.example', request.url!.slice(1).replace('moves.git', 'moved.git')) })
        .end();
      return true;
    };
    expect(await textsOf(await again())).to.deep.equal(['two']);
  });

  it('fetches all objects again after one is missing locally', async () => {
    const { planted, again } = await growing('holes.git');
    const one = planted.commit(planted.tree([{ path: 'a', text: 'one' }]), '1');
    const broken = await again();
    expect(await failure(all(broken.read(['1'.repeat(40)])))).to.include({ code: 'GIT_PROGRAM' });
    await broken.dispose();
    expect(await textsOf(await again()), 'the same commit').to.deep.equal(['one']);
    expect(requestLines()).to.deep.equal([INFO_REFS, UPLOAD_PACK, INFO_REFS, UPLOAD_PACK]);
    planted.commit(planted.tree([{ path: 'a', text: 'two' }]), '2', [one]);
    expect(await textsOf(await again())).to.deep.equal(['two']);
  });

  it('fetches a commit that the cache only claims to have', async () => {
    const { planted, again } = await growing('claims.git');
    const one = planted.commit(planted.tree([{ path: 'a', text: 'one' }]), '1');
    await (await again()).dispose();
    const two = planted.commit(planted.tree([{ path: 'a', text: 'two' }]), '2', [one]);
    fs.writeFileSync(path.join(cacheWith(one), 'refs', 'quire', 'tip'), `${two}\n`);
    expect(await textsOf(await again())).to.deep.equal(['two']);
  });

  it('replaces a cache that git does not accept as a repository', async () => {
    const { planted, again } = await growing('refused.git');
    const one = planted.commit(planted.tree([{ path: 'a', text: 'one' }]), '1');
    await (await again()).dispose();
    fs.rmSync(path.join(cacheWith(one), 'HEAD'));
    expect(await textsOf(await again())).to.deep.equal(['one']);
  });

  it('fetches one commit without its history, also of a rewritten branch', async () => {
    const { planted, again } = await growing('anew.git');
    let last = planted.commit(planted.tree([{ path: 'a', text: '0' }]), '0');
    for (let i = 1; i < 4; i++) last = planted.commit(planted.tree([{ path: 'a', text: `${i}` }]), `${i}`, [last]);
    await (await again()).dispose();
    const other = planted.commit(planted.tree([{ path: 'a', text: 'x' }]), 'x');
    planted.commit(planted.tree([{ path: 'a', text: 'y' }]), 'y', [other]);
    const anew = await again();
    expect(await textsOf(anew)).to.deep.equal(['y']);
    await anew.dispose();
    const cache = cacheWith(git(planted.dir, ['rev-parse', MAIN]));
    expect(
      execFileSync('git', ['-C', cache, 'cat-file', '--batch-all-objects', '--batch-check'])
        .toString()
        .match(/ commit /g),
    ).to.have.length(2);
  });

  for (const isOld of [false, true])
    it(`supports SHA-256 object ids${isOld ? ', also of a server with an old protocol' : ''}`, async () => {
      if (isOld) scene.speakOld();
      const name = `sha256-${isOld ? 'old' : 'new'}.git`;
      const at = path.join(dir, 'srv', name);
      git(dir, ['init', '--bare', '--quiet', '--object-format=sha256', '--initial-branch=main', at]);
      // Older versions of the protocol do not tell the format of an empty repository.
      if (isOld) git(at, ['update-ref', 'refs/heads/other', git(at, ['commit-tree', git(at, ['mktree']), '-m', 'x'])]);
      const written = await commitTo(url('git.example', name), 'long names');
      expect(git(at, ['rev-parse', MAIN]))
        .to.equal(written)
        .and.match(/^[0-9a-f]{64}$/);
      const snapshot = await take({ url: url('git.example', name) });
      expect(snapshot.commit.oid).to.equal(written);
      expect(await textsOf(snapshot)).to.deep.equal(['long names']);
    });

  it('reads from a server that states few capabilities, after the greeting of older servers', async () => {
    server.intercept = (request, response) => {
      if (request.method !== 'GET') return false;
      const said = ['version 2\n', 'ls-refs=unborn\n', 'fetch=filter shallow\n', 'server-option\n'];
      response
        .writeHead(200, { 'Content-Type': 'application/x-git-upload-pack-advertisement' })
        .end(Buffer.concat([packet('# service=git-upload-pack\n'), FLUSH, ...said.map(packet), FLUSH]));
      return true;
    };
    expect((await take()).commit.oid).to.equal(head);
  });

  it('fetches the history too from a server that does not support shallow fetches', async () => {
    server.intercept = (request, response) => {
      if (request.method !== 'GET') return false;
      const said = ['version 2\n', 'ls-refs\n', 'fetch=filter\n', 'object-format=sha1\n'];
      response
        .writeHead(200, { 'Content-Type': 'application/x-git-upload-pack-advertisement' })
        .end(Buffer.concat([...said.map(packet), FLUSH]));
      return true;
    };
    expect((await take()).commit.oid).to.equal(head);
  });

  describe('responses of a version 2 server', () => {
    const result = { 'Content-Type': 'application/x-git-upload-pack-result' };
    /** Makes the server answer the first or second request in this way. */
    const answers = (turn: 1 | 2, answer: Buffer, headers: Record<string, string> = result, status = 200): void => {
      let posts = 0;
      server.intercept = (request, response) => {
        if (request.method !== 'POST' || ++posts !== turn) return false;
        response.writeHead(status, headers).end(answer);
        return true;
      };
    };
    const refs = (...lines: string[]): Buffer => Buffer.concat([...lines.map((line) => packet(`${line}\n`)), FLUSH]);
    const packfile = (...bands: Buffer[]): Buffer => Buffer.concat([packet('packfile\n'), ...bands.map(packet)]);

    for (const [what, turn, answer, code, message] of [
      [
        'that it refuses',
        1,
        packet('ERR no entry for ann:s3cret\n'),
        'GIT_NETWORK',
        'the server reports an error (git: remote error: no entry for ***:***)',
      ],
      [
        'with a name that is none',
        1,
        refs(`${'g'.repeat(40)} ${MAIN}`),
        'GIT_NETWORK',
        'the server sent an invalid Git response',
      ],
      ['with no packets', 1, Buffer.from('<html>'), 'GIT_NETWORK', 'the server sent an invalid Git response'],
      [
        'with a packet that is shorter than its own head',
        1,
        Buffer.from('0003'),
        'GIT_NETWORK',
        'the server sent an invalid Git response',
      ],
      [
        'half a packet',
        1,
        packet(`${'1'.repeat(40)} ${MAIN}\n`).subarray(0, 20),
        'GIT_NETWORK',
        'the server sent an invalid Git response',
      ],
      [
        'with no end',
        1,
        packet(`${'1'.repeat(40)} ${MAIN}\n`),
        'GIT_NETWORK',
        'the server sent an invalid Git response',
      ],
      [
        'with other branches alone',
        1,
        refs(`${'1'.repeat(40)} ${MAIN}-2`, `${'1'.repeat(40)} refs/heads/main/x`),
        'GIT_REF_MISSING',
        'the repository has no such branch',
      ],
      ['with nothing', 2, FLUSH, 'GIT_NETWORK', 'the server sent an invalid Git response'],
      [
        'that the commit is gone',
        2,
        packet('ERR upload-pack: not our ref\n'),
        'GIT_NETWORK',
        'the server reports an error (git: remote error: upload-pack: not our ref)',
      ],
      [
        'that it failed half-way',
        2,
        packfile(Buffer.from('\x02Counting'), Buffer.from('\x01PACK'), Buffer.from('\x03out of memory\n')),
        'GIT_NETWORK',
        'the server sent an invalid Git response',
      ],
      [
        'half a pack',
        2,
        packfile(Buffer.from('\x01PACK\0\0\0\x02')),
        'GIT_NETWORK',
        'the server sent an invalid Git response',
      ],
      [
        'with a shallow commit that is no name',
        2,
        Buffer.concat([packet('shallow-info\n'), packet('shallow ../x\n'), DELIMITER, packfile(), FLUSH]),
        'GIT_NETWORK',
        'the server sent an invalid Git response',
      ],
    ] as const) {
      it(`reports a failure for an answer: ${what}`, async () => {
        answers(turn, answer);
        const error = await failure(take({ url: url('ann:s3cret@git.example') }));
        expect(error).to.include({ code });
        expect(error.message).to.include(message);
        expect(`${error.message} ${error.stack}`).to.not.include('s3cret');
      });
    }

    it('rejects an invalid pack', async () => {
      answers(2, Buffer.concat([packfile(Buffer.from('\x01no pack at all')), FLUSH]));
      expect(await failure(take()))
        .to.have.property('code')
        .that.is.oneOf(['GIT_PROGRAM', 'GIT_NETWORK']);
    });

    for (const [status, code] of [
      [401, 'GIT_AUTH'],
      [403, 'GIT_AUTH'],
      [404, 'GIT_NOT_FOUND'],
      [302, 'GIT_NETWORK'],
      [400, 'GIT_REFUSED'],
      [413, 'GIT_REFUSED'],
      [429, 'GIT_NETWORK'],
      [500, 'GIT_NETWORK'],
    ] as const) {
      it(`maps status ${status} to ${code}`, async () => {
        answers(1, Buffer.alloc(0), { ...result, Location: 'http://169.254.169.254/' }, status);
        expect(await failure(take())).to.include({ code });
      });
    }

    it('reports a web page as not being a Git server', async () => {
      answers(1, refs(), { 'Content-Type': 'text/html' });
      expect(await failure(take())).to.include({
        code: 'GIT_NETWORK',
        message: 'the server does not respond as a Git server',
      });
    });
  });

  it('fetches nothing after its own push', async () => {
    const { planted, shared, again } = await growing('pushed.git');
    planted.commit(planted.tree([{ path: 'a', text: 'one' }]), '1');
    const oid = await commitTo(url('git.example', 'pushed.git'), 'two', { shared, cacheId: 'pushed.git' });
    const snapshot = await again();
    expect(requestLines()).to.deep.equal([INFO_REFS, UPLOAD_PACK]);
    expect(snapshot.commit).to.include({ oid, message: 'Two' });
    expect(await textsOf(snapshot)).to.deep.equal(['two']);
  });

  it('fetches nothing after a commit that it made and did not push', async () => {
    const { planted, shared, again } = await growing('unpushed.git');
    planted.commit(planted.tree([{ path: 'a', text: 'one' }]), '1');
    const at = url('git.example', 'unpushed.git');
    for (const isPushed of [true, false]) await commitTo(at, 'two', { shared, cacheId: 'unpushed.git', isPushed });
    expect(await textsOf(await again())).to.deep.equal(['two']);
    expect(requestLines()).to.deep.equal([INFO_REFS, UPLOAD_PACK]);
  });
});
