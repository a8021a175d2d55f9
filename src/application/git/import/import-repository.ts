import type { SyncRepository } from '../../../domain/git/git-sync.ts';
import { job } from '../../kernel/job.ts';
import { adoptPushedCommit } from '../export/adopt-exported-commit.ts';
import { importRemote } from './import-remote.ts';
import type { ImportJobPayload } from './import-job.ts';
import { runOperation } from '../run-operation.ts';

/**
 * Imports a repository: the space's primary content moves once, to all that the repository holds, or stays. Killed at any
 * moment it is run again from the start.
 */
export const importRepositoryJob = job<ImportJobPayload>()({
  name: 'import-git-repository',
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
  run: (context, order) =>
    runOperation(context, order, { kind: 'import', job: 'import-git-repository' }, async (request, signal) => {
      const coming = context.git.snapshot(request, signal);
      try {
        if (order.mode !== 'standalone') await adoptPushedCommit(context, order, coming);
        await importRemote(
          context,
          order,
          coming,
          (sync, brought) => sync.succeed(brought, syncedWith(order), context.clock.now()),
          signal,
        );
      } finally {
        await coming.then(
          (snapshot) => snapshot.dispose(),
          () => {},
        );
      }
    }),
});

/** What the space is synced with from now on; nothing for a revision beside its content. */
const syncedWith = ({ mode, repository, eventAt }: ImportJobPayload): SyncRepository | undefined =>
  mode === 'standalone' ? undefined : { repository, eventAt };
