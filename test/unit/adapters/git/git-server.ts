import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';

const ENV = {
  PATH: process.env.PATH,
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: os.devNull,
  GIT_AUTHOR_NAME: 'Ann Author',
  GIT_AUTHOR_EMAIL: 'ann@example.org',
  GIT_COMMITTER_NAME: 'C',
  GIT_COMMITTER_EMAIL: 'c@example.org',
  GIT_AUTHOR_DATE: '2024-02-29T12:00:00+0200',
  GIT_COMMITTER_DATE: '2024-03-01T00:00:00Z',
};

/** Runs git as a user would, for creating repositories to read from. */
export function git(dir: string, args: readonly string[], input?: string | Buffer): string {
  return execFileSync('git', ['-C', dir, ...args], {
    env: ENV,
    input: input ?? '',
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'pipe'],
  }).trim();
}

/** Entry of a tree to create; an `oid` is used as it is. */
export interface TreeEntryInput {
  readonly path: string | Buffer;
  readonly mode?: string;
  readonly text?: string | Buffer;
  readonly oid?: string;
}

/** Builds a bare repository object by object, so that it may contain what `git add` rejects. */
export class RepositoryBuilder {
  constructor(readonly dir: string) {
    fs.mkdirSync(dir, { recursive: true });
    git(dir, ['init', '--bare', '--quiet', '--initial-branch=main', '.']);
  }
  blob(text: string | Buffer): string {
    return git(this.dir, ['hash-object', '-w', '--stdin'], typeof text === 'string' ? text : Buffer.from(text));
  }
  /** Creates a tree of names without slashes. */
  tree(entries: readonly TreeEntryInput[]): string {
    const lines = entries.map(({ path: name, mode = '100644', text, oid = this.blob(text ?? '') }) => ({
      name: Buffer.from(name),
      head: `${mode} ${mode === '40000' ? 'tree' : mode === '160000' ? 'commit' : 'blob'} ${oid}\t`,
    }));
    return git(
      this.dir,
      ['mktree', '-z', '--missing'],
      Buffer.concat(lines.flatMap(({ head, name }) => [Buffer.from(head), name, Buffer.from('\0')])),
    );
  }
  commit(tree: string, message = 'A message\n\nwith a body', parents: readonly string[] = [], branch = 'main'): string {
    const oid = git(this.dir, ['commit-tree', tree, ...parents.flatMap((each) => ['-p', each])], message);
    git(this.dir, ['update-ref', `refs/heads/${branch}`, oid]);
    return oid;
  }
}

export interface GitServer {
  readonly port: number;
  readonly requests: http.IncomingMessage[];
  /** Answers a request instead of Git. */
  intercept: ((request: http.IncomingMessage, response: http.ServerResponse) => boolean) | undefined;
  /** `user:password` that every request must have. */
  credentials: string | undefined;
  close(): void;
}

/** Serves the bare repositories below `root` with `git http-backend` on loopback. */
export async function serveGit(root: string): Promise<GitServer> {
  const server: { -readonly [K in keyof GitServer]: GitServer[K] } = {
    port: 0,
    requests: [],
    intercept: undefined,
    credentials: undefined,
    close: () => (listener.closeAllConnections(), void listener.close()),
  };
  const listener = http.createServer((request, response) => {
    server.requests.push(request);
    if (server.intercept?.(request, response)) return;
    if (
      server.credentials !== undefined &&
      request.headers.authorization !== `Basic ${Buffer.from(server.credentials).toString('base64')}`
    ) {
      response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="git"' }).end();
      return;
    }
    answer(root, request, response);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  server.port = (listener.address() as AddressInfo).port;
  return server;
}

/** Request, or one that was read before: its stream yields the body. */
export type GitRequest = Readable & Pick<http.IncomingMessage, 'url' | 'method' | 'headers'>;

/**
 * Answers a request for a bare repository below `root` with the returned process. A request whose client is gone is
 * handled to its end as well; nobody reads the answer.
 */
export function answer(root: string, request: GitRequest, response: http.ServerResponse): ChildProcess {
  const url = new URL(request.url as string, 'http://x');
  const child = spawn('git', ['http-backend'], {
    env: {
      ...ENV,
      GIT_PROJECT_ROOT: path.resolve(root),
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      ...(request.headers['content-encoding'] === undefined
        ? {}
        : { HTTP_CONTENT_ENCODING: request.headers['content-encoding'] }),
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      GIT_CONFIG_COUNT: '2',
      GIT_CONFIG_KEY_0: 'safe.directory',
      GIT_CONFIG_VALUE_0: '*',
      GIT_CONFIG_KEY_1: 'http.receivepack',
      GIT_CONFIG_VALUE_1: 'true',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  request.pipe(child.stdin).on('error', () => {});
  let head = Buffer.alloc(0);
  const onData = (chunk: Buffer) => {
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    child.stdout.off('data', onData);
    // A closed response never drains: the rest of the output would stay unread, and the process would never close.
    if (response.destroyed) return void child.stdout.resume();
    let status = 200;
    for (const line of head.subarray(0, end).toString().split('\r\n')) {
      const [name = '', value = ''] = line.split(/: (.*)/);
      if (name === 'Status') status = Number.parseInt(value, 10);
      else response.setHeader(name, value);
    }
    response.writeHead(status).write(head.subarray(end + 4));
    child.stdout.pipe(response);
  };
  child.stdout.on('data', onData);
  response.on('close', () => child.kill());
  return child;
}
