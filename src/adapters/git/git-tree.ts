import type { RepositoryEntry } from '../../ports/git/git-repositories.ts';

/** One name in a tree. */
export interface TreeEntry {
  /** As its bytes stand for themselves, one character each. */
  readonly rawName: string;
  /** Octal, as the tree has it. */
  readonly mode: string;
  readonly oid: string;
}

/** Whether a text is the name of an object, by SHA-1 or SHA-256. */
export const isOid = (text: string): boolean => /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(text);

export const EXECUTABLE = '100755';
const KINDS: Readonly<Record<string, RepositoryEntry['kind']>> = {
  [EXECUTABLE]: 'executable',
  '120000': 'symlink',
  '160000': 'submodule',
};
/** What a mode of a tree's entry means. */
export const entryKind = (mode: string): RepositoryEntry['kind'] => KINDS[mode] ?? 'file';
export const isTree = ({ mode }: TreeEntry): boolean => mode === '40000' || mode === '040000';

/** The entries of a tree object: `<mode> SP <name> NUL <the name of the object, in bytes>`. @param oidBytes 20, or 32 where names are SHA-256 */
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
