/** A start that cannot go on: `message` is one line for the operator, says what is wrong and what to do, and needs no stack. */
export class StartupError extends Error {
  override get name(): string {
    return 'StartupError';
  }
}

/** Turns a file system failure on `dir` into a line for the operator; anything else is handed back as it is. */
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
