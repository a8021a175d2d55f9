import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { randomBytes } from 'node:crypto';

/**
 * Reads the secret in a file of mode 0600; creates the file on first use, atomically even when the process is killed or
 * another process does the same.
 */
export function loadOrCreateSecret(file: string, generate: () => string): string {
  mkdirSync(dirname(file), { recursive: true });
  const found = read(file);
  if (found !== undefined) return found;
  const draft = writeDraft(file, generate());
  try {
    // A link, unlike a rename, never replaces a file that another process created first.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return read(file)!;
}

/** Suffix of the file with a secret that is about to replace another one. */
const STAGED = '.next';

/** Stores a secret that is to replace the one in a file, durably; `settleSecret` puts it in place. */
export function stageSecret(file: string, secret: string): void {
  renameSync(writeDraft(file, secret), `${file}${STAGED}`);
}

/** Puts a staged secret in place of the one in a file if it is the current one, also after a crash. */
export function settleSecret(file: string, isCurrent: (staged: string) => boolean): void {
  const staged = read(`${file}${STAGED}`);
  if (staged !== undefined && isCurrent(staged)) renameSync(`${file}${STAGED}`, file);
}

/** Writes a secret to a new file beside another one, synced to disk. */
function writeDraft(file: string, secret: string): string {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const fd = openSync(draft, 'wx', 0o600);
  try {
    writeFileSync(fd, `${secret}\n`);
    fsyncSync(fd);
    return draft;
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
}

function read(file: string): string | undefined {
  try {
    const text = readFileSync(file, 'utf8').trim();
    if (text === '') throw new Error(`${file} is empty: delete the file to generate a new secret`);
    chmodSync(file, 0o600);
    return text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
