import type { OrganizationId } from '../domain/kernel/id.ts';
import type { GarbageCollectionStats } from '../ports/garbage-collection.ts';
import type { BackupRun, BackupSchedule } from '../ports/instance.backups.ts';
import { JOB_STATUSES, type JobStatus } from '../ports/kernel/jobs.ts';
import type { StorageOverview } from '../ports/uploads.ts';
import { isLate } from './instance.backups.ts';
import { inInstance } from './kernel/scope.ts';
import { query } from './kernel/use-case.ts';

/** Number of organizations that are listed with their bytes. */
const LISTED_ORGANIZATIONS = 20;

/** State of the instance for its operator. */
export interface InstanceStatus {
  /** Problems that the operator should mend, in sentences; empty if there are none. */
  readonly problems: readonly string[];
  /** Numbers of jobs that have not succeeded. */
  readonly jobs: Readonly<Record<JobStatus, number>>;
  readonly storage: Omit<StorageOverview, 'largest'> & {
    /** Organizations with the most bytes of files, the largest first. */
    readonly organizations: readonly {
      readonly id: OrganizationId;
      readonly title: string;
      readonly bytes: number;
    }[];
  };
  readonly garbage: GarbageCollectionStats;
  /** Scheduled backups; undefined if there are none. */
  readonly backups:
    | {
        /** Time of the next one. */
        readonly next: string | undefined;
        /** Last one that ended, and last complete one. */
        readonly last: BackupRun | undefined;
        readonly complete: BackupRun | undefined;
      }
    | undefined;
}

/** Gets the state of the instance: problems, storage, jobs, garbage collection and backups. */
export const getInstanceStatus = query<{}>()({
  name: 'getInstanceStatus',
  requires: 'instance:operate',
  scope: inInstance,
  needs: ['health', 'storageUsage', 'collector', 'backups'],
  async run({ read, health, storageUsage, collector, backups, now }): Promise<InstanceStatus> {
    const [found, counts, { largest, ...storage }, garbage, runs] = await Promise.all([
      health.problems(),
      read.jobs.counts(),
      storageUsage.overview(LISTED_ORGANIZATIONS),
      collector.stats(),
      backups?.runs.latest(),
    ]);
    const organizations = await Promise.all(
      largest.map(async ({ organizationId: id, bytes }) => {
        const organization = await read.organizations.find({ id });
        return { id, title: organization?.snapshot().title ?? '', bytes };
      }),
    );
    const jobs = Object.fromEntries(
      JOB_STATUSES.map((status) => [status, counts.reduce((sum, one) => sum + one.counts[status], 0)]),
    ) as Record<JobStatus, number>;
    return {
      problems: [
        ...found,
        ...(jobs.failed > 0 ? [`${jobs.failed} jobs have failed: see the list of jobs`] : []),
        ...(backups && runs ? backupProblems(backups.schedule, runs, now) : []),
      ],
      jobs,
      storage: { ...storage, organizations },
      garbage,
      backups: backups && runs && { next: backups.schedule.next(now), ...runs },
    };
  },
});

function backupProblems(
  schedule: BackupSchedule,
  { last, complete }: { readonly last: BackupRun | undefined; readonly complete: BackupRun | undefined },
  now: string,
): readonly string[] {
  if (last?.state === 'failed') return [`the last backup, of ${last.startedAt}, failed: ${last.error}`];
  return complete !== undefined && isLate(schedule, complete, now)
    ? [`the last complete backup is of ${complete.startedAt}: a later one was missed`]
    : [];
}
