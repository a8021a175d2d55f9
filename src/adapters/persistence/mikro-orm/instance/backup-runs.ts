import type pg from 'pg';
import type { BackupRun, BackupRuns } from '../../../../ports/instance.backups.ts';
import { rows, statement } from '../kernel/sql.ts';

/** Number of runs that are kept. */
const KEPT = 200;

const BEGIN = statement(`WITH interrupted AS (
    UPDATE backups SET state = 'failed', finished_at = $3::timestamptz, error = 'the process was stopped' WHERE state = 'running'
  ), expired AS (
    DELETE FROM backups WHERE id IN (SELECT id FROM backups WHERE state <> 'running' ORDER BY started_at DESC OFFSET ${KEPT})
  )
  INSERT INTO backups (id, name, state, started_at) VALUES ($1, $2, 'running', $3::timestamptz)`);
const FINISH = statement(
  'UPDATE backups SET state = $2, bytes = $3, error = $4, finished_at = $5::timestamptz WHERE id = $1',
);
const LATEST = (condition: string): string => `(SELECT json_build_object('id', id, 'name', name, 'state', state,
    'startedAt', started_at, 'finishedAt', finished_at, 'bytes', bytes, 'error', error)
  FROM backups WHERE ${condition} ORDER BY started_at DESC LIMIT 1)`;
const LAST = statement(`SELECT ${LATEST("state <> 'running'")} AS last, ${LATEST("state = 'complete'")} AS complete`);

/** Scheduled backups in the table `backups`, which no backup contains. */
export class PgBackupRuns implements BackupRuns {
  constructor(private readonly pool: pg.Pool) {}

  async begin({ id, name, startedAt }: Pick<BackupRun, 'id' | 'name' | 'startedAt'>): Promise<void> {
    await rows(this.pool, BEGIN, [id, name, startedAt]);
  }

  async finish(
    id: string,
    { state, bytes, error, finishedAt }: Pick<BackupRun, 'state' | 'bytes' | 'error'> & { finishedAt: string },
  ): Promise<void> {
    await rows(this.pool, FINISH, [id, state, bytes, error, finishedAt]);
  }

  async latest(): Promise<{ readonly last: BackupRun | undefined; readonly complete: BackupRun | undefined }> {
    const [found] = await rows<{ last: BackupRun | null; complete: BackupRun | null }>(this.pool, LAST, []);
    return { last: toRun(found!.last), complete: toRun(found!.complete) };
  }
}

function toRun(row: BackupRun | null): BackupRun | undefined {
  if (row === null) return undefined;
  const instant = (at: string): string => new Date(at).toISOString();
  return {
    ...row,
    startedAt: instant(row.startedAt),
    finishedAt: row.finishedAt === null ? null : instant(row.finishedAt),
  };
}
