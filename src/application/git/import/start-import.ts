import { JOB_TYPES } from '../../system/job-types.ts';
import type { SpaceId } from '../../../domain/kernel/id.ts';
import { command } from '../../kernel/use-case.ts';
import { inSpace } from '../../kernel/scope.ts';
import { initiatorOf } from '../../permissions/initiator-rights.ts';
import type { ImportJobPayload } from '../git-job.ts';
import { validateSyncInput, startOperation, type GitSyncInput } from '../start-operation.ts';

/** Input of an import. */
export interface GitImportInput extends GitSyncInput {
  readonly standalone?: boolean;
}

/**
 * Starts to import a branch of a Git repository into the primary content of a space.
 *
 * The import runs in the background; `getSpaceGitInfo` shows its progress and its report. An event older than the last
 * one imported changes nothing unless `force` is set. Fails with `Invalid`, naming the field, when the request itself
 * is wrong, and with `Conflict` while another import or export runs.
 */
export const importGitRepository = command<{ spaceId: SpaceId; body: GitImportInput }>()({
  name: 'importGitRepository',
  requires: 'space:git-sync',
  scope: inSpace,
  needs: ['git', 'ids', 'secretBox'],

  prepare: ({ git }, { body }): Promise<void> => validateSyncInput(git, body),

  async run({ work, scope, ids, now, secretBox }, { spaceId, body }): Promise<void> {
    const { organizationId } = scope;
    const { userId: actorId, via } = initiatorOf(scope.caller);
    const started = await startOperation(
      { work, ids, secretBox, now, spaceId, organizationId, actorId, via },
      'import',
      body,
    );
    if (started === undefined) return;
    const order: ImportJobPayload = {
      ...started,
      mode: body.standalone === true ? 'standalone' : body.force === true ? 'replace' : 'merge',
    };
    await work.jobs.enqueue(JOB_TYPES.importRepository.request(order));
  },
});
