import type { RepositoryEntry } from '../../ports/git/git-repositories.ts';

/** Entry of a tree. */
export interface TreeEntry {
  /** Name with one character per byte. */
  readonly rawName: string;
  /** Octal mode as stored in the tree. */
  readonly mode: string;
  readonly oid: string;
}

/** Reports whether a text is an object id of SHA-1 or SHA-256. */
export const isOid = (text: string): boolean => /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(text);

export const EXECUTABLE = '100755';
const KINDS: Readonly<Record<string, RepositoryEntry['kind']>> = {
  [EXECUTABLE]: 'executable',
  '120000': 'symlink',
  '160000': 'submodule',
};
/** Returns the kind of a tree entry by its mode. */
export const entryKind = (mode: string): RepositoryEntry['kind'] => KINDS[mode] ?? 'file';
export const isTreeMode = (mode: string): boolean => mode === '40000' || mode === '040000';
export const isTree = ({ mode }: TreeEntry): boolean => isTreeMode(mode);

/**
 * Yields the entries of a tree object: `<mode> SP <name> NUL <object id, in bytes>`.
 *
 * @param oidBytes 20 for SHA-1, 32 for SHA-256
 */
export function* treeEntries(tree: Buffer, oidBytes: number): Generator<TreeEntry> {
  for (let at = 0; at < tree.length;) {
    const space = tree.indexOf(0x20, at);
    const end = tree.indexOf(0, space);
    if (space < 0 || end < 0) return;
    yield {
      mode: tree.toString('latin1', at, space),
      rawName: tree.toString('latin1', space + 1, end),
      oid: tree.toString('hex', end + 1, end + 1 + oidBytes),
    };
    at = end + 1 + oidBytes;
  }
}
