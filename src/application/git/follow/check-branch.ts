import { JOB_TYPES } from '../../system/job-types.ts';
import { followSecretPurpose, type GitFollow, type GitFollowState } from '../../../domain/git/git-follow.ts';
import { GitSync } from '../../../domain/git/git-sync.ts';
import { Conflict, NotFound } from '../../../domain/kernel/errors.ts';
import type { OrganizationId } from '../../../domain/kernel/id.ts';
import { GitError } from '../../../ports/git/git-repositories.ts';
import type { JobRequest } from '../../../ports/kernel/jobs.ts';
import type { Work } from '../../../ports/kernel/unit-of-work.ts';
import type { ImportJobPayload } from '../git-job.ts';
import { startOperation, type GitSyncInput } from '../start-operation.ts';
import { job, type JobContext } from '../../kernel/job.ts';
import { InitiatorRightsLost, requireInitiatorRights } from '../../permissions/initiator-rights.ts';
import { pauseFollow } from './pause-follow.ts';
import { addMilliseconds } from '../../../domain/kernel/time.ts';

/** Delay before a check is repeated when the space is busy with another operation. */
const BUSY_RETRY_MS = 5_000;
/** Name of the fetch cache that checks and imports of a followed branch share. */
const CACHE_ID = '~follow';

type FollowReference = Pick<GitFollowState, 'id' | 'generation'>;
/**
 * Builds the request for a check as soon as possible; requests of the same space share a key, so that one waits at
 * most.
 */
export const scheduleCheck = ({ id, generation }: FollowReference, notBefore?: string): JobRequest =>
  JOB_TYPES.checkBranch.request(
    { spaceId: id, generation, repeats: false },
    { key: `git-follow ${id}`, ...(notBefore !== undefined && { notBefore }) },
  );
/** Builds the request for a check that repeats after each interval. */
export const scheduleRepeatedCheck = ({ id, generation }: FollowReference, notBefore?: string): JobRequest =>
  JOB_TYPES.checkBranch.request(
    { spaceId: id, generation, repeats: true },
    { key: `git-follow ${id} ${generation}`, ...(notBefore !== undefined && { notBefore }) },
  );

/** Result of asking for the tip of a branch: its commit, or an error message. */
type BranchTip = { readonly tip: string; readonly url: string } | { readonly error: string };

/**
 * Asks a repository for the tip of a followed branch and starts an import when the space does not have it. At most one
 * import runs and one check waits. Pauses the follow when the user who ordered it lost the permission.
 */
export const checkBranchJob = job(JOB_TYPES.checkBranch)({
  needs: ['clock', 'mailer', 'secretBox', 'git', 'ids'],
  // The regular checks go on.
  async abandon({ work, now }, { spaceId, generation, repeats }) {
    const follow = await work.gitFollows.find({ id: spaceId, generation });
    const next = repeats ? follow?.nextCheck(now) : undefined;
    if (next !== undefined) await work.jobs.enqueue(scheduleRepeatedCheck(follow!.snapshot(), next));
  },
  async run(context, { spaceId, generation, repeats }) {
    const follow = (await context.read.gitFollows.find({ id: spaceId }))?.snapshot();
    if (follow === undefined || follow.generation !== generation || follow.paused !== null) return;
    const space = await context.read.spaces.find({ id: spaceId });
    if (space === undefined) return;
    const { organizationId, deletedAt } = space.snapshot();
    try {
      const isThere = deletedAt === null;
      if (isThere) await requireFollower(context, follow, organizationId);
      const found = isThere ? await fetchTip(context, follow) : undefined;
      await context.transact({ organizationId, spaceId, actorId: follow.createdBy }, async (work) => {
        const now = await work.gitFollows.find({ id: spaceId });
        if (now?.snapshot().generation !== generation) return;
        if (found !== undefined) await startImport(context, work, now, { found, organizationId });
        const next = now.nextCheck(context.clock.now());
        if (repeats && next !== undefined) await work.jobs.enqueue(scheduleRepeatedCheck(now.snapshot(), next));
        await work.gitFollows.save(now);
        if (found !== undefined) await requireFollower(context, follow, organizationId);
      });
    } catch (error) {
      // A space that was deleted in the meantime is treated like one that was deleted before: the next check is
      // scheduled.
      if (error instanceof NotFound) return repeats ? scheduleNextCheck(context, follow, organizationId) : undefined;
      if (!(error instanceof InitiatorRightsLost)) throw error;
      const { reason } = error;
      await context.transact({ organizationId, spaceId }, (work) =>
        pauseFollow(context, work, { spaceId, generation, organizationId, reason }),
      );
    }
  },
});

/** @throws InitiatorRightsLost, NotFound for a space that was deleted */
async function requireFollower(
  { read }: Pick<JobContext, 'read'>,
  follow: GitFollowState,
  organizationId: OrganizationId,
): Promise<void> {
  const { id, createdBy: userId, via } = follow;
  await requireInitiatorRights(read, { userId, via }, JOB_TYPES.checkBranch.permission, {
    organizationId,
    spaceId: id,
  });
}

async function scheduleNextCheck(
  { transact, clock }: JobContext<'clock'>,
  { id, generation }: FollowReference,
  organizationId: OrganizationId,
): Promise<void> {
  await transact({ organizationId, spaceId: id }, async (work) => {
    const follow = await work.gitFollows.find({ id, generation });
    const next = follow?.nextCheck(clock.now());
    if (next !== undefined) await work.jobs.enqueue(scheduleRepeatedCheck({ id, generation }, next));
  });
}

async function fetchTip(
  { git, secretBox, signal }: JobContext<'git' | 'secretBox'>,
  { id, address, ref }: GitFollowState,
): Promise<BranchTip> {
  const url = secretBox.open(address, followSecretPurpose(id, 'address'));
  if (url === undefined)
    return {
      error:
        'the repository URL cannot be decrypted because the SECRET_KEY of this instance has changed; follow the branch again',
    };
  try {
    return { url, tip: await git.tip({ url, ref }, signal) };
  } catch (error) {
    if (error instanceof GitError && !signal.aborted) return { error: error.message };
    throw error;
  }
}

async function startImport(
  context: JobContext<'clock' | 'ids' | 'secretBox'>,
  work: Work,
  follow: GitFollow,
  { found, organizationId }: { readonly found: BranchTip; readonly organizationId: OrganizationId },
): Promise<void> {
  const now = context.clock.now();
  if ('error' in found) return follow.recordFailure(found.error, now);
  const { tip } = found;
  const state = follow.snapshot();
  const sync = (await work.gitSyncs.find({ id: state.id, organizationId })) ?? GitSync.create(state.id, organizationId);
  if (sync.syncPointFor(state)?.commit === tip || sync.pendingFor(state)?.commit === tip)
    return follow.recordTip(tip, now);
  // A commit whose import somebody cancelled is not imported again by itself.
  if (state.tip === tip && sync.hasCancelledImportOf(state)) return follow.recordTip(tip, now);
  const { state: phase, lastOperation } = sync.snapshot();
  try {
    const started = await startOperation(
      { ...context, work, now, spaceId: state.id, organizationId, actorId: state.createdBy, via: state.via },
      'import',
      syncInput(state, found.url),
    );
    const order: ImportJobPayload = { ...started!, mode: 'merge', followGeneration: state.generation };
    await work.jobs.enqueue(JOB_TYPES.importRepository.request(order));
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    await work.jobs.enqueue(scheduleCheck(state, addMilliseconds(now, BUSY_RETRY_MS)));
    return;
  }
  // A tip whose import failed is retried with an increasing delay.
  if (state.tip === tip && phase === 'failed') follow.recordFailure(lastOperation?.error ?? 'the import failed', now);
  else follow.recordTip(tip, now);
}

function syncInput(
  { ref, directory, treeUrl, commitUrl, provider, shownUrl }: GitFollowState,
  url: string,
): GitSyncInput {
  return {
    url,
    ref,
    repoCacheID: CACHE_ID,
    repoProjectDirectory: directory,
    ...(treeUrl !== null && { repoTreeURL: treeUrl }),
    ...(commitUrl !== null && { repoCommitURL: commitUrl }),
    gitInfo: { ...(provider !== null && { provider }), ...(shownUrl !== null && { url: shownUrl }) },
  };
}
