/**
 * Failure to start that the operator can fix; `message` is one line that states the problem and the remedy, without a
 * stack trace.
 */
export class StartupError extends Error {
  override get name(): string {
    return 'StartupError';
  }
}

/** Name of a directory and the setting that chooses it, for messages to the operator. */
export interface DirectoryLabel {
  readonly name: string;
  readonly setting: string;
}

export const DATA_DIRECTORY: DirectoryLabel = { name: 'data directory', setting: 'DATA_DIR' };
export const BLOB_DIRECTORY: DirectoryLabel = { name: 'file storage', setting: 'BLOB_DIR' };
export const BACKUP_DIRECTORY: DirectoryLabel = { name: 'folder of backups', setting: 'BACKUP_TO' };

/** Converts a file system error on `dir` into a message for the operator; returns any other error unchanged. */
export function toStartupError(
  dir: string,
  cause: unknown,
  { name, setting }: DirectoryLabel = DATA_DIRECTORY,
): unknown {
  const { code, path } = (cause ?? {}) as NodeJS.ErrnoException;
  const where = path === undefined || path === dir ? code : `${code}: ${path}`;
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return new StartupError(
        `cannot write to the ${name} ${dir} (${where}): grant the user who runs Quire write access, or set ${setting} to another directory`,
        { cause },
      );
    case 'EROFS':
      return new StartupError(`the ${name} ${dir} is on a read-only file system: set ${setting} to another directory`, {
        cause,
      });
    case 'ENOTDIR':
    case 'EEXIST':
      return new StartupError(
        `the ${name} ${dir} is not a directory, or is below a file: set ${setting} to another directory`,
        { cause },
      );
    case 'ENOSPC':
    case 'EDQUOT':
      return new StartupError(`no space left for the ${name} ${dir} (${where})`, { cause });
    default:
      return cause;
  }
}
