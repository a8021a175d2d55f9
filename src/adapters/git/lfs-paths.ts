import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { CommitDetails } from './git-commit.ts';
import type { GitObject, GitObjects } from './git-objects.ts';
import { runGit, type GitRunSettings } from './git-program.ts';
import { foldersAbove } from './tip-modes.ts';

const ATTRIBUTES_FILE = '.gitattributes';
/** Assignment without which no pattern and no macro of an attributes file leads to Git LFS. */
const LFS_FILTER = 'filter=lfs';
/** Number of paths in one run of git, whose output is limited. */
const BATCH_SIZE = 1_000;

/**
 * Returns those of the paths that the attributes files of a commit assign to Git LFS. The cost follows the number of
 * paths: git matches them against an index that contains only the attributes files above them.
 * @throws GitError
 */
export async function findLfsPaths(
  objects: GitObjects,
  run: GitRunSettings & { readonly gitDir: string },
  { oid }: Pick<CommitDetails, 'oid'>,
  paths: readonly string[],
): Promise<readonly string[]> {
  const attributes = await readAttributesFiles(objects, oid, paths);
  if (![...attributes.values()].some(({ bytes }) => bytes.includes(LFS_FILTER))) return [];
  const indexFile = path.join(run.gitDir, `index-${randomBytes(8).toString('hex')}`);
  try {
    const entries = [...attributes].map(([file, { oid }]) => `100644 ${oid}\t${file}\0`);
    await runGit({ ...run, indexFile, args: ['update-index', '-z', '--index-info'], input: entries.join('') });
    const found: string[] = [];
    for (let start = 0; start < paths.length; start += BATCH_SIZE) {
      const input = paths.slice(start, start + BATCH_SIZE).map((one) => `${one}\0`);
      const args = ['check-attr', '--cached', '-z', '--stdin', 'filter'];
      const output = await runGit({ ...run, indexFile, args, input: input.join('') });
      // The output has three fields for each path: the path, the attribute and its value.
      const fields = output.toString('utf8').split('\0');
      found.push(...fields.filter((_, at) => at % 3 === 0 && fields[at + 2] === 'lfs'));
    }
    return found;
  } finally {
    await fs.rm(indexFile, { force: true });
  }
}

/** Reads the attributes files in the root and in the folders above paths. */
async function readAttributesFiles(
  objects: GitObjects,
  commit: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, GitObject>> {
  const folders = new Set(paths.flatMap(foldersAbove));
  const files = [ATTRIBUTES_FILE, ...[...folders].map((folder) => `${folder}/${ATTRIBUTES_FILE}`)];
  const found = new Map<string, GitObject>();
  let at = 0;
  for await (const object of objects.contents(files.map((file) => `${commit}:${file}`))) {
    const file = files[at++]!;
    if (object?.type === 'blob') found.set(file, object);
  }
  return found;
}
