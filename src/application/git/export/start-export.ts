import { JOB_TYPES } from '../../system/job-types.ts';
import type { SpaceId } from '../../../domain/kernel/id.ts';
import type { Issue } from '../../../domain/kernel/errors.ts';
import { command } from '../../kernel/use-case.ts';
import { inSpace } from '../../kernel/scope.ts';
import { initiatorOf } from '../../permissions/initiator-rights.ts';
import type { ExportJobPayload } from '../git-job.ts';
import { validateSyncInput, startOperation, type GitSyncInput } from '../start-operation.ts';

/** Input of an export. */
export interface GitExportInput extends GitSyncInput {
  readonly commitMessage?: string;
}

/**
 * Starts to export the primary content of a space to a branch of a Git repository as one commit.
 *
 * The export runs in the background; `getSpaceGitInfo` shows its progress and its report. An event older than the last
 * one exported changes nothing unless `force` is set. Fails with `Invalid`, naming the field, when the request itself
 * is wrong (repositories on the machine of the instance are read-only), and with `Conflict` while another import or
 * export runs.
 */
export const exportToGitRepository = command<{ spaceId: SpaceId; body: GitExportInput }>()({
  name: 'exportToGitRepository',
  requires: 'space:git-sync',
  scope: inSpace,
  needs: ['git', 'ids', 'secretBox'],

  // A push runs the hooks of the receiving repository; on this machine they would run with the permissions of the
  // instance.
  prepare: ({ git }, { body }): Promise<void> =>
    validateSyncInput(
      git,
      body,
      /^file:/i.test(body.url)
        ? [
            {
              path: 'url',
              message: 'must not be a repository on this machine; local repositories are read-only',
            } satisfies Issue,
          ]
        : [],
    ),

  async run({ work, scope, ids, now, secretBox }, { spaceId, body }): Promise<void> {
    const { organizationId } = scope;
    const { userId: actorId, via } = initiatorOf(scope.caller);
    const started = await startOperation(
      { work, ids, secretBox, now, spaceId, organizationId, actorId, via },
      'export',
      body,
    );
    if (started === undefined) return;
    const order: ExportJobPayload = {
      ...started,
      commitMessage: body.commitMessage ?? null,
      force: body.force === true,
    };
    await work.jobs.enqueue(JOB_TYPES.exportRepository.request(order));
  },
});
