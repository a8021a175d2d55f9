/**
 * Failure to start that the operator can fix; `message` is one line that states the problem and the remedy, without a
 * stack trace.
 */
export class StartupError extends Error {
  override get name(): string {
    return 'StartupError';
  }
}

/** Converts a file system error on `dir` into a message for the operator; returns any other error unchanged. */
export function toStartupError(dir: string, cause: unknown): unknown {
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return new StartupError(
        `cannot write to the data directory ${dir} (${code}): grant the user who runs Quire write access, or set DATA_DIR to another directory`,
        { cause },
      );
    case 'EROFS':
      return new StartupError(
        `the data directory ${dir} is on a read-only file system: set DATA_DIR to another directory`,
        { cause },
      );
    case 'ENOTDIR':
    case 'EEXIST':
      return new StartupError(
        `the data directory ${dir} is not a directory, or is below a file: set DATA_DIR to another directory`,
        { cause },
      );
    case 'ENOSPC':
    case 'EDQUOT':
      return new StartupError(`no space left for the data directory ${dir} (${code})`, { cause });
    default:
      return cause;
  }
}
