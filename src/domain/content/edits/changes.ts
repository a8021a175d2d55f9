import type { Id } from '../../kernel/id.ts';
import type { Content } from '../content.ts';
import type { StagedContent } from './draft.ts';
import type { File, GitBlob, PageFields, PageType, ReusableContent, Variables } from '../page.ts';
import type { BlockRange } from '../text/revert-blocks.ts';

/**
 * Fields of a page to be set; null (or the empty text, except for the title) removes a field, absent fields stay
 * unchanged.
 */
export type PageMetadata = { readonly [K in keyof PageFields]?: K extends 'title' ? string : PageFields[K] | null } & {
  /** Slug; the empty text derives it from the title. */
  readonly slug?: string;
  readonly git?: GitBlob | null;
};

export interface InsertPage extends PageMetadata {
  readonly operation: 'insert_page';
  /** Id chosen by the caller, for documents of the same batch that link to the page; default: a new one. */
  readonly id?: Id;
  readonly type?: PageType;
  /**
   * Preferred slug if `slug` is absent: used instead of one derived from the title if valid, and numbered if a sibling
   * has it.
   */
  readonly preferredSlug?: string;
  /** Bytes of the document, stored unchanged; for documents only. */
  readonly document?: Uint8Array;
  /** Parent; absent or null for the root. */
  readonly into?: Id | null;
  /** Position among the siblings, counted from 0; absent or beyond the end: last. */
  readonly at?: number;
  /** Name of the page within the batch. */
  readonly ref?: string;
}

export interface UpdatePage extends PageMetadata {
  readonly operation: 'update_page';
  readonly page: Id;
  readonly document?: Uint8Array;
  /** Keeps the heading of the stored document that repeats the title, which trees of blocks omit. */
  readonly keepsTitleHeading?: true;
  /** New parent (null: the root); absent: unchanged. Without `at` the page becomes the last child. */
  readonly into?: Id | null;
  /** Position among the siblings, not counting this page. */
  readonly at?: number;
}

/** Deletes a page with its subpages. */
export interface DeletePage {
  readonly operation: 'delete_page';
  readonly page: Id;
}

/**
 * Restores the state of a page in another content: deletes a page that does not exist there, and restores a deleted
 * one.
 */
export interface RevertPage {
  readonly operation: 'revert_page';
  readonly page: Id;
  /** Content to revert to; default: the context's `base`. */
  readonly to?: Content;
  /** Keys of blocks: reverts only the text, and only where these blocks differ. */
  readonly blocks?: readonly string[];
}

export interface InsertFiles {
  readonly operation: 'insert_files';
  readonly files: readonly (File & { readonly ref?: string })[];
}
/** Changes a file. New bytes replace all their properties: absent dimensions are removed. */
export interface UpdateFile extends Partial<Omit<File, 'id'>> {
  readonly operation: 'update_file';
  readonly file: Id;
}
export interface DeleteFile {
  readonly operation: 'delete_file';
  readonly file: Id;
}

/** Sets variables of the space; null removes one. */
export interface SetVariables {
  readonly operation: 'set_variables';
  readonly variables: { readonly [name in string]: Variables[string] | null };
}

export interface InsertReusableContent extends Pick<ReusableContent, 'title' | 'frontMatter' | 'git'> {
  readonly operation: 'insert_reusable_content';
  readonly id?: Id;
  readonly document: Uint8Array;
  /** Name of the reusable content within the batch. */
  readonly ref?: string;
}
export interface UpdateReusableContent extends Partial<Pick<ReusableContent, 'title' | 'frontMatter' | 'git'>> {
  readonly operation: 'update_reusable_content';
  readonly reusableContent: Id;
  readonly document?: Uint8Array;
}
export interface DeleteReusableContent {
  readonly operation: 'delete_reusable_content';
  readonly reusableContent: Id;
}

export type PageChange = InsertPage | UpdatePage | DeletePage | RevertPage;
export type NonPageChange =
  | InsertFiles
  | UpdateFile
  | DeleteFile
  | SetVariables
  | InsertReusableContent
  | UpdateReusableContent
  | DeleteReusableContent;
/** Step of an edit. */
export type Change = PageChange | NonPageChange;

/** Dependencies of an edit. */
export interface EditContext {
  readonly newId: () => Id;
  /** ISO 8601. */
  readonly now: string;
  /** Derives a slug from a title; the empty text if none can be derived (then `page` is used). */
  readonly slugify: (title: string) => string;
  /** Content that `revert_page` reverts to. */
  readonly base?: Content;
  /** Splits a document into blocks, for `revert_page` with blocks. Pure. */
  readonly blocksOf?: (markdown: string) => readonly BlockRange[];
}

/** Overall effect of an edit on an item. */
export type EditEffect = 'created' | 'updated' | 'deleted';

/**
 * Page affected by the edit, listed once in the order of first change; pages that were created and deleted by the same
 * edit are omitted.
 */
export interface AffectedPage {
  readonly kind: EditEffect;
  readonly page: Id;
  readonly ref?: string;
}

/** Existing file after the edit; only the id for a deleted one. */
export type AffectedFile =
  { readonly kind: 'updated'; readonly file: File } | { readonly kind: 'deleted'; readonly file: Id };

/** Reusable content after the edit; only the id for a deleted one. */
export type AffectedReusableContent =
  | { readonly kind: 'created' | 'updated'; readonly reusableContent: ReusableContent; readonly ref?: string }
  | { readonly kind: 'deleted'; readonly reusableContent: Id };

export interface InsertedFile {
  readonly file: File;
  readonly ref?: string;
}

export interface EditResult extends StagedContent {
  readonly affectedPages: readonly AffectedPage[];
  /** Inserted files, as they are after the edit. */
  readonly insertedFiles: readonly InsertedFile[];
  readonly affectedFiles: readonly AffectedFile[];
  readonly affectedReusableContents: readonly AffectedReusableContent[];
  /** Variables that the edit names, with their values afterwards; null for removed ones. */
  readonly affectedVariables: { readonly [name in string]: Variables[string] | null };
}
