import { findUnreadablePathReason } from '../../domain/git/repository-address.ts';
import type { RepositoryChange } from '../../ports/git/git-repositories.ts';
import type { GitObject, GitObjects } from './git-objects.ts';
import { isOid, isTree, entryKind, treeEntries, type TreeEntry } from './git-tree.ts';

interface ChangeQuery {
  readonly since: string;
  readonly until: string;
  readonly directory: string;
  readonly maxPaths: number;
}

/** Pair of different trees at one path, or a tree that was added or removed. */
interface TreePair {
  /** Path with a trailing slash, or empty for the root; one character per byte. */
  readonly parentPath: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

interface Difference {
  readonly rawPath: string;
  readonly before: TreeEntry | undefined;
  readonly after: TreeEntry | undefined;
}

/**
 * Lists the paths at which two commits differ, in byte order; undefined if there are more than `maxPaths` or the
 * earlier commit is missing. Reads only the trees that differ.
 */
export async function readChanges(
  objects: GitObjects,
  { since, until, directory, maxPaths }: ChangeQuery,
): Promise<readonly RepositoryChange[] | undefined> {
  if (!isOid(since)) return undefined;
  const [earlier, before, after] = await collect(
    objects.contents([since, `${since}:${directory}`, `${until}:${directory}`]),
  );
  if (earlier?.type !== 'commit') return undefined;
  const treeOf = (found: GitObject | undefined): string | undefined => (found?.type === 'tree' ? found.oid : undefined);
  const top: TreePair = {
    parentPath: directory === '' ? '' : `${Buffer.from(directory).toString('latin1')}/`,
    before: treeOf(before),
    after: treeOf(after),
  };
  const differences = await diffTrees(objects, top, maxPaths, since.length / 2);
  if (differences === undefined) return undefined;

  const sizes = await objects.sizes(
    differences.flatMap(({ after: there }) =>
      there === undefined || entryKind(there.mode) === 'submodule' ? [] : [there.oid],
    ),
  );
  return differences.map(({ rawPath, before: was, after: is }) => {
    const path = Buffer.from(rawPath, 'latin1').toString('utf8');
    const unsafe = findUnreadablePathReason(path);
    return {
      path,
      before: was && { oid: was.oid, kind: entryKind(was.mode) },
      after: is && { oid: is.oid, kind: entryKind(is.mode), size: sizes.get(is.oid) ?? 0 },
      ...(unsafe !== undefined && { unsafe }),
    };
  });
}

const EMPTY_TREE = Buffer.alloc(0);

/** Compares trees level by level, so that each level takes one read. */
async function diffTrees(
  objects: GitObjects,
  top: TreePair,
  maxPaths: number,
  oidBytes: number,
): Promise<readonly Difference[] | undefined> {
  const found: Difference[] = [];
  for (let level = top.before === top.after ? [] : [top]; level.length > 0;) {
    // Each pair of different trees contains at least one different path.
    if (found.length + level.length > maxPaths) return undefined;
    const oids = [
      ...new Set(level.flatMap(({ before, after }) => [before, after].filter((tree) => tree !== undefined))),
    ];
    const trees = new Map<string, Buffer>();
    for await (const tree of objects.contents(oids)) if (tree?.type === 'tree') trees.set(tree.oid, tree.bytes);
    if (trees.size < oids.length) return undefined; // Some trees of the earlier commit are missing.
    const nextLevel: TreePair[] = [];
    for (const { parentPath, before, after } of level) {
      const namesOf = (tree: string | undefined) =>
        new Map([...treeEntries(trees.get(tree ?? '') ?? EMPTY_TREE, oidBytes)].map((entry) => [entry.rawName, entry]));
      const [oldEntries, newEntries] = [namesOf(before), namesOf(after)];
      for (const name of new Set([...oldEntries.keys(), ...newEntries.keys()]))
        compareEntries(`${parentPath}${name}`, oldEntries.get(name), newEntries.get(name), found, nextLevel);
    }
    level = nextLevel;
  }
  return found.length > maxPaths ? undefined : found.sort((a, b) => (a.rawPath < b.rawPath ? -1 : 1));
}

function compareEntries(
  rawPath: string,
  oldEntry: TreeEntry | undefined,
  newEntry: TreeEntry | undefined,
  found: Difference[],
  nextLevel: TreePair[],
): void {
  if (oldEntry?.oid === newEntry?.oid && oldEntry?.mode === newEntry?.mode) return;
  const [before, after] = [
    oldEntry && isTree(oldEntry) ? oldEntry.oid : undefined,
    newEntry && isTree(newEntry) ? newEntry.oid : undefined,
  ];
  if (before !== after) nextLevel.push({ parentPath: `${rawPath}/`, before, after });
  const [blobBefore, blobAfter] = [
    before === undefined ? oldEntry : undefined,
    after === undefined ? newEntry : undefined,
  ];
  if (blobBefore ?? blobAfter) found.push({ rawPath, before: blobBefore, after: blobAfter });
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}
