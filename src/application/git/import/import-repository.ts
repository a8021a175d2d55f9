import type { SyncRepository } from '../../../domain/git/git-sync.ts';
import { job } from '../../kernel/job.ts';
import { adoptPushed } from '../export/adopt-exported.ts';
import { bringRemote } from './import-remote.ts';
import type { ImportOrder } from './import-job.ts';
import { runOperation } from '../run-operation.ts';

/**
 * Imports a repository: the space's primary content moves once, to all that the repository holds, or stays. Killed at any
 * moment it is run again from the start.
 */
export const importRepositoryJob = job<ImportOrder>({
  name: 'import-git-repository',
  run: (context, order) =>
    runOperation(context, order, { kind: 'import', job: 'import-git-repository' }, async (request, signal) => {
      const coming = context.git.snapshot(request, signal);
      try {
        if (order.mode !== 'standalone') await adoptPushed(context, order, coming);
        await bringRemote(
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
const syncedWith = ({ mode, repository, eventAt }: ImportOrder): SyncRepository | undefined =>
  mode === 'standalone' ? undefined : { repository, eventAt };
