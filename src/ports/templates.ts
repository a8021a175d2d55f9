import type { RepositoryFiles } from './git/repository-format.ts';

/**
 * Template of pages, laid out like a project in a Git repository, all in one folder; its summary defines the hierarchy.
 */
export interface Template {
  /** Lower-case words joined by hyphens. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly files: RepositoryFiles;
}

/** Templates of this instance, in display order. */
export interface Templates {
  all(): readonly Template[];
}
