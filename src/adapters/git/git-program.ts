import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { devNull } from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { GitError } from '../../ports/git/git-repositories.ts';
import { toGitError } from './git-errors.ts';

/**
 * Configuration of one run as pairs of `section.key` and value; later ones take precedence. Passed in the environment,
 * which other users cannot read.
 */
export type GitSettings = readonly (readonly [string, string])[];

export interface GitRun {
  /** Name or path of the git program. */
  readonly program: string;
  /** Arguments after `git`; user input must be validated or follow `--`. */
  readonly args: readonly string[];
  /** Bare repository to run in. */
  readonly gitDir?: string;
  /** Empty directory that git and curl use as the home directory. */
  readonly home: string;
  /** Configuration file that child processes also read; none by default. */
  readonly globalConfig?: string;
  /** Index file that takes the place of the repository's own. */
  readonly indexFile?: string;
  /** Transport that this run may use; none by default. */
  readonly protocol?: string;
  readonly settings?: GitSettings;
  /** Texts that must not appear in messages. */
  readonly secrets?: readonly string[];
  readonly signal: AbortSignal;
}

/** Settings that several runs share. */
export type GitRunSettings = Omit<GitRun, 'args'>;

/** Running git process; `done` resolves on success and rejects with GitError otherwise. */
export interface RunningGit {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly done: Promise<void>;
  /** Kills git and all its child processes. */
  kill(): void;
}

/**
 * Configuration that prevents hooks, prompts, redirects and additional fetches, and ignores all other configuration.
 */
const SAFE_SETTINGS: GitSettings = [
  ['core.hooksPath', devNull],
  ['core.fsmonitor', 'false'],
  ['core.askPass', ''],
  ['credential.helper', ''],
  ['protocol.allow', 'never'],
  ['protocol.ext.allow', 'never'],
  ['http.followRedirects', 'false'], // The relay follows redirects; also prevents dumb HTTP servers from naming other servers.
  ['submodule.recurse', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['transfer.bundleURI', 'false'],
  ['fetch.uriProtocols', ''],
  ['fetch.unpackLimit', '1'], // Always stores a pack, which is fast and whose size can be monitored.
  ['core.bigFileThreshold', '16m'], // Streams larger blobs instead of loading them into memory.
  ['pack.threads', '2'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['init.defaultBranch', 'main'],
  ['i18n.logOutputEncoding', 'UTF-8'],
];

/** Environment variables that git inherits. */
const INHERITED_VARIABLES = ['PATH', 'SystemRoot', 'SYSTEMROOT', 'TEMP', 'TMP', 'TMPDIR'];

const MAX_STDERR = 64 * 1024;

/** Starts git without a shell, in a process group of its own. */
export function startGit(run: GitRun): RunningGit {
  run.signal.throwIfAborted();
  const args = run.gitDir === undefined ? run.args : [`--git-dir=${run.gitDir}`, ...run.args];
  const child: ChildProcessByStdio<Writable, Readable, Readable> = spawn(run.program, args, {
    cwd: run.home,
    env: environment(run),
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const kill = () => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    try {
      if (process.platform === 'win32') child.kill('SIGKILL');
      else process.kill(-child.pid, 'SIGKILL');
    } catch {
      child.kill('SIGKILL');
    }
  };
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-MAX_STDERR)));
  child.stdin.on('error', () => {}); // The exit status explains why git did not read everything.
  run.signal.addEventListener('abort', kill, { once: true });
  const done = new Promise<void>((resolve, reject) => {
    child.once('error', (cause: NodeJS.ErrnoException) =>
      reject(run.signal.aborted ? run.signal.reason : toStartError(cause)),
    );
    child.once('close', (code) => {
      if (run.signal.aborted) reject(run.signal.reason as Error);
      else if (code === 0) resolve();
      else reject(toGitError(stderr, { secrets: run.secrets ?? [], isLocal: run.protocol === undefined }));
    });
  }).finally(() => run.signal.removeEventListener('abort', kill));
  done.catch(() => {}); // Callers that await `done` receive the error.
  return { stdin: child.stdin, stdout: child.stdout, done, kill };
}

/** Runs git on an input to its end and returns its output, at most `maxBytes`. */
export async function runGit(
  { input = '', ...run }: GitRun & { readonly input?: string },
  maxBytes = 16 * 1024 * 1024,
): Promise<Buffer> {
  const git = startGit(run);
  git.stdin.end(input);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of git.stdout as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) {
      git.kill();
      throw new GitError('GIT_REFUSED', `git printed more than ${maxBytes} bytes`);
    }
    chunks.push(chunk);
  }
  await git.done;
  return Buffer.concat(chunks);
}

function toStartError(cause: NodeJS.ErrnoException): GitError {
  if (cause.code === 'ENOENT')
    return new GitError('GIT_PROGRAM', 'the program git was not found: install Git 2.34 or later', { cause });
  return new GitError('GIT_PROGRAM', `the program git could not be started (${cause.code ?? cause.message})`, {
    cause,
  });
}

function environment(run: GitRun): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {};
  for (const name of INHERITED_VARIABLES) if (process.env[name] !== undefined) env[name] = process.env[name];
  const { protocol } = run;
  const settings: GitSettings = [
    ...SAFE_SETTINGS,
    ...(protocol === undefined ? [] : [[`protocol.${protocol}.allow`, 'always'] as const]),
    ...(run.settings ?? []),
  ];
  settings.forEach(([key, value], index) => {
    env[`GIT_CONFIG_KEY_${index}`] = key;
    env[`GIT_CONFIG_VALUE_${index}`] = value;
  });
  return {
    ...env,
    GIT_CONFIG_COUNT: String(settings.length),
    ...(run.indexFile !== undefined && { GIT_INDEX_FILE: run.indexFile }),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: run.globalConfig ?? devNull,
    GIT_CEILING_DIRECTORIES: path.dirname(run.home), // The data directory may be inside of a repository.
    GIT_ALLOW_PROTOCOL: protocol ?? 'none',
    GIT_PROTOCOL_FROM_USER: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    HOME: run.home, // curl reads .netrc from there.
    XDG_CONFIG_HOME: run.home,
    LC_ALL: 'C',
    TZ: 'UTC',
  };
}
