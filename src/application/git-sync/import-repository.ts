import { OPERATION_LIMIT_MS, type SyncedWith } from '../../domain/git-sync/git-sync.ts';
import { DomainError, StaleWrite, TransactionAborted } from '../../domain/kernel/errors.ts';
import { collectSoon } from '../collection/collect-unneeded.ts';
import { job, type JobContext } from '../kernel/job.ts';
import { askAgain, isFault } from './ask-again.ts';
import { bringRemote } from './bring-remote.ts';
import { importPurpose, type ImportOrder } from './import-order.ts';
import { whileRunning } from './while-running.ts';

/** An import could not be made, for a reason that whoever started it can understand. */
class ImportFailed extends DomainError {
  readonly category = 'invalid';
}

const OUR_FAULT = 'the import failed for a reason of our own, which the log tells; start it again';

const INTERRUPTED = 'the import was interrupted each time it was tried; start it again';

/**
 * Imports a repository: the space's primary content moves once, to all that the repository holds, or stays. Killed at any
 * moment it is run again from the start. Whatever happens, the operation ends: what the repository or the address is to
 * blame for fails at once, what is ours is tried again first, and a server that cannot be reached is asked again a few times.
 */
export const importRepositoryJob = job<ImportOrder>({
  name: 'import-git-repository',
  async run(context, order) {
    try {
      await importRepository(context, order);
    } catch (error) {
      // When the process goes down another one takes over, if anybody may try again.
      if (context.signal.aborted && !context.lastAttempt) throw error;
      if (!context.signal.aborted && isFault(error) && (await askAgain(context, order, error, { name: 'import-git-repository', payload: { ...order } }))) return;
      const reason = context.signal.aborted ? INTERRUPTED : reasonOf(error);
      if (reason === undefined && !context.lastAttempt) throw error;
      await whileRunning(context, order, async (sync, work) => {
        sync.fail(reason ?? OUR_FAULT, context.clock.now());
        await work.gitSyncs.save(sync);
        // What it had stored by then, nothing needs.
        await work.jobs.enqueue(collectSoon(context.clock.now()));
      });
      if (reason === undefined) throw error;
    }
  },
});

async function importRepository(context: JobContext, order: ImportOrder): Promise<void> {
  const { spaceId, organizationId, operation } = order;
  const sync = await context.read.gitSyncs.find({ id: spaceId, organizationId });
  if (!sync?.isRunning(operation)) return;
  const left = Date.parse(order.startedAt) + OPERATION_LIMIT_MS - Date.parse(context.now);
  if (left <= 0) throw new ImportFailed('given up: it did not end within an hour');
  if ((await context.read.spaces.find({ id: spaceId, deletedAt: null })) === undefined) throw new ImportFailed('the space was deleted meanwhile');
  const url = context.secretBox.open(order.address, importPurpose(spaceId, operation));
  if (url === undefined) throw new ImportFailed('the address of the repository cannot be read any more, as the SECRET_KEY of this instance has changed; start the import again');

  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(left)]);
  const snapshot = await context.git.snapshot({ url, ref: order.ref, ...(order.cacheId !== null && { cacheId: order.cacheId }) }, signal);
  try {
    await bringRemote(context, order, snapshot, (sync, brought) => sync.succeed(brought, syncedWith(order), context.clock.now()), signal);
  } finally {
    await snapshot.dispose();
  }
}

/** What the space is synced with from now on; nothing for a revision beside its content. */
const syncedWith = ({ mode, repository, eventAt }: ImportOrder): SyncedWith | undefined => (mode === 'standalone' ? undefined : { repository, eventAt });

/** Words for whoever started it; undefined for what is not theirs to mend and may go better the next time. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof StaleWrite || error instanceof TransactionAborted) return undefined;
  return error instanceof DomainError ? error.message : undefined;
}
