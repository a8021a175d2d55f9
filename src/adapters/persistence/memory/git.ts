import type { GitFollowState } from '../../../domain/git/git-follow.ts';
import type { GitSyncFigures, GitSyncMonitor } from '../../../ports/git/sync-monitor.ts';
import type { MemoryStore } from './store.ts';

/** Figures about Git synchronization, counted in the maps. */
export class MemoryGitSyncMonitor implements GitSyncMonitor {
  constructor(private readonly store: MemoryStore) {}

  async figures(now: string): Promise<GitSyncFigures> {
    const spaces = { idle: 0, importing: 0, exporting: 0, failed: 0 };
    for (const { state } of this.store.tables.gitSyncs.values()) spaces[state.state] += 1;
    const follows = [...this.store.tables.gitFollows.values()]
      .map(({ state }) => state)
      .filter(({ paused }) => paused === null);
    return {
      spaces,
      failingFollows: follows.filter(({ failure }) => failure !== null).length,
      lagSeconds: follows.reduce((longest, follow) => Math.max(longest, lagOf(follow, Date.parse(now))), 0),
    };
  }
}

function lagOf({ failure, interval, checkedAt, createdAt }: GitFollowState, now: number): number {
  if (failure !== null) return (now - Date.parse(failure.since)) / 1000;
  return interval === null ? 0 : (now - Date.parse(checkedAt ?? createdAt)) / 1000 - interval;
}
