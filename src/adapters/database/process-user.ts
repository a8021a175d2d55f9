import fs from 'node:fs';
import path from 'node:path';
import { StartupError } from './startup-error.ts';

/**
 * User and group ids that PostgreSQL runs under, since it refuses to run as root. Absent ids mean those of this
 * process.
 */
export interface ProcessUser {
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * Chooses the user for the server of the cluster in `data`: the user of this process, or for root the owner of an
 * existing cluster, else `postgres`, else `nobody`.
 *
 * @throws StartupError when the cluster belongs to a user that this process cannot become, or no such user exists
 */
export function chooseProcessUser(data: string): ProcessUser {
  const currentUid = process.getuid?.();
  const owner = ownerOf(data);
  if (currentUid === undefined) return {};
  if (currentUid !== 0) {
    if (owner === undefined || owner.uid === currentUid) return {};
    throw new StartupError(
      `the database in ${data} belongs to user id ${owner.uid}, Quire runs as ${currentUid}: run Quire as that user or as root, or set DATA_DIR to another directory`,
    );
  }
  if (owner !== undefined && owner.uid !== 0) return owner;
  const rows = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const row = rows.find(([name]) => name === 'postgres') ?? rows.find(([name]) => name === 'nobody');
  const uid = Number(row?.[2]);
  const gid = Number(row?.[3]);
  if (row === undefined || !(uid > 0) || !Number.isInteger(gid)) {
    throw new StartupError(
      'PostgreSQL does not run as root, and neither a user postgres nor a user nobody exists: run Quire as another user, or set DATABASE_URL',
    );
  }
  return { uid, gid };
}

/**
 * Checks that the cluster in `data` belongs to the user that PostgreSQL runs under. Copies that root makes do not.
 *
 * @throws StartupError with the command that gives it to that user
 */
export function requireOwner(data: string, { uid, gid }: ProcessUser): void {
  const owner = ownerOf(data);
  if (uid === undefined || owner === undefined || owner.uid === uid) return;
  throw new StartupError(
    `the database in ${data} belongs to user id ${owner.uid}, and PostgreSQL runs as ${uid}, because it refuses to run as root: give it to that user with "chown -R ${uid}:${gid} ${data}"`,
  );
}

/**
 * Finds the nearest directory on the path to `target` (including `target`) whose mode bits deny `user` access;
 * undefined when none does.
 */
export function findInaccessibleDirectory(target: string, user: ProcessUser): string | undefined {
  if (user.uid === undefined) return undefined;
  const real = fs.realpathSync(target);
  const ancestors = [real];
  while (path.dirname(ancestors[0] as string) !== ancestors[0]) ancestors.unshift(path.dirname(ancestors[0] as string));
  return ancestors.find((dir) => !canEnter(fs.statSync(dir), user));
}

function canEnter(stat: fs.Stats, user: ProcessUser): boolean {
  if (!stat.isDirectory()) return true;
  if (stat.uid === user.uid) return (stat.mode & 0o100) !== 0;
  if (stat.gid === user.gid) return (stat.mode & 0o010) !== 0;
  return (stat.mode & 0o001) !== 0;
}

function ownerOf(target: string): { uid: number; gid: number } | undefined {
  try {
    const { uid, gid } = fs.statSync(target);
    return { uid, gid };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
