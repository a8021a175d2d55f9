import type pg from 'pg';
import type { JobId } from '../../../../domain/kernel/id.ts';
import {
  JOB_STATUSES,
  type JobCounts,
  type JobFilter,
  type JobReads,
  type JobState,
  type JobStatus,
} from '../../../../ports/kernel/jobs.ts';
import type { Page, PageRequest } from '../../../../ports/kernel/repository.ts';
import { pageOf } from '../../list-keys.ts';
import { rows, statement } from './sql.ts';

export const JOB_TABLES =
  'graphile_worker._private_jobs AS jobs JOIN graphile_worker._private_tasks AS tasks ON tasks.id = jobs.task_id';

const STATUS = `CASE WHEN jobs.locked_at IS NOT NULL AND jobs.flags ? 'cancel-requested' THEN 'cancelling'
  WHEN jobs.locked_at IS NOT NULL THEN 'running'
  WHEN jobs.attempts >= jobs.max_attempts THEN 'failed'
  WHEN jobs.run_at > now() THEN 'scheduled'
  ELSE 'waiting' END`;

/** Organization of a job: that of its payload, or the last word of the flag that names its share. */
const ORGANIZATION = `coalesce(jobs.payload ->> 'organizationId', (SELECT substr(flag, length(tasks.identifier) + 2)
  FROM jsonb_object_keys(jobs.flags) AS flag WHERE starts_with(flag, tasks.identifier || ' ') LIMIT 1))`;

export const JOB_COLUMNS = `jobs.id::text AS id, tasks.identifier AS name, ${ORGANIZATION} AS "organizationId", jobs.payload,
  ${STATUS} AS status, jobs.attempts, jobs.max_attempts AS "maxAttempts", jobs.created_at AS "enqueuedAt",
  jobs.run_at AS "dueAt", jobs.locked_at AS "startedAt", jobs.locked_by AS worker, jobs.last_error AS error`;

type JobRow = Omit<JobState, 'enqueuedAt' | 'dueAt' | 'startedAt'> & {
  readonly enqueuedAt: string | Date;
  readonly dueAt: string | Date;
  readonly startedAt: string | Date | null;
};

const isoTime = (time: string | Date): string => new Date(time).toISOString();

export const jobFrom = ({ enqueuedAt, dueAt, startedAt, ...rest }: JobRow): JobState => ({
  ...rest,
  enqueuedAt: isoTime(enqueuedAt),
  dueAt: isoTime(dueAt),
  startedAt: startedAt === null ? null : isoTime(startedAt),
});

/** Number of a job in the tables of the queue; undefined for an id that no job can have. */
export const jobNumber = (id: JobId): string | undefined => (/^[1-9]\d{0,17}$/.test(id) ? id : undefined);

const FIND = statement(`SELECT ${JOB_COLUMNS} FROM ${JOB_TABLES} WHERE jobs.id = $1::bigint`);
const COUNTS = statement(`SELECT name, status, count(*)::int AS count,
    coalesce(extract(epoch FROM max(now() - due)), 0)::float AS seconds
  FROM (SELECT tasks.identifier AS name, ${STATUS} AS status, jobs.run_at AS due FROM ${JOB_TABLES}) AS found
  GROUP BY name, status`);

/** Reads of the tables of the queue. */
export class PgJobReads implements JobReads {
  constructor(private readonly pool: pg.Pool) {}

  async list({ names, status, organizationId }: JobFilter, { limit, after }: PageRequest): Promise<Page<JobState>> {
    const values: unknown[] = [];
    const parameter = (value: unknown): string => `$${values.push(value)}`;
    const where = ['true'];
    if (names !== undefined) where.push(`tasks.identifier = ANY(${parameter(names)}::text[])`);
    if (status !== undefined) where.push(`${STATUS} = ${parameter(status)}`);
    if (organizationId !== undefined) where.push(`${ORGANIZATION} = ${parameter(organizationId)}`);
    const counted = rows<{ count: number }>(
      this.pool,
      statement(`SELECT count(*)::int AS count FROM ${JOB_TABLES} WHERE ${where.join(' AND ')}`),
      [...values],
    );
    if (after !== undefined) where.push(`jobs.id < ${parameter(after)}::bigint`);
    const text = `SELECT ${JOB_COLUMNS} FROM ${JOB_TABLES} WHERE ${where.join(' AND ')} ORDER BY jobs.id DESC LIMIT ${parameter(limit + 1)}`;
    const [found, [total]] = await Promise.all([rows<JobRow>(this.pool, statement(text), values), counted]);
    const { items, ...page } = pageOf(found, limit, total!.count, ({ id }) => id);
    return { items: items.map(jobFrom), ...page };
  }

  async find(id: JobId): Promise<JobState | undefined> {
    const number = jobNumber(id);
    const [row] = number === undefined ? [] : await rows<JobRow>(this.pool, FIND, [number]);
    return row && jobFrom(row);
  }

  async counts(): Promise<readonly JobCounts[]> {
    const byName = new Map<string, { counts: Record<JobStatus, number>; oldestWaitingSeconds: number }>();
    for (const { name, status, count, seconds } of await rows<{
      name: string;
      status: JobStatus;
      count: number;
      seconds: number;
    }>(this.pool, COUNTS, [])) {
      const known = byName.get(name) ?? { counts: noCounts(), oldestWaitingSeconds: 0 };
      byName.set(name, known);
      known.counts[status] = count;
      if (status === 'waiting') known.oldestWaitingSeconds = seconds;
    }
    return [...byName].map(([name, figures]) => ({ name, ...figures }));
  }
}

const noCounts = (): Record<JobStatus, number> =>
  Object.fromEntries(JOB_STATUSES.map((status) => [status, 0])) as Record<JobStatus, number>;
