import type { RepositoryFiles } from './git/repository-format.ts';

/** Pages to begin with, laid out like a project in a Git repository, all in one folder; its summary says how they nest. */
export interface Template {
  /** Lower case words joined by hyphens. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly files: RepositoryFiles;
}

/** The templates of this instance, in the order in which they are offered. */
export interface Templates {
  all(): readonly Template[];
}
