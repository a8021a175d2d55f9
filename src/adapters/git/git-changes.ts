import { findUnsafePathReason } from '../../domain/git/repository-address.ts';
import type { RepositoryChange } from '../../ports/git/git-repositories.ts';
import type { GitObject, GitObjects } from './git-objects.ts';
import { isOid, isTree, kindOf, treeEntries, type TreeEntry } from './git-tree.ts';

interface Span {
  readonly since: string;
  readonly until: string;
  readonly directory: string;
  readonly most: number;
}

/** Two trees that differ, or one that came or went. */
interface Pair {
  /** With a slash at its end, unless it is the top; one character for each byte. */
  readonly above: string;
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
  { since, until, directory, most }: Span,
): Promise<readonly RepositoryChange[] | undefined> {
  if (!isOid(since)) return undefined;
  const [earlier, before, after] = await all(
    objects.contents([since, `${since}:${directory}`, `${until}:${directory}`]),
  );
  if (earlier?.type !== 'commit') return undefined;
  const treeOf = (found: GitObject | undefined): string | undefined => (found?.type === 'tree' ? found.oid : undefined);
  const top: Pair = {
    above: directory === '' ? '' : `${Buffer.from(directory).toString('latin1')}/`,
    before: treeOf(before),
    after: treeOf(after),
  };
  const differences = await differing(objects, top, most, since.length / 2);
  if (differences === undefined) return undefined;

  const sizes = await objects.sizes(
    differences.flatMap(({ after: there }) =>
      there === undefined || kindOf(there.mode) === 'submodule' ? [] : [there.oid],
    ),
  );
  return differences.map(({ rawPath, before: was, after: is }) => {
    const path = Buffer.from(rawPath, 'latin1').toString('utf8');
    const unsafe = findUnsafePathReason(path);
    return {
      path,
      before: was && { oid: was.oid, kind: kindOf(was.mode) },
      after: is && { oid: is.oid, kind: kindOf(is.mode), size: sizes.get(is.oid) ?? 0 },
      ...(unsafe !== undefined && { unsafe }),
    };
  });
}

const NOTHING = Buffer.alloc(0);

/** Level by level, so that each level is asked for at once. */
async function differing(
  objects: GitObjects,
  top: Pair,
  most: number,
  oidBytes: number,
): Promise<readonly Difference[] | undefined> {
  const found: Difference[] = [];
  for (let level = top.before === top.after ? [] : [top]; level.length > 0;) {
    // Where trees differ, at least one path does.
    if (found.length + level.length > most) return undefined;
    const wanted = [
      ...new Set(level.flatMap(({ before, after }) => [before, after].filter((tree) => tree !== undefined))),
    ];
    const trees = new Map<string, Buffer>();
    for await (const tree of objects.contents(wanted)) if (tree?.type === 'tree') trees.set(tree.oid, tree.bytes);
    if (trees.size < wanted.length) return undefined; // not all of the earlier commit is there any more
    const below: Pair[] = [];
    for (const { above, before, after } of level) {
      const namesOf = (tree: string | undefined) =>
        new Map([...treeEntries(trees.get(tree ?? '') ?? NOTHING, oidBytes)].map((entry) => [entry.rawName, entry]));
      const [was, is] = [namesOf(before), namesOf(after)];
      for (const name of new Set([...was.keys(), ...is.keys()]))
        compare(`${above}${name}`, was.get(name), is.get(name), found, below);
    }
    level = below;
  }
  return found.length > most ? undefined : found.sort((a, b) => (a.rawPath < b.rawPath ? -1 : 1));
}

function compare(
  rawPath: string,
  was: TreeEntry | undefined,
  is: TreeEntry | undefined,
  found: Difference[],
  below: Pair[],
): void {
  if (was?.oid === is?.oid && was?.mode === is?.mode) return;
  const [before, after] = [was && isTree(was) ? was.oid : undefined, is && isTree(is) ? is.oid : undefined];
  if (before !== after) below.push({ above: `${rawPath}/`, before, after });
  const [blobBefore, blobAfter] = [before === undefined ? was : undefined, after === undefined ? is : undefined];
  if (blobBefore ?? blobAfter) found.push({ rawPath, before: blobBefore, after: blobAfter });
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}
