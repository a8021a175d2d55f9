import { stateAt, GitSync, type GitSyncState } from '../../domain/git/git-sync.ts';
import type { Id } from '../../domain/kernel/id.ts';
import { query } from '../kernel/use-case.ts';

/** What a space is synced with and what its latest operation did; a space that was never synced is idle. */
export const getSpaceGitInfo = query({
  name: 'getSpaceGitInfo',
  requires: 'space:view',
  within: ({ spaceId }: { spaceId: Id }) => ({ space: spaceId }),
  async run({ read, at, now }, { spaceId }): Promise<GitSyncState> {
    const sync = await read.gitSyncs.find({ id: spaceId, organizationId: at.organizationId });
    return stateAt((sync ?? GitSync.create(spaceId, at.organizationId)).snapshot(), now);
  },
});
