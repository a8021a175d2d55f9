import type { BackupRetention, BackupRun, Backups, BackupSchedule } from '../ports/instance.backups.ts';
import type { JobRequest } from '../ports/kernel/jobs.ts';
import type { UnitOfWork } from '../ports/kernel/unit-of-work.ts';
import { job, type JobContext } from './kernel/job.ts';
import type { Services } from './kernel/services.ts';
import { JOB_TYPES } from './system/job-types.ts';
import { addMilliseconds, DAY_MS } from '../domain/kernel/time.ts';

type BackupContext = Pick<JobContext<'clock' | 'ids'>, 'clock' | 'ids' | 'now' | 'signal'>;

/** Names of the archives of scheduled backups, with the time of their start. */
const ARCHIVE = /^quire-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz$/;

/** Names the archive of a backup that starts at a time, so that names sort by time. */
export const archiveName = (startedAt: string): string =>
  `quire-${startedAt.replace(/\.\d+Z$/, 'Z').replaceAll(/[-:]/g, '')}.tar.gz`;

const timeOf = (name: string): number | undefined => {
  const [, year, month, day, hour, minute, second] = ARCHIVE.exec(name) ?? [];
  return year === undefined ? undefined : Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
};

/**
 * Chooses the archives that are no longer kept. Files with other names stay, and so does the newest archive.
 * @param names names at the target, in any order
 */
export function expiredArchives(names: readonly string[], retention: BackupRetention, now: string): readonly string[] {
  const [, ...older] = names
    .filter((name) => timeOf(name) !== undefined)
    .sort()
    .reverse();
  if ('count' in retention) return older.slice(retention.count - 1);
  return older.filter((name) => timeOf(name)! < Date.parse(now) - retention.days * DAY_MS);
}

/** Request for the backup at a time; one per time, however many processes ask for it. */
const backupAt = (at: string): JobRequest =>
  JOB_TYPES.createBackup.request({ at }, { queue: 'backup', key: `backup ${at}`, notBefore: at, maxAttempts: 8 });

/** Tells whether the schedule has a backup at a time: the settings may have changed since it was enqueued. */
const hasBackupAt = (schedule: BackupSchedule, at: string): boolean => schedule.next(addMilliseconds(at, -1)) === at;

/** Tells whether a backup after the last complete one, and the one after that, should have been made by now. */
export function isLate(schedule: BackupSchedule, { startedAt }: Pick<BackupRun, 'startedAt'>, now: string): boolean {
  const following = schedule.next(startedAt);
  const missed = following && schedule.next(following);
  return missed !== undefined && Date.parse(missed) < Date.parse(now);
}

/** Enqueues the next backup of the schedule, if there is one. */
export async function scheduleBackups({
  unitOfWork,
  services: { backups, clock },
}: {
  readonly unitOfWork: UnitOfWork;
  readonly services: Pick<Services, 'backups' | 'clock'>;
}): Promise<void> {
  const now = clock.now();
  const next = backups?.schedule.next(now);
  if (next === undefined) return;
  const context = { organizationId: null, spaceId: null, actorId: null, tokenId: null, requestId: null, at: now };
  await unitOfWork.run(context, (work) => work.jobs.enqueue(backupAt(next)));
}

/** Writes an archive and checks it there; records the result. */
async function writeArchive({ archives, runs }: Backups, { clock, ids, now, signal }: BackupContext): Promise<void> {
  const run = { id: ids.next(), name: archiveName(now), startedAt: now };
  await runs.begin(run);
  try {
    const bytes = await archives.write(run.name, signal);
    await archives.check(run.name, signal).catch(async (error: unknown) => {
      await archives.delete(run.name);
      throw error;
    });
    await runs.finish(run.id, { state: 'complete', bytes, error: null, finishedAt: clock.now() });
  } catch (error) {
    const reason = (error as Error).message.split('\n')[0]!;
    // A process that stops leaves the backup to the next one, which records that it was interrupted.
    if (!signal.aborted)
      await runs.finish(run.id, { state: 'failed', bytes: null, error: reason, finishedAt: clock.now() });
    throw error;
  }
}

/** Tells whether the last complete backup started at a time or later. */
async function hasCompleteSince({ runs }: Backups, at: string): Promise<boolean> {
  const { complete } = await runs.latest();
  return complete !== undefined && Date.parse(complete.startedAt) >= Date.parse(at);
}

/**
 * Writes a backup, checks it, and then deletes the archives that are no longer kept. A backup that was missed, because
 * no process ran at its time, is made by the next process. A failure is recorded, and tried again for half an hour; if
 * only the deletion failed, the backup is not written again.
 */
export const createBackupJob = job(JOB_TYPES.createBackup)({
  needs: ['backups', 'clock', 'ids'],
  async run(context, { at }) {
    const { backups, now, attempt, transact } = context;
    if (backups === undefined || !hasBackupAt(backups.schedule, at)) return;
    const { archives, schedule, retention } = backups;
    const next = schedule.next(now);
    if (next !== undefined)
      await transact({ organizationId: null, spaceId: null }, (work) => work.jobs.enqueue(backupAt(next)));
    if (attempt === 1 || !(await hasCompleteSince(backups, at))) await writeArchive(backups, context);
    for (const name of expiredArchives(await archives.list(), retention, now)) await archives.delete(name);
  },
});
