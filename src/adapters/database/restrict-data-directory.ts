import fs from 'node:fs';
import path from 'node:path';

/** Mode bits of group and others. */
const GROUP_AND_OTHERS = 0o077;
const octal = (mode: number): string => `0${(mode & 0o777).toString(8)}`;

/**
 * Restricts the data directory and its direct entries to their owner: directories get mode 0700, files 0600. Deeper
 * entries become unreachable with them. Entries of another user, such as the cluster of the user that PostgreSQL runs
 * as, keep their mode. A directory that belongs to another user or is a symbolic link is reported to the operator.
 *
 * @param log receives one line for each change that was made or is left to the operator
 */
export function restrictDataDirectory(dir: string, log: (line: string) => void): void {
  const currentUid = process.getuid?.();
  // Windows has no such modes.
  if (currentUid === undefined) return;
  const real = fs.realpathSync(dir);
  if (fs.lstatSync(dir).isSymbolicLink()) log(`the data directory ${dir} is a link: the data is in ${real}`);
  const { uid, mode } = fs.statSync(real);
  if (uid !== currentUid && currentUid !== 0) {
    const risk = (mode & GROUP_AND_OTHERS) === 0 ? '' : `, and its mode is ${octal(mode)}: others may read the data`;
    log(
      `the data directory ${real} belongs to user id ${uid}, Quire runs as ${currentUid}${risk}; run Quire as the owner, or change the owner, with mode 0700`,
    );
    return;
  }
  if (uid !== currentUid) log(`the data directory ${real} belongs to user id ${uid}, who can read everything in it`);
  if (restrictMode(real, mode)) log(`closed the data directory ${real} to other users: its mode was ${octal(mode)}`);
  const closed = fs.readdirSync(real).filter((name) => {
    const entry = path.join(real, name);
    const stat = fs.lstatSync(entry, { throwIfNoEntry: false });
    return (
      stat !== undefined &&
      stat.uid === currentUid &&
      (stat.isFile() || stat.isDirectory()) &&
      restrictMode(entry, stat.mode)
    );
  });
  if (closed.length > 0) log(`closed to other users in ${real}: ${closed.join(', ')}`);
}

/** @returns true if the mode was changed */
function restrictMode(entry: string, mode: number): boolean {
  if ((mode & GROUP_AND_OTHERS) === 0) return false;
  fs.chmodSync(entry, mode & 0o777 & ~GROUP_AND_OTHERS);
  return true;
}
