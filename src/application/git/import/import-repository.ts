import { JOB_TYPES } from '../../system/job-types.ts';
import type { SyncRepository } from '../../../domain/git/git-sync.ts';
import { job } from '../../kernel/job.ts';
import { adoptPushedCommit } from '../export/adopt-exported-commit.ts';
import { importRemote } from './import-remote.ts';
import type { ImportJobPayload } from '../git-job.ts';
import { abandonOperation, reopenOperation, runOperation } from '../run-operation.ts';

/**
 * Imports a repository: moves the primary content once to the content of the commit, or changes nothing. A run that is
 * killed is repeated from the start.
 */
export const importRepositoryJob = job(JOB_TYPES.importRepository)({
  needs: [
    'git',
    'clock',
    'gitRetryMs',
    'blobs',
    'organizationStorage',
    'mailer',
    'secretBox',
    'ids',
    'content',
    'files',
    'gitFormat',
  ],
  abandon: abandonOperation('import'),
  reopen: reopenOperation,
  run: (context, order) =>
    runOperation(context, order, { kind: 'import', type: JOB_TYPES.importRepository }, async (request, signal) => {
      const pendingSnapshot = context.git.snapshot(request, signal);
      try {
        if (order.mode !== 'standalone') await adoptPushedCommit(context, order, pendingSnapshot);
        await importRemote(
          context,
          order,
          pendingSnapshot,
          (sync, imported) => sync.succeed(imported, syncedWith(order), context.clock.now()),
          signal,
        );
      } finally {
        await pendingSnapshot.then(
          (snapshot) => snapshot.dispose(),
          () => {},
        );
      }
    }),
});

/** Repository that the space is in sync with after the import; undefined for a standalone revision. */
const syncedWith = ({ mode, repository, eventAt }: ImportJobPayload): SyncRepository | undefined =>
  mode === 'standalone' ? undefined : { repository, eventAt };
