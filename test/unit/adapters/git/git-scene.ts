import { expect } from 'chai';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { UndiciGuardedFetch } from '../../../../src/adapters/fetch/undici-guarded-fetch.ts';
import { ProgramGitRepositories } from '../../../../src/adapters/git/program-git-repositories.ts';
import type { GitRepositoryOptions } from '../../../../src/adapters/git/program-git-repositories.ts';
import type { RepositorySnapshot } from '../../../../src/ports/git/git-repositories.ts';
import { RepositoryBuilder, git, serveGit } from './git-server.ts';
import type { GitServer } from './git-server.ts';

export const MAIN = 'refs/heads/main';

/** Creates a Git server with a repository of two commits, and functions that read it, for the tests of a `describe`. */
export function gitScene() {
  let dir: string;
  let server: GitServer;
  let planted: RepositoryBuilder;
  let first: string;
  let head: string;
  let names: Record<string, string[]>;
  const open: RepositorySnapshot[] = [];

  before(async () => {
    dir = fs.mkdtempSync(path.join(os.tmpdir(), 'quire-git-'));
    server = await serveGit(path.join(dir, 'srv'));
    planted = new RepositoryBuilder(path.join(dir, 'srv', 'a b', 'docs.git'));
    const docs = planted.tree([
      { path: 'ü.md', text: '# Ü\n' },
      { path: Buffer.from([0x61, 0xff, 0x2e, 0x6d, 0x64]), text: 'odd name' },
    ]);
    first = planted.commit(planted.tree([{ path: 'README.md', text: 'old' }]), 'First');
    head = planted.commit(
      planted.tree([
        { path: 'README.md', text: '# Hello\r\n' },
        { path: 'big.bin', text: Buffer.alloc(200_000, 7) },
        { path: 'docs', mode: '40000', oid: docs },
        { path: 'empty', text: '' },
        { path: 'passwd', mode: '120000', text: '/etc/passwd' },
        { path: 'run.sh', mode: '100755', text: '#!/bin/sh\n' },
        { path: 'sub', mode: '160000', oid: '1'.repeat(40) },
      ]),
      'A message\n\nwith a body\n',
      [first],
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

  const web = () =>
    new UndiciGuardedFetch({ allowPrivateNetworks: ['127.0.0.0/8'], resolver: async (name) => names[name] ?? [] });
  const repositories = (options: Partial<GitRepositoryOptions> = {}) =>
    ProgramGitRepositories.open({
      dir: path.join(dir, 'data', 'git'),
      web: web(),
      protocols: ['http', 'https', 'file'],
      ...options,
    });
  const take = async (
    request: { url?: string; ref?: string; cacheId?: string } = {},
    options: Partial<GitRepositoryOptions> = {},
    signal?: AbortSignal,
  ) => {
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
  const failure = (promise: Promise<unknown>): Promise<any> =>
    promise.then(
      () => expect.fail('it worked'),
      (error: unknown) => error,
    );
  /** Lists the files that are left of repositories. */
  const everything = () =>
    fs
      .readdirSync(path.join(dir, 'data'), { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile() && each.name !== 'trust.gitconfig')
      .map((each) => path.join(each.parentPath, each.name));

  return {
    get dir() {
      return dir;
    },
    get server() {
      return server;
    },
    get planted() {
      return planted;
    },
    get first() {
      return first;
    },
    get head() {
      return head;
    },
    /** Makes the server answer without version 2 of the protocol from now on. */
    speakOld(also: GitServer['intercept'] = () => false) {
      server.intercept = (request, response) => {
        delete request.headers['git-protocol'];
        return also(request, response);
      };
    },
    /** Opens snapshots that are disposed after the test. */
    open,
    web,
    repositories,
    take,
    url,
    all,
    failure,
    everything,
  };
}
