import type pg from 'pg';
import { GIT_SYNC_PHASES } from '../../../domain/git/git-sync.ts';
import type { GitSyncFigures, GitSyncMonitor } from '../../../ports/git/sync-monitor.ts';
import { rows, statement } from './kernel/sql.ts';

const FIGURES = statement(
  `SELECT ${GIT_SYNC_PHASES.map((phase) => `(SELECT count(*) FROM git_syncs WHERE state = '${phase}') AS ${phase}`).join(', ')},
     count(*) FILTER (WHERE failure IS NOT NULL) AS failing,
     greatest(0, max(CASE
       WHEN failure IS NOT NULL THEN extract(epoch FROM $1::timestamptz - (failure->>'since')::timestamptz)
       WHEN "interval" IS NOT NULL THEN extract(epoch FROM $1::timestamptz - coalesce(checked_at, created_at)) - "interval"
     END))::float8 AS lag
   FROM git_follows WHERE paused IS NULL`,
);

/** Figures about Git synchronization, counted in one statement. */
export class PgGitSyncMonitor implements GitSyncMonitor {
  constructor(private readonly pool: pg.Pool) {}

  async figures(now: string): Promise<GitSyncFigures> {
    const [{ failing, lag, ...spaces }] = (await rows(this.pool, FIGURES, [now])) as [
      GitSyncFigures['spaces'] & { readonly failing: number; readonly lag: number },
    ];
    return { spaces, failingFollows: failing, lagSeconds: lag };
  }
}
