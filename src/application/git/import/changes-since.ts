import type { Hash } from '../../../domain/content/objects/content-object.ts';
import type { ProjectLayout, SyncPoint } from '../../../domain/git/sync-point.ts';
import type { RepositoryChange } from '../../../ports/git/git-repositories.ts';

/** Changes since a commit whose content is stored. */
export interface ChangesSince {
  readonly point: SyncPoint;
  readonly layout: ProjectLayout;
  /** Content of that commit. */
  readonly base: Hash;
  /** Changed files, by paths relative to the project directory. */
  readonly changes: readonly RepositoryChange[];
}

/** Codes of report entries that depend on one text alone, not on the position of its page. */
export const SINGLE_TEXT_CODES: ReadonlySet<string> = new Set([
  'front-matter-unreadable',
  'front-matter-invalid-value',
  'cover-missing',
  'invalid-utf-8',
]);
