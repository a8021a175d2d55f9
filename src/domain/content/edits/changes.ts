import type { Id } from '../../kernel/id.ts';
import type { Content } from '../content.ts';
import type { StagedContent } from './draft.ts';
import type { File, GitBlob, PageFields, PageType, ReusableContent, Variables } from '../page.ts';
import type { BlockRange } from '../text/revert-blocks.ts';

/** Fields of a page to be set; null (and the empty text, except for the title) removes one, absent ones stay. */
export type PageMetadata = { readonly [K in keyof PageFields]?: K extends 'title' ? string : PageFields[K] | null } & {
  /** The empty text: by default, from the title. */
  readonly slug?: string;
  readonly git?: GitBlob | null;
};

export interface InsertPage extends PageMetadata {
  readonly operation: 'insert_page';
  /** Chosen by the caller when documents of the same batch link to the page; by default a new one. */
  readonly id?: Id;
  readonly type?: PageType;
  /** Where no slug is given: goes before the one from the title if it can be one, numbered when a sibling has it. */
  readonly preferredSlug?: string;
  /** Bytes, kept exactly; documents only. */
  readonly document?: Uint8Array;
  /** The parent; left out or null: the root. */
  readonly into?: Id | null;
  /** The place among the siblings, counted from 0; left out or beyond the end: the last. */
  readonly at?: number;
  /** A name for the page within the batch. */
  readonly ref?: string;
}

export interface UpdatePage extends PageMetadata {
  readonly operation: 'update_page';
  readonly page: Id;
  readonly document?: Uint8Array;
  /** The new parent (null: the root); left out: as it is. Without `at` the page goes last. */
  readonly into?: Id | null;
  /** The place among the siblings, this page not counted. */
  readonly at?: number;
}

/** With its subpages. */
export interface DeletePage {
  readonly operation: 'delete_page';
  readonly page: Id;
}

/** Makes the page what it is in another content; one that does not exist there is deleted, one that was deleted comes back. */
export interface RevertPage {
  readonly operation: 'revert_page';
  readonly page: Id;
  /** By default the context's `base`. */
  readonly to?: Content;
  /** Keys of blocks: only the text goes back, and of it only where these blocks differ. */
  readonly blocks?: readonly string[];
}

export interface InsertFiles {
  readonly operation: 'insert_files';
  readonly files: readonly (File & { readonly ref?: string })[];
}
/** New bytes bring all that describes them: dimensions that are left out are none. */
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
  /** A name for it within the batch. */
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
/** One step of an edit. */
export type Change = PageChange | NonPageChange;

/** What an edit needs from outside. */
export interface EditContext {
  readonly newId: () => Id;
  /** ISO 8601. */
  readonly now: string;
  /** A readable slug of a title, or the empty text when there is none (the domain then uses `page`). */
  readonly slugify: (title: string) => string;
  /** What `revert_page` goes back to. */
  readonly base?: Content;
  /** The blocks of a document, for `revert_page` with blocks. Pure. */
  readonly blocksOf?: (markdown: string) => readonly BlockRange[];
}

/** What an edit did to a thing, from before it to after it. */
export type EditEffect = 'created' | 'updated' | 'deleted';

/** A page that the edit affected, once each, in the order of first touch; one that it made and deleted again is not told. */
export interface AffectedPage {
  readonly kind: EditEffect;
  readonly page: Id;
  readonly ref?: string;
}

/** A file that was there before, and what it is now; of one that was deleted, its id. */
export type AffectedFile =
  { readonly kind: 'updated'; readonly file: File } | { readonly kind: 'deleted'; readonly file: Id };

/** A reusable content that the edit affected, as it is now; of one that was deleted, its id. */
export type AffectedReusableContent =
  | { readonly kind: 'created' | 'updated'; readonly reusableContent: ReusableContent; readonly ref?: string }
  | { readonly kind: 'deleted'; readonly reusableContent: Id };

export interface InsertedFile {
  readonly file: File;
  readonly ref?: string;
}

export interface EditResult extends StagedContent {
  readonly affectedPages: readonly AffectedPage[];
  /** As they are after the edit. */
  readonly insertedFiles: readonly InsertedFile[];
  readonly affectedFiles: readonly AffectedFile[];
  readonly affectedReusableContents: readonly AffectedReusableContent[];
  /** The variables that the edit names, with what they are now; null: none. */
  readonly affectedVariables: { readonly [name in string]: Variables[string] | null };
}
