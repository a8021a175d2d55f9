import type { Hash } from '../../domain/content/objects/content-object.ts';
import type { File, Page, Redirect, ReusableContent, Variables } from '../../domain/content/page.ts';
import type { ProjectLayout } from '../../domain/git/sync-point.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { RepositoryFiles } from './repository-format.ts';

/** Item with the bytes of its document. */
export interface ItemWithDocument<T> {
  readonly item: T;
  readonly document: Uint8Array;
}

/** Page with its previous title in the repository, if it was there. */
export interface ChangedDocument extends ItemWithDocument<Page> {
  readonly titleBefore?: string;
}

/** Content changes that a repository lacks. Paths are relative to the project directory. */
export interface ProjectChanges {
  /**
   * All pages, parents before their children, siblings in order; `before` is null if the repository's state is unknown.
   * Absent if navigation is unchanged.
   */
  readonly navigation?: { readonly before: readonly Page[] | null; readonly after: readonly Page[] };
  /** Documents that are new, or whose text or fields changed. */
  readonly pages: readonly ChangedDocument[];
  readonly reusableContents: readonly ItemWithDocument<ReusableContent>[];
  /** Files that are new, or whose bytes changed. */
  readonly files: readonly File[];
  /** All variables, if any changed. */
  readonly variables?: Variables;
  /**
   * All redirects by their sources, if the repository's state is unknown: a repository with settings keeps its
   * redirects.
   */
  readonly redirects?: ReadonlyMap<string, Redirect>;
  /** Files of deleted pages and contents. */
  readonly removedPaths: readonly string[];
}

/** Looks up the repository paths of unchanged items. */
export interface PathLookup {
  pages(ids: Iterable<Id>): Promise<ReadonlyMap<Id, string>>;
  files(ids: Iterable<Id>): Promise<ReadonlyMap<Id, string>>;
  reusableContents(ids: Iterable<Id>): Promise<ReadonlyMap<Id, string>>;
}

/** New content of a file: bytes, the hash of a stored blob, or null to remove the file. */
export interface FileChange {
  readonly path: string;
  readonly content: Uint8Array | { readonly blob: Hash } | null;
}

/** Document as it is written to the repository. */
export interface SerializedDocument {
  readonly path: string;
  readonly frontMatterSource: Uint8Array | null;
  readonly document: Uint8Array;
}

/** Result of serializing a project: the file changes, and the resulting path of each item. */
export interface SerializedProject {
  /** File changes, at most one per path. May include files that are unchanged. */
  readonly changes: readonly FileChange[];
  readonly pages: ReadonlyMap<Id, SerializedDocument>;
  readonly reusableContents: ReadonlyMap<Id, SerializedDocument>;
  readonly files: ReadonlyMap<Id, string>;
  /** Destinations of those links in the summary that are rewritten. */
  readonly hrefs: ReadonlyMap<Id, string>;
  readonly layout: ProjectLayout;
}

export interface WriteOptions {
  readonly projectDirectory: string;
  /** Layout of the project; null if it has to be detected. */
  readonly layout: ProjectLayout | null;
  readonly paths: PathLookup;
}

/** Writes documentation projects to repositories in the format that `RepositoryFormat` reads. */
export interface RepositoryWriter {
  /**
   * Computes the file changes that bring the changes into the repository and alter nothing else. Lists and reads files
   * only if needed.
   * @param files commit to write on; empty for a new repository
   */
  write(
    files: () => Promise<RepositoryFiles>,
    changes: ProjectChanges,
    options: WriteOptions,
  ): Promise<SerializedProject>;
}
