import { Aggregate, type State } from '../kernel/aggregate.ts';
import { Conflict } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';

export const GIT_SYNC_STATES = ['idle', 'importing', 'exporting', 'failed'] as const;
export type GitSyncPhase = (typeof GIT_SYNC_STATES)[number];
export const GIT_PROVIDERS = ['github', 'gitlab'] as const;
export type GitProvider = (typeof GIT_PROVIDERS)[number];

/** One thing about the repository that was not understood, repaired or left out. */
export interface SyncReportEntry {
  readonly level: 'warning' | 'info';
  readonly code: string;
  readonly path: string;
  readonly line?: number;
  readonly message: string;
}

/** What the latest import or export did, or is doing. */
export interface SyncOperation {
  readonly kind: 'import' | 'export';
  readonly ref: string;
  readonly commit: string | null;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly pages: number;
  readonly files: number;
  readonly error?: string;
  readonly report: readonly SyncReportEntry[];
}

/** The Git side of a space; its id is the space's. */
export interface GitSyncState extends State {
  readonly organizationId: Id;
  readonly state: GitSyncPhase;
  readonly repoName: string | null;
  readonly installationProvider: GitProvider | null;
  /** The repository's address without credentials. */
  readonly url: string | null;
  /** When content last came from or went to the repository. */
  readonly updatedAt: string | null;
  readonly lastOperation: SyncOperation | null;
}

/** Where the repository is, as it may be shown. */
export interface RepositoryInfo {
  readonly repoName: string;
  readonly installationProvider: GitProvider | null;
  readonly url: string;
}

/** The link of a space to a Git repository: one operation at a time, and what came of it. */
export class GitSync extends Aggregate<GitSyncState> {
  static readonly kind = 'Git sync';
  static restore = (state: GitSyncState) => new GitSync(state);

  static of(spaceId: Id, organizationId: Id): GitSync {
    return new GitSync({ id: spaceId, organizationId, state: 'idle', repoName: null, installationProvider: null, url: null, updatedAt: null, lastOperation: null });
  }

  /** @throws Conflict while another operation runs. */
  start(kind: SyncOperation['kind'], ref: string, repository: RepositoryInfo, at: string): void {
    if (this.state.state === 'importing' || this.state.state === 'exporting') throw new Conflict(`the space is ${this.state.state} already; see git/info`);
    this.become(
      { ...repository, state: kind === 'import' ? 'importing' : 'exporting', lastOperation: { kind, ref, commit: null, startedAt: at, finishedAt: null, pages: 0, files: 0, report: [] } },
      `git-sync.${kind}-started`,
      { ref },
    );
  }

  succeed(result: Pick<SyncOperation, 'commit' | 'pages' | 'files' | 'report'>, at: string): void {
    this.#finish({ ...result, finishedAt: at }, 'idle', at);
  }

  /** @param error what went wrong, in words that hold no credential */
  fail(error: string, report: readonly SyncReportEntry[], at: string): void {
    this.#finish({ error, report, finishedAt: at }, 'failed', this.state.updatedAt);
  }

  #finish(result: Partial<SyncOperation>, state: GitSyncPhase, updatedAt: string | null): void {
    const { lastOperation } = this.state;
    if (lastOperation === null) throw new Conflict('no Git operation is running');
    this.become({ state, updatedAt, lastOperation: { ...lastOperation, ...result } }, `git-sync.${lastOperation.kind}-${state === 'failed' ? 'failed' : 'finished'}`);
  }
}
