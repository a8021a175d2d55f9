import type { RepositoryInfo } from '../../domain/git-sync/git-sync.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { BringOrder } from './bring-remote.ts';

/** What the job of an import is told; lies in the queue, so it holds no credential in clear. */
export interface ImportOrder extends BringOrder {
  /** The repository's address with its credentials, in a secret box. */
  readonly address: string;
  readonly cacheId: string | null;
  readonly eventAt: string | null;
  readonly repository: RepositoryInfo;
  readonly startedAt: string;
}

/** What the address is closed in its box for: this import of this space. */
export const importPurpose = (spaceId: Id, operation: Id): string => `git import ${spaceId} ${operation}`;
