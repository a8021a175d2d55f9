import type { Id } from '../../domain/kernel/id.ts';
import { command } from '../kernel/use-case.ts';

/**
 * Forgets the repository that a space is synced with; its content stays, and so does the repository.
 * @returns false when none was known
 * @throws Conflict while an operation runs
 */
export const deleteLegacyGitInstallation = command({
  name: 'deleteLegacyGitInstallation',
  requires: 'space:git-sync',
  within: ({ spaceId }: { spaceId: Id }) => ({ space: spaceId }),
  ofAbsent: false,
  async run({ work, at, now }, { spaceId }): Promise<boolean> {
    const sync = await work.gitSyncs.find({ id: spaceId, organizationId: at.organizationId });
    if (sync === undefined || !sync.unlink(now)) return false;
    await work.gitSyncs.save(sync);
    return true;
  },
});
