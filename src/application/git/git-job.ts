import type { RepositoryInfo } from '../../domain/git/git-sync.ts';
import type { Remote } from '../../domain/git/sync-point.ts';
import type { Id, OrganizationId, SpaceId, UserId } from '../../domain/kernel/id.ts';

/** An operation of a space with the user and credential that authorize it. */
export interface RunningOperation {
  readonly operation: Id;
  readonly spaceId: SpaceId;
  readonly organizationId: OrganizationId;
  readonly actorId: UserId;
  /** Origin of the initiator's credential; absent from requests enqueued before it was recorded. */
  readonly via?: string | null;
}

/**
 * Mode of an import. `merge` merges the changes of both sides since the last sync, and replaces the content when there
 * was none; `replace` replaces the content; `standalone` creates a revision outside the primary content.
 */
export type ImportMode = 'merge' | 'replace' | 'standalone';

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

export interface ImportJobPayload extends GitJobPayload {
  readonly mode: ImportMode;
}

export interface ExportJobPayload extends GitJobPayload {
  /** Null: the default message. */
  readonly commitMessage: string | null;
  /** Writes the content of the space whatever the repository holds. */
  readonly force: boolean;
}

/** Builds the purpose with which the URL is sealed, bound to one operation of one space. */
export const operationPurpose = (kind: 'import' | 'export', spaceId: SpaceId, operation: Id): string =>
  `git ${kind} ${spaceId} ${operation}`;
