import { MAX_OPERATION_MS, type GitSync } from '../../domain/git/git-sync.ts';
import { Conflict, DomainError, NotFound } from '../../domain/kernel/errors.ts';
import type { SnapshotRequest } from '../../ports/git/git-repositories.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import { scheduleGarbageCollection } from '../garbage-collection.ts';
import { EndWatch } from '../kernel/end-watch.ts';
import type { JobContext, JobEndContext } from '../kernel/job.ts';
import type { JobType } from '../kernel/job-type.ts';
import { userReasonOf } from '../kernel/user-reason.ts';
import { pauseFollow } from './follow/pause-follow.ts';
import { InitiatorRightsLost } from '../permissions/initiator-rights.ts';
import { notifyAdministrators } from '../permissions/paused-work.ts';
import { retryFetch, isTransientFault } from './retry-fetch.ts';
import { operationPurpose, type GitJobPayload } from './git-job.ts';
import { withLockedSync, requireOperationRights } from './running-operation.ts';

/** Failure of an operation for a reason that the user can understand. */
export class OperationFailed extends DomainError {
  readonly category = 'invalid';
}

interface OperationKind<O extends GitJobPayload> {
  readonly kind: 'import' | 'export';
  readonly type: JobType<O>;
}

/**
 * Runs an operation of a space if it is still current, and always ends it. Errors of the repository or its URL fail the
 * operation at once, an unreachable server is tried again a few times, and internal errors are tried again by the
 * queue. When the user who started the operation loses the permission, the operation stops, writes nothing further, and
 * administrators are notified. When somebody cancels the operation, its git programs end, and nothing further is written.
 */
export async function runOperation<O extends GitJobPayload>(
  context: JobContext<'gitRetryMs' | 'clock' | 'secretBox' | 'mailer'>,
  order: O,
  { kind, type }: OperationKind<O>,
  task: (request: SnapshotRequest, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const { spaceId: id, organizationId, operation } = order;
  const watch = new EndWatch(
    context.signal,
    async () => (await context.read.gitSyncs.find({ id, organizationId }))?.isRunning(operation) === true,
  );
  try {
    await runTask({ ...context, signal: watch.signal }, order, kind, task);
  } catch (error) {
    if (watch.isEnded) return;
    if (error instanceof InitiatorRightsLost) return stopUnauthorized(context, order, kind, error);
    // On shutdown another process repeats the job, if an attempt is left.
    if (context.signal.aborted && !context.lastAttempt) throw error;
    if (
      !context.signal.aborted &&
      isTransientFault(error) &&
      (await retryFetch(context, order, error, (notBefore) => type.request(order, { notBefore })))
    )
      return;
    const reason = context.signal.aborted
      ? `the ${kind} was interrupted on every attempt; start the operation again`
      : userReasonOf(error);
    if (reason === undefined && !context.lastAttempt) throw error;
    await withLockedSync(context, order, async (sync, work) => {
      sync.fail(
        reason ?? `the ${kind} failed because of an internal error (see the server log); start the operation again`,
        context.clock.now(),
      );
      await work.gitSyncs.save(sync);
      // Objects stored by the failed operation are unreferenced.
      await work.jobs.enqueue(scheduleGarbageCollection(context.clock.now()));
    });
    if (reason === undefined) throw error;
  } finally {
    await watch.stop();
  }
}

/** Fails the operation of a job that has ended without having succeeded, if it still runs. */
export const abandonOperation =
  (kind: OperationKind<GitJobPayload>['kind']) =>
  async ({ work, now }: JobEndContext, { spaceId, organizationId, operation }: GitJobPayload, why: string) => {
    const sync = await findLockedSync(work, { spaceId, organizationId });
    if (sync?.isRunning(operation) !== true) return;
    sync.fail(`the ${kind} has ended because ${why}; start the operation again`, now);
    await work.gitSyncs.save(sync);
    // Objects stored by the operation are unreferenced.
    await work.jobs.enqueue(scheduleGarbageCollection(now));
  };

/** Starts the operation of a failed job anew. @throws Conflict if another one followed, or the space was deleted */
export async function reopenOperation<O extends GitJobPayload>({ work, now }: JobEndContext, order: O): Promise<O> {
  const sync = await findLockedSync(work, order);
  if (sync === undefined) throw new Conflict('the space of the Git operation was deleted or transferred');
  sync.reopen(order.operation, now);
  await work.gitSyncs.save(sync);
  return { ...order, startedAt: now };
}

async function findLockedSync(
  work: Work,
  { spaceId: id, organizationId }: Pick<GitJobPayload, 'spaceId' | 'organizationId'>,
): Promise<GitSync | undefined> {
  try {
    await work.lock('gitSyncs', id);
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
  return work.gitSyncs.find({ id, organizationId });
}

/** Ends an operation whose user lost the permission, pauses the follow that started it, and notifies administrators. */
async function stopUnauthorized(
  context: JobContext<'clock' | 'mailer'>,
  order: GitJobPayload,
  kind: OperationKind<GitJobPayload>['kind'],
  lost: InitiatorRightsLost,
): Promise<void> {
  const { clock } = context;
  const { organizationId, spaceId, actorId, ref, followGeneration } = order;
  await withLockedSync(context, order, async (sync, work) => {
    const since = clock.now();
    sync.stop(lost.message, { reason: lost.reason, userId: actorId }, since);
    await work.gitSyncs.save(sync);
    await work.jobs.enqueue(scheduleGarbageCollection(since));
    const { reason } = lost;
    if (followGeneration !== undefined) {
      return pauseFollow(context, work, { spaceId, organizationId, generation: followGeneration, reason });
    }
    const subject = `the ${kind} of the branch ${ref}`;
    const path = `/v1/spaces/${spaceId}/git/info`;
    return notifyAdministrators(context, work, { reason, since, organizationId, userId: actorId, subject, path });
  });
}

async function runTask(
  context: JobContext<'secretBox'>,
  order: GitJobPayload,
  kind: OperationKind<GitJobPayload>['kind'],
  task: (request: SnapshotRequest, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const { spaceId, organizationId, operation, ref, cacheId } = order;
  const [sync, space] = await Promise.all([
    context.read.gitSyncs.find({ id: spaceId, organizationId }),
    context.read.spaces.find({ id: spaceId, deletedAt: null }),
  ]);
  if (!sync?.isRunning(operation)) return;
  const left = Date.parse(order.startedAt) + MAX_OPERATION_MS - Date.parse(context.now);
  if (left <= 0) throw new OperationFailed('the operation did not finish within an hour');
  if (space === undefined) throw new OperationFailed('the space has been deleted');
  await requireOperationRights(context, order);
  const url = context.secretBox.open(order.address, operationPurpose(kind, spaceId, operation));
  if (url === undefined)
    throw new OperationFailed(
      `the repository URL cannot be decrypted because the SECRET_KEY of this instance has changed; start the ${kind} again`,
    );
  await task(
    { url, ref, ...(cacheId !== null && { cacheId }) },
    AbortSignal.any([context.signal, AbortSignal.timeout(left)]),
  );
}
