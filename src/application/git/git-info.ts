import { effectiveState, GitSync, type GitSyncState } from '../../domain/git/git-sync.ts';
import type { SpaceId } from '../../domain/kernel/id.ts';
import { query } from '../kernel/use-case.ts';
import { inSpace } from '../kernel/scope.ts';

/**
 * Gets the Git repository that a space is synchronized with and the state of its latest import or export. A space that
 * was never synchronized is idle.
 */
export const getSpaceGitInfo = query<{ spaceId: SpaceId }>()({
  name: 'getSpaceGitInfo',
  requires: 'space:view',
  scope: inSpace,
  async run({ read, scope, now }, { spaceId }): Promise<GitSyncState> {
    const sync = await read.gitSyncs.find({ id: spaceId, organizationId: scope.organizationId });
    return effectiveState((sync ?? GitSync.create(spaceId, scope.organizationId)).snapshot(), now);
  },
});
