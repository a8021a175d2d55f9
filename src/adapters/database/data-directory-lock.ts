import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { createPrivateDirectory } from './create-private-directory.ts';
import { processIdentity, isSameProcessRunning } from './process-identity.ts';
import { StartupError, toStartupError } from './startup-error.ts';

/** Lock of a directory, held by at most one running process. */
export interface DataDirectoryLock {
  readonly dir: string;
  /** Releases the lock. Idempotent. */
  releaseLock(): void;
}

interface LockHolder {
  readonly pid: number;
  readonly started: string;
  readonly nonce: string;
}

/**
 * Creates `dir` and its parents if needed and locks it for this process before anything in it is used. A lock left by a
 * killed process is taken over, even when its process id is in use again. Processes in different process namespaces,
 * such as containers that share a volume, cannot detect each other.
 *
 * @throws StartupError `another Quire is running on <dir> (pid N)`, or when the directory cannot be written
 */
export function lockDataDirectory(dir: string): DataDirectoryLock {
  const directory = path.resolve(dir);
  const holder: LockHolder = {
    pid: process.pid,
    started: processIdentity(process.pid) ?? '',
    nonce: randomBytes(9).toString('base64url'),
  };
  try {
    createPrivateDirectory(directory);
    const file = path.join(fs.realpathSync(directory), 'quire.lock');
    const text = JSON.stringify(holder);
    acquire(file, text, directory);
    return { dir: directory, releaseLock: () => release(file, text) };
  } catch (error) {
    throw toStartupError(directory, error);
  }
}

/**
 * Locks the first directory of `<dir>`, `<dir>-2`, `<dir>-3`, … that no running process has locked, as
 * `lockDataDirectory` does.
 */
export function lockFreeDirectory(dir: string): DataDirectoryLock {
  for (let number = 1; ; number++)
    try {
      return lockDataDirectory(number === 1 ? dir : `${dir}-${number}`);
    } catch (error) {
      if (!(error instanceof DirectoryInUse)) throw error;
    }
}

/** Another running process has locked the directory. */
export class DirectoryInUse extends StartupError {}

function acquire(file: string, text: string, dir: string): void {
  while (!createLockFile(file, text)) {
    const found = readLock(file);
    if (found === undefined) continue; // The lock was released between the two calls.
    const holder = parseHolder(found);
    if (holder !== undefined && isSameProcessRunning(holder.pid, holder.started))
      throw new DirectoryInUse(`another Quire is running on ${dir} (pid ${holder.pid})`);
    takeOver(file, found, text, dir);
    if (readLock(file) === text) return;
  }
}

/**
 * Replaces the lock of a dead process. Only the holder of a claim on exactly this lock may do so, which keeps two
 * successors from both succeeding. The claim is a lock of the same kind.
 */
function takeOver(file: string, dead: string, text: string, dir: string): void {
  const claim = `${file}.${createHash('sha256').update(dead).digest('hex').slice(0, 16)}`;
  const next = `${claim}.next`;
  acquire(claim, text, dir);
  try {
    if (readLock(file) !== dead) return;
    fs.writeFileSync(next, text, { mode: 0o600 });
    fs.renameSync(next, file);
  } finally {
    fs.rmSync(next, { force: true });
    release(claim, text);
  }
}

/** Creates the lock file atomically with its content, so that no process mistakes an incomplete lock for a dead one. */
function createLockFile(file: string, text: string): boolean {
  const draft = `${file}.${process.pid}.${randomBytes(6).toString('hex')}`;
  try {
    fs.writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
    return linkLockFile(draft, file, text);
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

function linkLockFile(draft: string, file: string, text: string): boolean {
  try {
    fs.linkSync(draft, file);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS' && code !== 'EOPNOTSUPP') throw error;
    return createLockFileWithoutLinks(file, text);
  }
}

function createLockFileWithoutLinks(file: string, text: string): boolean {
  try {
    fs.writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function release(file: string, text: string): void {
  if (readLock(file) === text) fs.rmSync(file, { force: true });
}

function readLock(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function parseHolder(text: string): LockHolder | undefined {
  try {
    const holder = JSON.parse(text) as Partial<LockHolder> | null;
    return typeof holder?.pid === 'number' && typeof holder.started === 'string' ? (holder as LockHolder) : undefined;
  } catch {
    return undefined;
  }
}
