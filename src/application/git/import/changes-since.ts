import type { Hash } from '../../../domain/content/objects/content-object.ts';
import type { ProjectLayout, SyncPoint } from '../../../domain/git/sync-point.ts';
import type { RepositoryChange } from '../../../ports/git/git-repositories.ts';

/** What became another one since a commit that is known as content. */
export interface ChangesSince {
  readonly point: SyncPoint;
  readonly layout: ProjectLayout;
  /** The content that holds what that commit held. */
  readonly base: Hash;
  /** By their paths relative to the project directory. */
  readonly changes: readonly RepositoryChange[];
}

/** What is told of a text alone, wherever its page stands. */
export const SINGLE_TEXT_CODES: ReadonlySet<string> = new Set([
  'front-matter-unreadable',
  'front-matter-invalid-value',
  'cover-missing',
  'invalid-utf-8',
]);
