import type { RepositoryInfo } from '../../domain/git/git-sync.ts';
import type { Remote } from '../../domain/git/sync-point.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { RunningOperation } from './running-operation.ts';

/** Payload of an import or export job. It is stored in the queue, so credentials are sealed. */
export interface GitJobPayload extends RunningOperation, Remote {
  /** URL of the repository with its credentials, sealed. */
  readonly address: string;
  readonly cacheId: string | null;
  /** URL that a commit id is appended to. */
  readonly commitUrl: string | null;
  readonly eventAt: string | null;
  readonly repository: RepositoryInfo;
  readonly startedAt: string;
  /** Generation of the follow that started the operation; absent when a user started it. */
  readonly followGeneration?: Id;
}

/** Builds the purpose with which the URL is sealed, bound to one operation of one space. */
export const operationPurpose = (kind: 'import' | 'export', spaceId: Id, operation: Id): string =>
  `git ${kind} ${spaceId} ${operation}`;
