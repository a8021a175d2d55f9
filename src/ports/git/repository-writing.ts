import type { Hash } from '../../domain/content/objects/content-object.ts';
import type { File, Page, Redirect, ReusableContent, Variables } from '../../domain/content/page.ts';
import type { ProjectLayout } from '../../domain/git/sync-point.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { RepositoryFiles } from './repository-format.ts';

/** A thing with the bytes of its document. */
export interface ItemWithDocument<T> {
  readonly item: T;
  readonly document: Uint8Array;
}

/** A page, and the title it had in the repository, where it was there. */
export interface ChangedDocument extends ItemWithDocument<Page> {
  readonly titleBefore?: string;
}

/** What of a content a repository does not have yet. Paths are relative to the project directory. */
export interface ProjectChanges {
  /** All pages, parents before their children, siblings in order; `before` is null where nobody knows what is there. Absent where navigation stays as it is. */
  readonly navigation?: { readonly before: readonly Page[] | null; readonly after: readonly Page[] };
  /** Documents that are new, or whose text or fields are other ones. */
  readonly pages: readonly ChangedDocument[];
  readonly reusableContents: readonly ItemWithDocument<ReusableContent>[];
  /** New, or with other bytes. */
  readonly files: readonly File[];
  /** All of them, where any changed. */
  readonly variables?: Variables;
  /** All of them by their sources, where nobody knows what is there: a repository with settings keeps those. */
  readonly redirects?: ReadonlyMap<string, Redirect>;
  /** Files of what was deleted. */
  readonly removedPaths: readonly string[];
}

/** Where things lie that stay where they are. */
export interface PathLookup {
  pages(ids: Iterable<Id>): Promise<ReadonlyMap<Id, string>>;
  files(ids: Iterable<Id>): Promise<ReadonlyMap<Id, string>>;
  reusableContents(ids: Iterable<Id>): Promise<ReadonlyMap<Id, string>>;
}

/** The new content of a file, the name of its bytes in the blob store, or null: it is removed. */
export interface FileChange {
  readonly path: string;
  readonly content: Uint8Array | { readonly blob: Hash } | null;
}

/** How a document lies in the repository from now on. */
export interface SerializedDocument {
  readonly path: string;
  readonly frontMatterSource: Uint8Array | null;
  readonly document: Uint8Array;
}

/** How a project is written, and how its things lie in it then. */
export interface SerializedProject {
  /** No path twice. May hold files that are as they were. */
  readonly changes: readonly FileChange[];
  readonly pages: ReadonlyMap<Id, SerializedDocument>;
  readonly reusableContents: ReadonlyMap<Id, SerializedDocument>;
  readonly files: ReadonlyMap<Id, string>;
  /** What the summary says of the links whose destination it writes anew. */
  readonly hrefs: ReadonlyMap<Id, string>;
  readonly layout: ProjectLayout;
}

export interface WriteOptions {
  readonly projectDirectory: string;
  /** Null: to be found out. */
  readonly layout: ProjectLayout | null;
  readonly paths: PathLookup;
}

/** Writes documentation projects into repositories, as `RepositoryFormat` reads them. */
export interface RepositoryWriter {
  /**
   * What has to be written so that the repository has the changes, and nothing else differs. Files are listed and read only
   * where that has to be known.
   * @param files the commit to write on; empty for none
   */
  write(
    files: () => Promise<RepositoryFiles>,
    changes: ProjectChanges,
    options: WriteOptions,
  ): Promise<SerializedProject>;
}
