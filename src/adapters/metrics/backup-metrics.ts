import { Gauge, type Registry } from 'prom-client';
import type { BackupRun, BackupRuns } from '../../ports/instance.backups.ts';
import { scrapedFigures, type ReportFailure } from './scraped-figures.ts';

type Latest = Awaited<ReturnType<BackupRuns['latest']>>;

/** Record of the scheduled backups, with what their schedule says. */
export interface MeasuredBackups {
  latest(): Promise<Latest>;
  /** Tells whether a backup after a complete one should have been made by now. */
  isLate(complete: BackupRun): boolean;
}

/** Metrics of scheduled backups: name, description, and value. */
const METRICS: readonly (readonly [string, string, (latest: Latest, backups: MeasuredBackups) => number])[] = [
  [
    'quire_backup_failed',
    '1 if the last finished scheduled backup failed, otherwise 0.',
    ({ last }) => (last?.state === 'failed' ? 1 : 0),
  ],
  [
    'quire_backup_missed',
    '1 if a scheduled backup after the last complete one was missed, otherwise 0.',
    ({ complete }, backups) => (complete !== undefined && backups.isLate(complete) ? 1 : 0),
  ],
  [
    'quire_backup_last_success_timestamp_seconds',
    'Start of the last complete scheduled backup, in seconds since 1970; 0 for none.',
    ({ complete }) => (complete === undefined ? 0 : Date.parse(complete.startedAt) / 1000),
  ],
  [
    'quire_backup_last_size_bytes',
    'Size of the last complete scheduled backup; 0 for none.',
    ({ complete }) => complete?.bytes ?? 0,
  ],
];

/** Registers the metrics of scheduled backups. */
export function registerBackupMetrics(registry: Registry, backups: MeasuredBackups, report: ReportFailure): void {
  const read = scrapedFigures('backups', () => backups.latest(), report);
  for (const [name, help, valueOf] of METRICS)
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const latest = await read();
        if (latest !== undefined) this.set(valueOf(latest, backups));
      },
    });
}
