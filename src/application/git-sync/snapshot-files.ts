import type { ReportEntry, RepositoryEntry, RepositoryFiles } from '../../ports/repository-format.ts';
import type { RepositorySnapshot } from '../../ports/git-repositories.ts';

/** A fetched commit as the format reads it, and what in it nobody may read. */
export interface ListedSnapshot {
  readonly files: RepositoryFiles;
  readonly report: readonly ReportEntry[];
}

/** Lists a commit below a directory. What has a path that is not safe anywhere is left out and reported. */
export async function listSnapshot(snapshot: RepositorySnapshot, directory: string): Promise<ListedSnapshot> {
  const entries: RepositoryEntry[] = [];
  const oids = new Map<string, string>();
  const report: ReportEntry[] = [];
  const above = directory === '' ? '' : `${directory}/`;
  for await (const { path, oid, size, kind, unsafe } of snapshot.list(directory)) {
    if (unsafe !== undefined) {
      report.push({ level: 'warning', code: 'path-refused', path: path.startsWith(above) ? path.slice(above.length) : path, message: `the path ${unsafe}` });
      continue;
    }
    const isFile = kind === 'file' || kind === 'executable';
    if (isFile) oids.set(path, oid);
    entries.push({ path, oid, size, kind: isFile ? 'file' : kind });
  }
  return {
    report,
    files: {
      list: () => entries,
      async read(paths) {
        const wanted = paths.flatMap((path) => oids.get(path) ?? []);
        const bytes = new Map<string, Uint8Array>();
        for await (const blob of snapshot.read(new Set(wanted))) bytes.set(blob.oid, blob.bytes);
        return new Map(paths.flatMap((path): [string, Uint8Array][] => {
          const found = bytes.get(oids.get(path) ?? '');
          return found ? [[path, found]] : [];
        }));
      },
    },
  };
}
