import type { Hash } from '../../../domain/content/objects/content-object.ts';
import type { SyncPoint } from '../../../domain/git/sync-point.ts';
import type { RepositorySnapshot } from '../../../ports/git/git-repositories.ts';
import type { JobContext } from '../../kernel/job.ts';
import type { RemoteContent } from './remote-content.ts';
import { readRestructuredProject } from './restructured-project.ts';
import { readRewrittenProject, type ChangesSince } from './rewritten-project.ts';

/** Limit on changed files for an incremental read; a larger difference is read in full. */
const MAX_CHANGES = 1_000;

/**
 * Builds the content of a commit from the content of an earlier commit and the files that differ. The result equals
 * that of a full read. Returns undefined when a full read is necessary: the earlier commit is not in the cache, the
 * settings changed, or unchanged files may read differently.
 */
export async function readChangedProject(
  context: JobContext<'content' | 'blobs' | 'files' | 'ids' | 'gitFormat'>,
  snapshot: RepositorySnapshot,
  point: SyncPoint,
  base: Hash,
): Promise<RemoteContent | undefined> {
  const { layout } = point;
  const changes = layout === null ? undefined : await snapshot.changes(point.commit, point.directory, MAX_CHANGES);
  if (layout === null || changes === undefined) return undefined;
  const above = point.directory === '' ? 0 : point.directory.length + 1;
  const since: ChangesSince = {
    point,
    layout,
    base,
    changes: changes.map((change) => ({ ...change, path: change.path.slice(above) })),
  };
  return (await readRewrittenProject(context, snapshot, since)) ?? readRestructuredProject(context, snapshot, since);
}
