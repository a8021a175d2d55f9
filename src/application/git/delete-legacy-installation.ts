import type { SpaceId } from '../../domain/kernel/id.ts';
import { command } from '../kernel/use-case.ts';
import { inSpace } from '../kernel/scope.ts';

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
