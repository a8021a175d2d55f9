import type { RepositoryEntry } from '../../ports/git/git-repositories.ts';
import type { ArchiveFiles } from '../../ports/imports/archives.ts';

const SYSTEM_FILE = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/;

/** Lists the entries of an archive without the files that operating systems add. */
export async function listEntries(files: Pick<ArchiveFiles, 'list'>): Promise<readonly RepositoryEntry[]> {
  const entries: RepositoryEntry[] = [];
  for await (const entry of files.list()) if (!SYSTEM_FILE.test(entry.path)) entries.push(entry);
  return entries;
}

/** Removes the folder that contains all files, which many programs add to archives. */
export function withoutCommonFolder(entries: readonly RepositoryEntry[]): readonly RepositoryEntry[] {
  const first = entries[0]?.path ?? '';
  const folder = first.slice(0, first.indexOf('/') + 1);
  if (folder === '' || folder.startsWith('.') || !entries.every(({ path }) => path.startsWith(folder))) return entries;
  return entries.map((entry) => ({ ...entry, path: entry.path.slice(folder.length) }));
}
