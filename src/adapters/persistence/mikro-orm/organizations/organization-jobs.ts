import type pg from 'pg';
import { JOB_TYPES } from '../../../../application/system/job-types.ts';
import { isId } from '../../../../domain/kernel/id.ts';
import { readJobs } from '../instance/write-backup.ts';
import type { StoredJob } from '../instance/restore-backup.ts';

/**
 * Jobs that move with an organization. Mails and deliveries are left out: the instance that has them makes them, and
 * they would be made twice.
 */
const MOVED_JOBS: ReadonlySet<string> = new Set(
  [
    JOB_TYPES.checkBranch,
    JOB_TYPES.importRepository,
    JOB_TYPES.exportRepository,
    JOB_TYPES.runImport,
    JOB_TYPES.runTranslation,
    JOB_TYPES.checkSpecSource,
    JOB_TYPES.processSpec,
    JOB_TYPES.checkEmailDomain,
    JOB_TYPES.checkHostname,
    JOB_TYPES.purgeSpace,
    JOB_TYPES.purgeWebhookDeliveries,
    JOB_TYPES.removeUpload,
  ].flatMap(({ names }) => names),
);

/** A job that was made before its space was transferred names the former organization, and does nothing. */
const OF_ORGANIZATION = `j.task_identifier = ANY($2::text[])
  AND coalesce(payload->>'organizationId', payload->>'spaceId') IS NOT NULL
  AND coalesce(payload->>'organizationId', $1) = $1
  AND (payload->>'spaceId' IS NULL OR payload->>'spaceId' IN (SELECT id FROM spaces WHERE organization_id = $1))`;

/** Reads the jobs of an organization that are still to be done. */
export const readOrganizationJobs = (client: pg.Client, organizationId: string): Promise<readonly object[]> =>
  readJobs(client, OF_ORGANIZATION, [organizationId, [...MOVED_JOBS]]);

/** Ids in the payload of a job. */
export const idsOfJob = ({ payload }: StoredJob): readonly string[] =>
  Object.values(payload).filter((value): value is string => typeof value === 'string' && isId(value));

/**
 * Returns a job as it may be enqueued for an imported organization, in the organization's own share of the workers.
 * @throws Error with one line when the job belongs to another organization, or to none
 */
export function ownJob(job: StoredJob, organizationId: string): StoredJob {
  const { name, payload, queue } = job;
  const owner = payload['organizationId'] ?? organizationId;
  if (!MOVED_JOBS.has(name) || owner !== organizationId || idsOfJob(job).length === 0)
    throw new Error(`the archive has a job that no organization has: ${name}`);
  // A queue of the system would stop while the job runs.
  if (queue !== null && !idsOfJob(job).some((id) => queue.endsWith(` ${id}`)))
    throw new Error(`the archive has a job in a queue of others: ${queue}`);
  return { ...job, priority: 0, flags: { [`${name} ${organizationId}`]: true } };
}
