import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { GitError } from '../../ports/git/git-repositories.ts';
import type {
  CommitSignature,
  FileWrite,
  CommitResult,
  CommitInput,
  RepositoryDraft,
  RepositorySnapshot,
} from '../../ports/git/git-repositories.ts';
import { readCommit } from './git-commit.ts';
import { startGit, type GitRunSettings } from './git-program.ts';
import type { GitRemote } from './git-remote.ts';
import { findLfsPaths } from './lfs-paths.ts';
import type { GitSnapshot } from './git-snapshot.ts';
import { EXECUTABLE } from './git-tree.ts';
import type { LocalRepository } from './local-repository.ts';
import { readTipModes, requireWritable, type TipModes } from './tip-modes.ts';

export interface GitDraftOptions {
  readonly repository: LocalRepository;
  readonly tip: GitSnapshot | undefined;
  readonly ref: string;
  /** Time limit for creating a commit, and for pushing it. */
  readonly timeoutMs: number;
  /** Maximum size of what a server responds to a push. */
  readonly maxBytes: number;
  /** Opens the remote repository again for pushing. */
  readonly openRemote: () => Promise<GitRemote>;
}

/** Ref of a commit that may not be pushed; no server can choose this name. */
const DRAFT_REF = 'refs/quire/draft';
const FILE_MODE = '100644';

/** Draft of a commit on top of the tip, created with `git fast-import` and pushed to the remote repository. */
export class GitDraft implements RepositoryDraft {
  readonly #options: GitDraftOptions;

  constructor(parts: GitDraftOptions) {
    this.#options = parts;
  }
  get tip(): RepositorySnapshot | undefined {
    return this.#options.tip;
  }

  async commit(files: AsyncIterable<FileWrite>, commit: CommitInput): Promise<CommitResult> {
    const { repository, tip } = this.#options;
    const marks = path.join(repository.run.gitDir, `marks-${randomBytes(8).toString('hex')}`);
    try {
      const args = ['fast-import', '--quiet', '--force', '--done', `--export-marks=${marks}`];
      const git = startGit({ ...this.#run(), args });
      const written = await this.#writeCommit(git.stdin, files, commit).catch(async (error: unknown) => {
        if (git.stdin.destroyed) await git.done; // The exit status explains why git ended early.
        git.kill();
        throw error;
      });
      await git.done;
      const names = new Map(
        (await fs.readFile(marks, 'utf8')).split('\n').map((line) => line.split(' ') as [string, string]),
      );
      const oid = names.get(written.commit);
      if (oid === undefined) throw new GitError('GIT_PROGRAM', 'git did not create the commit');
      const blobs = new Map([...written.files].map(([file, mark]) => [file, names.get(mark)!]));
      return {
        oid,
        blobs,
        lfsPaths:
          tip === undefined ? [] : await findLfsPaths(repository.objects, this.#run(), tip.commit, [...blobs.keys()]),
        differs:
          tip === undefined
            ? written.files.size > 0
            : (await readCommit(repository.objects, oid)).tree !== tip.commit.tree,
      };
    } catch (error) {
      await repository.reportError(error);
      throw error;
    } finally {
      await fs.rm(marks, { force: true });
    }
  }

  async push(oid: string): Promise<void> {
    const { repository, ref, maxBytes, openRemote } = this.#options;
    const remote = await openRemote();
    try {
      await remote.run(
        ['push', '--no-verify', '--no-signed', '--no-recurse-submodules', '--', remote.url, `${oid}:${ref}`],
        this.#run(),
        maxBytes,
      );
      await repository.recordPush(oid).catch(() => {}); // The commit is fetched next time.
    } catch (error) {
      await repository.reportError(error);
      if (error instanceof GitError && error.code === 'GIT_AUTH')
        throw new GitError(
          'GIT_AUTH',
          'the server denies write access to the repository; check the credentials in the URL',
          { cause: error },
        );
      throw error;
    } finally {
      remote.close();
    }
  }

  dispose(): Promise<void> {
    return this.#options.repository.dispose();
  }

  async #writeCommit(
    into: Writable,
    files: AsyncIterable<FileWrite>,
    commit: CommitInput,
  ): Promise<{ readonly commit: string; readonly files: ReadonlyMap<string, string> }> {
    const { tip } = this.#options;
    const write = async (piece: string | Uint8Array): Promise<void> => {
      if (into.destroyed) throw new GitError('GIT_PROGRAM', 'git ended unexpectedly');
      if (!into.write(piece))
        await new Promise<void>((resolve) => {
          const resume = () => (into.off('drain', resume).off('close', resume), resolve());
          into.on('drain', resume).on('close', resume);
        });
    };
    const data = async (bytes: Uint8Array): Promise<void> => {
      await write(`data ${bytes.byteLength}\n`);
      await write(bytes);
      await write('\n');
    };
    const marks = new Map<string, string>();
    const deleted: string[] = [];
    for await (const { path: file, content } of files) {
      if (content === null) {
        deleted.push(file);
        continue;
      }
      const mark = `:${marks.size + 1}`;
      marks.set(file, mark);
      await write(`blob\nmark ${mark}\n`);
      await data(content);
    }
    const modes = await this.#readModes([...marks.keys()], new Set(deleted));
    const commitMark = `:${marks.size + 1}`;
    const seconds = Math.floor(Date.parse(commit.at) / 1000);
    await write(
      `commit ${DRAFT_REF}\nmark ${commitMark}\nauthor ${formatSignature(commit.author)} ${seconds} +0000\ncommitter ${formatSignature(commit.committer)} ${seconds} +0000\n`,
    );
    await data(Buffer.from(commit.message.replaceAll('\0', '')));
    if (tip !== undefined) await write(`from ${tip.commit.oid}\n`);
    for (const file of deleted) await write(`D ${quotePath(file)}\n`);
    for (const [file, mark] of marks)
      await write(`M ${modes.get(file) === EXECUTABLE ? EXECUTABLE : FILE_MODE} ${mark} ${quotePath(file)}\n`);
    await write('\ndone\n');
    into.end();
    await finished(into);
    return { commit: commitMark, files: marks };
  }

  /** Reads the modes of written files in the tip. @throws GitError when the commit cannot write one of them */
  async #readModes(written: readonly string[], removed: ReadonlySet<string>): Promise<TipModes> {
    const { repository, tip } = this.#options;
    if (tip === undefined) return new Map();
    const modes = await readTipModes(repository.objects, tip.commit, written);
    for (const file of written) requireWritable(file, modes, removed);
    return modes;
  }

  #run(): GitRunSettings & { readonly gitDir: string } {
    const { run } = this.#options.repository;
    return { ...run, signal: AbortSignal.any([run.signal, AbortSignal.timeout(this.#options.timeoutMs)]) };
  }
}

/** Formats a name and an address as a commit can store them. */
function formatSignature({ name, email }: CommitSignature): string {
  const clean = (text: string): string => text.replace(/[\u0000-\u001f\u007f<> ]+/g, ' ').trim();
  return `${clean(name) || 'Quire'} <${clean(email).replace(/\s+/g, '')}>`;
}

const quotePath = (file: string): string => `"${file.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;
