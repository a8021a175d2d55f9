import type { ImportReportEntry, RepositoryEntry, RepositoryFiles } from '../../../ports/git/repository-format.ts';
import { GitError, type RepositorySnapshot } from '../../../ports/git/git-repositories.ts';

/** Listing of a commit for the format adapter, with a report of the files that cannot be read. */
export interface ListedSnapshot {
  readonly files: RepositoryFiles;
  /** Entries, which are added while files are read. */
  readonly report: readonly ImportReportEntry[];
}

export interface TextLimits {
  /** Size of a text above which it is reported and not read. */
  readonly maxTextBytes: number;
  /** Limit on the size of all texts, which guards memory against highly compressed repositories. */
  readonly maxTotalBytes: number;
}

const MEBIBYTE = 1024 ** 2;
const LIMITS: TextLimits = { maxTextBytes: 20 * MEBIBYTE, maxTotalBytes: 512 * MEBIBYTE };

/** Lists the files of a commit below a directory. Files with unsafe paths are left out and reported. */
export async function listSnapshot(
  snapshot: Pick<RepositorySnapshot, 'list' | 'read'>,
  directory: string,
  limits: TextLimits = LIMITS,
): Promise<ListedSnapshot> {
  const entries: RepositoryEntry[] = [];
  const texts = new Map<string, RepositoryEntry>();
  const report: ImportReportEntry[] = [];
  const above = directory === '' ? 0 : directory.length + 1;
  for await (const { path, oid, size, kind, unsafe } of snapshot.list(directory)) {
    if (unsafe !== undefined) {
      report.push({ level: 'warning', code: 'path-refused', path: path.slice(above), message: `the path ${unsafe}` });
      continue;
    }
    const isFile = kind === 'file' || kind === 'executable';
    const entry: RepositoryEntry = { path, oid, size, kind: isFile ? 'file' : kind };
    if (isFile) texts.set(path, entry);
    entries.push(entry);
  }

  let total = 0;
  const isWithinLimits = ({ path, size }: RepositoryEntry): boolean => {
    if (size > limits.maxTextBytes) {
      report.push({
        level: 'warning',
        code: 'file-too-large',
        path: path.slice(above),
        message: `the text has ${size} bytes, more than the limit of ${limits.maxTextBytes}`,
      });
      return false;
    }
    total += size;
    if (total > limits.maxTotalBytes)
      throw new GitError('GIT_REFUSED', `the texts of the project have more than ${limits.maxTotalBytes} bytes`);
    return true;
  };
  return {
    report,
    files: {
      list: () => entries,
      async read(paths) {
        const requestedTexts = paths.flatMap((path) => texts.get(path) ?? []).filter(isWithinLimits);
        const bytes = new Map<string, Uint8Array>();
        for await (const blob of snapshot.read(new Set(requestedTexts.map(({ oid }) => oid))))
          bytes.set(blob.oid, blob.bytes);
        return new Map(
          requestedTexts.flatMap(({ path, oid }): [string, Uint8Array][] => {
            const found = bytes.get(oid);
            return found ? [[path, found]] : [];
          }),
        );
      },
    },
  };
}
