import { findUnsafePathReason } from '../../domain/git/repository-address.ts';
import type { RepositoryChange } from '../../ports/git/git-repositories.ts';
import type { GitObject, GitObjects } from './git-objects.ts';
import { isOid, isTree, entryKind, treeEntries, type TreeEntry } from './git-tree.ts';

interface ChangeQuery {
  readonly since: string;
  readonly until: string;
  readonly directory: string;
  readonly maxPaths: number;
}

/** Two trees that differ, or one that came or went. */
interface TreePair {
  /** With a slash at its end, unless it is the top; one character for each byte. */
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
 * The paths at which two commits of the repository differ, in the order of their bytes; undefined where they are more than
 * `most`, or the earlier one is not there. Reads the trees that differ and no others.
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
    const unsafe = findUnsafePathReason(path);
    return {
      path,
      before: was && { oid: was.oid, kind: entryKind(was.mode) },
      after: is && { oid: is.oid, kind: entryKind(is.mode), size: sizes.get(is.oid) ?? 0 },
      ...(unsafe !== undefined && { unsafe }),
    };
  });
}

const EMPTY_TREE = Buffer.alloc(0);

/** Level by level, so that each level is asked for at once. */
async function diffTrees(
  objects: GitObjects,
  top: TreePair,
  maxPaths: number,
  oidBytes: number,
): Promise<readonly Difference[] | undefined> {
  const found: Difference[] = [];
  for (let level = top.before === top.after ? [] : [top]; level.length > 0;) {
    // Where trees differ, at least one path does.
    if (found.length + level.length > maxPaths) return undefined;
    const wanted = [
      ...new Set(level.flatMap(({ before, after }) => [before, after].filter((tree) => tree !== undefined))),
    ];
    const trees = new Map<string, Buffer>();
    for await (const tree of objects.contents(wanted)) if (tree?.type === 'tree') trees.set(tree.oid, tree.bytes);
    if (trees.size < wanted.length) return undefined; // not all of the earlier commit is there any more
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
