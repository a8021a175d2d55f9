import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { runPostgres } from './postgres-process.ts';
import type { PostgresProgram } from './postgres-program.ts';
import type { ProcessUser } from './process-user.ts';
import { StartupError, toStartupError } from './startup-error.ts';

/**
 * Major version of the data format; part of the directory name, so that an upgrade never opens data of an older
 * version.
 */
const MAJOR = '18';

/** Paths of the embedded database in the data directory. */
export interface ClusterFiles {
  readonly data: string;
  readonly password: string;
  readonly log: string;
}

/** Paths of the files of the embedded database of this version, below the data directory `dir`. */
export const clusterFiles = (dir: string): ClusterFiles => ({
  data: path.join(dir, `pg${MAJOR}`),
  password: path.join(dir, `pg${MAJOR}-password`),
  log: path.join(dir, `pg${MAJOR}.log`),
});

/** Name of the only database role. */
export const ROLE = 'quire';

/**
 * Creates the cluster if it does not exist, in a draft directory that is renamed at the end, so that an interrupted
 * attempt leaves no cluster that looks complete. Text sorts by code point on every machine, and lower() covers all of
 * Unicode.
 *
 * @throws StartupError when the cluster cannot be created or has another version
 */
export async function ensureCluster(files: ClusterFiles, program: PostgresProgram, user: ProcessUser): Promise<void> {
  if (fs.existsSync(path.join(files.data, 'PG_VERSION'))) return checkVersion(files);
  if (fs.existsSync(files.data))
    throw new StartupError(
      `${files.data} is not a PostgreSQL ${MAJOR} data directory: move it away, or set DATA_DIR to another directory`,
    );
  const other = findOtherCluster(path.dirname(files.data));
  if (other !== undefined) throw new StartupError(other);
  const draft = `${files.data}.init`;
  fs.rmSync(draft, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }); // An initdb of a killed Quire process may still be writing.
  fs.mkdirSync(draft, { mode: 0o700 });
  fs.rmSync(files.password, { force: true });
  fs.writeFileSync(files.password, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true });
  if (user.uid !== undefined && user.gid !== undefined)
    for (const each of [draft, files.password]) fs.chownSync(each, user.uid, user.gid);
  const outputFile = `${draft}.log`;
  const output = fs.openSync(outputFile, 'w', 0o600);
  try {
    const child = runPostgres(
      program.initdb,
      user,
      [draft, files.password],
      ([data, password]) => [
        '-D',
        data as string,
        '-U',
        ROLE,
        '-A',
        'scram-sha-256',
        `--pwfile=${password}`,
        '-E',
        'UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
      ],
      output,
    );
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error(lastErrorLines(outputFile) || `initdb ended with ${code ?? 'a signal'}`);
  } catch (cause) {
    fs.rmSync(draft, { recursive: true, force: true });
    if (NO_SPACE.test((cause as Error).message)) throw toStartupError(path.dirname(files.data), { code: 'ENOSPC' });
    throw new StartupError(`the database could not be created: ${(cause as Error).message}`, { cause });
  } finally {
    fs.closeSync(output);
    fs.rmSync(outputFile, { force: true });
  }
  fs.renameSync(draft, files.data);
  if (process.platform === 'win32') return;
  const dir = fs.openSync(path.dirname(files.data), 'r');
  fs.fsyncSync(dir); // Makes the rename and the password survive a power failure like the data.
  fs.closeSync(dir);
}

const UPGRADE =
  'write a backup with "quire backup" of the version of Quire that created it, and restore it with "quire restore" of this version into a new DATA_DIR that has a copy of the file secret-key';

/**
 * Describes a cluster of another major version in a data directory without one of this version, and what to do;
 * undefined if there is none.
 */
export function findOtherCluster(dir: string): string | undefined {
  const isDirectory = fs.statSync(dir, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isDirectory || fs.existsSync(path.join(clusterFiles(dir).data, 'PG_VERSION'))) return undefined;
  for (const name of fs.readdirSync(dir).filter((each) => /^pg\d+$/.test(each))) {
    const file = path.join(dir, name, 'PG_VERSION');
    if (!fs.existsSync(file)) continue;
    const version = fs.readFileSync(file, 'utf8').trim();
    return `${path.join(dir, name)} holds the database of PostgreSQL ${version}, and this version of Quire has ${MAJOR}: ${UPGRADE}`;
  }
  return undefined;
}

function checkVersion(files: ClusterFiles): void {
  const found = fs.readFileSync(path.join(files.data, 'PG_VERSION'), 'utf8').trim();
  if (found !== MAJOR)
    throw new StartupError(`${files.data} holds data of PostgreSQL ${found}, not ${MAJOR}: ${UPGRADE}`);
  if (!fs.existsSync(files.password))
    throw new StartupError(
      `${files.password} is missing: the file contains the password of the database in ${files.data}; restore the file from a backup`,
    );
}

const NO_SPACE = /no space left|disk quota exceeded/i;

function lastErrorLines(file: string): string {
  return fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => /error|fatal|could not|denied|no space/i.test(line))
    .slice(-3)
    .join('; ');
}
