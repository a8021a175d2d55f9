import type { GitSyncPhase } from '../../domain/git/git-sync.ts';

/** Figures about the synchronization of all spaces with their repositories. */
export interface GitSyncFigures {
  /** Number of spaces with a repository, by the state of their synchronization. */
  readonly spaces: Readonly<Record<GitSyncPhase, number>>;
  /** Number of followed branches whose last check failed. */
  readonly failingFollows: number;
  /**
   * Longest time, in seconds, for which a followed branch could not be reached or by which its check is overdue; 0 when
   * all branches were checked in time. Paused branches do not count.
   */
  readonly lagSeconds: number;
}

/** Observes the synchronization with Git repositories. */
export interface GitSyncMonitor {
  /** @param now ISO 8601 */
  figures(now: string): Promise<GitSyncFigures>;
}
