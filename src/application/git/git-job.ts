import type { RepositoryInfo } from '../../domain/git/git-sync.ts';
import type { Remote } from '../../domain/git/sync-point.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { RunningOperation } from './running-operation.ts';

/** What the job of an import or an export is told; lies in the queue, so it holds no credential in clear. */
export interface GitJobPayload extends RunningOperation, Remote {
  /** The repository's address with its credentials, in a secret box. */
  readonly address: string;
  readonly cacheId: string | null;
  /** What the address of a commit starts with. */
  readonly commitUrl: string | null;
  readonly eventAt: string | null;
  readonly repository: RepositoryInfo;
  readonly startedAt: string;
  /** Generation of the follow that ordered it; absent where a person did. */
  readonly followGeneration?: Id;
}

/** What the address is closed in its box for: this operation of this space. */
export const operationPurpose = (kind: 'import' | 'export', spaceId: Id, operation: Id): string =>
  `git ${kind} ${spaceId} ${operation}`;
