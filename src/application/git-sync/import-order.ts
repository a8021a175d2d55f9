import type { RepositoryInfo } from '../../domain/git-sync/git-sync.ts';
import type { Id } from '../../domain/kernel/id.ts';

/** What the job of an import is told; lies in the queue, so it holds no credential in clear. */
export interface ImportOrder {
  readonly operation: Id;
  readonly spaceId: Id;
  readonly organizationId: Id;
  readonly actorId: Id;
  /** The repository's address with its credentials, in a secret box. */
  readonly address: string;
  readonly ref: string;
  readonly cacheId: string | null;
  /** `a/b`; empty for the root. */
  readonly directory: string;
  /** What the address of a commit starts with. */
  readonly commitUrl: string | null;
  /** A revision only; the space's primary content stays. */
  readonly standalone: boolean;
  readonly eventAt: string | null;
  readonly repository: RepositoryInfo;
  readonly startedAt: string;
}

/** What the address is closed in its box for: this import of this space. */
export const importPurpose = (spaceId: Id, operation: Id): string => `git import ${spaceId} ${operation}`;
