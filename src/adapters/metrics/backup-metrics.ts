import { Gauge, type Registry } from 'prom-client';
import type { BackupRuns } from '../../ports/instance.backups.ts';

type Latest = Awaited<ReturnType<BackupRuns['latest']>>;

/** Metrics of scheduled backups: name, description, and value. */
const METRICS: readonly (readonly [string, string, (latest: Latest) => number])[] = [
  [
    'quire_backup_failed',
    '1 if the last finished scheduled backup failed, otherwise 0.',
    ({ last }) => (last?.state === 'failed' ? 1 : 0),
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
export function registerBackupMetrics(registry: Registry, runs: Pick<BackupRuns, 'latest'>): void {
  for (const [name, help, valueOf] of METRICS)
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const latest = await runs.latest().catch(() => undefined);
        if (latest !== undefined) this.set(valueOf(latest));
      },
    });
}
