import { Conflict, NotFound } from '../domain/kernel/errors.ts';
import type { JobId, OrganizationId } from '../domain/kernel/id.ts';
import type { JobQueueName, JobState, JobStatus } from '../ports/kernel/jobs.ts';
import type { Page, PageRequest } from '../ports/kernel/repository.ts';
import type { Work } from '../ports/kernel/unit-of-work.ts';
import { ABANDON_REASONS } from './kernel/job-runner.ts';
import { inInstance } from './kernel/scope.ts';
import { command, query } from './kernel/use-case.ts';
import { JOB_TYPES } from './system/job-types.ts';
import { findJob, jobsOfQueue } from './system/jobs.ts';

/** Names of the kinds of jobs. */
export const JOB_KINDS: readonly string[] = Object.values(JOB_TYPES)
  .map(({ name }) => name)
  .sort();

/** Kinds of resources that jobs are about, by the field of the payload with the id; the most specific one counts. */
const SUBJECTS = [
  ['runId', 'import-run'],
  ['translationId', 'translation'],
  ['specId', 'openapi-spec'],
  ['deliveryId', 'webhook-delivery'],
  ['webhookId', 'webhook'],
  ['inviteId', 'invitation'],
  ['emailDomainId', 'email-domain'],
  ['siteId', 'site'],
  ['uploadId', 'upload'],
  ['spaceId', 'space'],
] as const;
/** Kinds of resources that jobs are about. */
export const JOB_SUBJECTS = SUBJECTS.map(([, type]) => type);

/** A job as the operator sees it: without its payload, which may contain secrets. */
export interface JobView extends Omit<JobState, 'payload' | 'name' | 'status'> {
  readonly kind: string;
  /** `cancelled` only for the answer to a cancellation, after which the job is gone. */
  readonly status: JobStatus | 'cancelled';
  /** Queue whose workers run the job; null for a kind of another version. */
  readonly queue: JobQueueName | null;
  /** Resource that the job is about. */
  readonly subject: { readonly type: (typeof JOB_SUBJECTS)[number]; readonly id: string } | null;
}

function viewOf({ name, payload, ...job }: JobState): JobView & { readonly status: JobStatus } {
  const type = findJob(name)?.type;
  const [field, kind] = SUBJECTS.find(([key]) => typeof payload[key] === 'string') ?? [];
  return {
    ...job,
    kind: type?.name ?? name,
    queue: type?.queue ?? null,
    subject: field === undefined ? null : { type: kind!, id: payload[field] as string },
  };
}

/** Locks a job against workers that would take it. @throws NotFound */
async function lockJob({ jobs }: Pick<Work, 'jobs'>, jobId: JobId): Promise<JobState> {
  const job = await jobs.lock(jobId);
  if (job === undefined) throw new NotFound('job');
  return job;
}

/** Records what the operator did with a job, in the log of the organization that the job belongs to. */
function recordEvent(work: Pick<Work, 'events'>, type: 'job.cancelled' | 'job.retried', job: JobState): void {
  const { id, organizationId } = job;
  const { kind, subject } = viewOf(job);
  work.events.record({
    type,
    aggregateId: id,
    data: { kind, ...(subject !== null && { subject }) },
    ...(organizationId !== null && { organizationId }),
  });
}

/**
 * Lists the background jobs of the instance that wait, run or have failed, those enqueued last first. Jobs that have
 * succeeded or were cancelled are gone; failed ones are kept for 30 days.
 */
export const listInstanceJobs = query<{
  kind?: string;
  queue?: JobQueueName;
  status?: JobStatus;
  organization?: OrganizationId;
  page: PageRequest;
}>()({
  name: 'listInstanceJobs',
  requires: 'instance:operate',
  scope: inInstance,
  async run({ read }, { kind, queue, status, organization, page }): Promise<Page<JobView>> {
    const ofKind = kind === undefined ? undefined : (findJob(kind)?.type.names ?? []);
    const ofQueue = queue && jobsOfQueue(queue);
    const names = ofKind && ofQueue ? ofKind.filter((name) => ofQueue.includes(name)) : (ofKind ?? ofQueue);
    const { items, ...rest } = await read.jobs.list({ names, status, organizationId: organization }, page);
    return { items: items.map(viewOf), ...rest };
  },
});

/** Gets a background job that waits, runs or has failed. */
export const getInstanceJob = query<{ jobId: JobId }>()({
  name: 'getInstanceJob',
  requires: 'instance:operate',
  scope: inInstance,
  async run({ read }, { jobId }): Promise<JobView> {
    const job = await read.jobs.find(jobId);
    if (job === undefined) throw new NotFound('job');
    return viewOf(job);
  },
});

/**
 * Runs a job again that has failed, with all of its attempts, or one at once that is scheduled for later.
 *
 * The import, export or delivery that failed with the job is under way again. Fails with `Conflict` when the job is
 * waiting or running, or when its work was superseded, such as by another import.
 */
export const retryInstanceJob = command<{ jobId: JobId }>()({
  name: 'retryInstanceJob',
  requires: 'instance:operate',
  scope: inInstance,
  needs: ['ids'],
  async run({ work, ids, now }, { jobId }): Promise<JobView> {
    const job = await lockJob(work, jobId);
    const { status, name, payload } = job;
    if (status !== 'failed' && status !== 'scheduled') throw new Conflict(`the job is ${status} already`);
    const reopen = status === 'failed' ? findJob(name)?.reopen : undefined;
    const renewed = reopen && (await reopen({ work, ids, now }, payload));
    await work.jobs.restart(jobId, renewed);
    recordEvent(work, 'job.retried', job);
    return viewOf({
      ...job,
      status: 'waiting',
      attempts: 0,
      dueAt: now,
      error: null,
      ...(renewed !== undefined && { payload: renewed }),
    });
  },
});

/**
 * Cancels a job: one that waits is removed, and one that runs is asked to stop, which it does within seconds.
 *
 * The import, export, translation or delivery ends with a reason that its users see. Fails with `Conflict` when the job
 * has failed already, and for the instance's own work, such as purges and garbage collection, which must be done.
 */
export const cancelInstanceJob = command<{ jobId: JobId }>()({
  name: 'cancelInstanceJob',
  requires: 'instance:operate',
  scope: inInstance,
  needs: ['ids'],
  async run({ work, ids, now }, { jobId }): Promise<JobView> {
    const job = await lockJob(work, jobId);
    const { status, name, payload } = job;
    const handler = findJob(name);
    if (status === 'failed') throw new Conflict('the job has failed already');
    if (handler !== undefined && handler.abandon === undefined && handler.type.queue !== 'mail')
      throw new Conflict(`jobs of the kind ${handler.type.name} cannot be cancelled: the instance depends on them`);
    if (status === 'running' || status === 'cancelling') {
      await work.jobs.requestCancellation(jobId);
      if (status === 'running') recordEvent(work, 'job.cancelled', job);
      return viewOf({ ...job, status: 'cancelling' });
    }
    // Before the end is recorded, which may enqueue another job under the same key.
    await work.jobs.remove(jobId);
    await handler?.abandon?.({ work, ids, now }, payload, ABANDON_REASONS.cancelled);
    recordEvent(work, 'job.cancelled', job);
    return { ...viewOf(job), status: 'cancelled' };
  },
});
