import { effectiveState, GitSync, type GitSyncState } from '../../domain/git/git-sync.ts';
import { NotFound } from '../../domain/kernel/errors.ts';
import type { SpaceId } from '../../domain/kernel/id.ts';
import { scheduleGarbageCollection } from '../garbage-collection.ts';
import { command, query } from '../kernel/use-case.ts';
import { inSpace } from '../kernel/scope.ts';

/**
 * Gets the Git repository that a space is synchronized with and the state of its latest import or export. Fails with
 * `NotFound` for a space that follows no branch and was never synchronized, or whose repository was disconnected.
 */
export const getSpaceGitInfo = query<{ spaceId: SpaceId }>()({
  name: 'getSpaceGitInfo',
  requires: 'space:view',
  scope: inSpace,
  async run({ read, scope, now }, { spaceId }): Promise<GitSyncState> {
    const { organizationId } = scope;
    const sync = (await read.gitSyncs.find({ id: spaceId, organizationId })) ?? GitSync.create(spaceId, organizationId);
    if (!sync.isLinked && (await read.gitFollows.find({ id: spaceId })) === undefined) throw new NotFound('Git sync');
    return effectiveState(sync.snapshot(), now);
  },
});

/**
 * Cancels the import or export of a space that runs or waits for another attempt. It ends within seconds, and the
 * content of the space stays as it is.
 *
 * `getSpaceGitInfo` shows it as `failed` with the outcome `cancelled`. Has no effect when nothing runs. A commit that
 * an export has pushed already stays in the repository; the next import or export takes it into account. A followed
 * branch is imported again when it has another commit.
 */
export const cancelGitOperation = command<{ spaceId: SpaceId }>()({
  name: 'cancelGitOperation',
  requires: 'space:git-sync',
  scope: inSpace,
  async run({ work, scope, now }, { spaceId }): Promise<void> {
    const sync = await work.gitSyncs.find({ id: spaceId, organizationId: scope.organizationId });
    if (sync === undefined || !sync.cancel(now)) return;
    await work.gitSyncs.save(sync);
    // Objects stored by the operation are unreferenced.
    await work.jobs.enqueue(scheduleGarbageCollection(now));
  },
});

/**
 * Forgets the Git repository of a space. The content of the space and the repository stay as they are. Fails with
 * `Conflict` while an import or export runs.
 */
export const deleteLegacyGitInstallation = command<{ spaceId: SpaceId }>()({
  name: 'deleteLegacyGitInstallation',
  requires: 'space:git-sync',
  scope: inSpace,
  whenNotFound: false,
  async run({ work, scope, now }, { spaceId }): Promise<boolean> {
    const sync = await work.gitSyncs.find({ id: spaceId, organizationId: scope.organizationId });
    if (sync === undefined || !sync.unlink(now)) return false;
    await work.gitSyncs.save(sync);
    return true;
  },
});
