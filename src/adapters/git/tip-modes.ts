import { GitError, type RepositoryEntry } from '../../ports/git/git-repositories.ts';
import type { CommitDetails } from './git-commit.ts';
import type { GitObjects } from './git-objects.ts';
import { entryKind, isTreeMode, treeEntries } from './git-tree.ts';

/** Modes of the entries of a commit by path; a path without an entry is absent. */
export type TipModes = ReadonlyMap<string, string>;

const DESCRIPTIONS: Readonly<Record<RepositoryEntry['kind'], string>> = {
  file: 'a file',
  executable: 'an executable',
  symlink: 'a symbolic link',
  submodule: 'a submodule',
};

/** Reads the modes at paths and at all folders above them. */
export async function readTipModes(
  objects: GitObjects,
  { oid, tree }: Pick<CommitDetails, 'oid' | 'tree'>,
  paths: readonly string[],
): Promise<TipModes> {
  const folders = [...new Set(paths.flatMap(foldersAbove))];
  const relevant = new Set([...paths, ...folders]);
  const modes = new Map<string, string>();
  let at = 0;
  for await (const read of objects.contents(['', ...folders].map((folder) => `${oid}:${folder}`))) {
    const folder = at++ === 0 ? '' : `${folders[at - 2]!}/`;
    if (read?.type !== 'tree') continue;
    for (const { mode, rawName } of treeEntries(read.bytes, tree.length / 2)) {
      const path = folder + Buffer.from(rawName, 'latin1').toString('utf8');
      if (relevant.has(path)) modes.set(path, mode);
    }
  }
  return modes;
}

/**
 * Checks that a commit can write a file without replacing a folder, a symbolic link, a submodule, or a file that is in
 * the place of a folder.
 * @param removed files that the commit removes
 * @throws GitError
 */
export function requireWritable(path: string, modes: TipModes, removed: ReadonlySet<string>): void {
  const blocking = findBlockingPath(path, modes, removed);
  if (blocking === undefined) return;
  const purpose = blocking === path ? 'a file' : `the folder of ${JSON.stringify(path)}`;
  throw new GitError(
    'GIT_REFUSED',
    `the branch has ${describeEntry(modes.get(blocking)!)} at ${JSON.stringify(blocking)}, where the export writes ${purpose}; rename or delete it in the branch`,
  );
}

function findBlockingPath(path: string, modes: TipModes, removed: ReadonlySet<string>): string | undefined {
  const own = modes.get(path);
  if (own !== undefined && !isFileMode(own)) return path;
  return foldersAbove(path).find((folder) => {
    const mode = modes.get(folder);
    return mode !== undefined && !isTreeMode(mode) && !removed.has(folder);
  });
}

const isFileMode = (mode: string): boolean => !isTreeMode(mode) && ['file', 'executable'].includes(entryKind(mode));

const describeEntry = (mode: string): string => (isTreeMode(mode) ? 'a folder' : DESCRIPTIONS[entryKind(mode)]);

/** Returns the folders above a path, the innermost first, without the root. */
export function foldersAbove(path: string): readonly string[] {
  const folders: string[] = [];
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) folders.push(path.slice(0, end));
  return folders;
}
