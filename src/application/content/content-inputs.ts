import type { PageType, VariableValue } from '../../domain/content/page.ts';
import type { BlockInput } from '../../domain/content/documents/block-input.ts';
import type { Id } from '../../domain/kernel/id.ts';

/** What a page shall say: markdown, a tree of blocks, or nothing. */
export interface DocumentWish {
  readonly markdown?: string;
  readonly document?: { readonly nodes: readonly BlockInput[] };
}

/** A file as callers name it: by its id, or by the `ref` of one that the same batch inserts. */
export type FileRefWish =
  { readonly kind: 'file'; readonly file: string } | { readonly kind: 'url'; readonly url: string };
export interface CoverWish {
  readonly ref?: FileRefWish;
  readonly refDark?: FileRefWish;
  readonly yPos: number;
}

/** Where a link leads (contract: ContentRef); pages and files of the same batch may be named by their `ref`. */
export type TargetWish =
  | FileRefWish
  | { readonly kind: 'page'; readonly page: string; readonly space?: Id }
  | { readonly kind: 'anchor'; readonly anchor: string; readonly page: string; readonly space?: Id }
  | { readonly kind: 'space'; readonly space: Id };

/** Where a computed page comes from (contract: Page.computed). */
export interface ComputedWish {
  readonly type: string;
  readonly dependencies?: Readonly<Record<string, unknown>>;
  readonly props?: Readonly<Record<string, unknown>>;
}

/** Fields of a page as callers set them; the empty text removes an emoji, an icon or a condition. */
export interface PageMetaWish {
  readonly title?: string;
  readonly slug?: string;
  readonly emoji?: string;
  readonly icon?: string;
  readonly description?: string;
  readonly hidden?: boolean;
  readonly noIndex?: boolean;
  readonly noRobotsIndex?: boolean;
  readonly condition?: string;
  /** Members left out are the default; null: all of them. */
  readonly layout?: Readonly<Record<string, string | boolean | undefined>> | null;
  readonly cover?: CoverWish | null;
  /** All variables of the page. */
  readonly variables?: Readonly<Record<string, VariableValue>> | null;
  readonly target?: TargetWish;
  readonly computed?: ComputedWish;
}

export interface InsertPageWish extends PageMetaWish {
  readonly operation: 'insert_page';
  readonly type?: PageType;
  /** Only documents have one. */
  readonly document?: DocumentWish;
  /** A page's id, or the `ref` of one that the same batch inserts. */
  readonly into?: string | null;
  readonly at?: number;
  readonly ref?: string;
}
export interface UpdatePageWish extends PageMetaWish {
  readonly operation: 'update_page';
  readonly page: string;
  readonly document?: DocumentWish;
  readonly into?: string | null;
  readonly at?: number;
}
export interface DeletePageWish {
  readonly operation: 'delete_page';
  readonly page: string;
}
export interface RevertPageWish {
  readonly operation: 'revert_page';
  readonly page: string;
  readonly revision?: Id;
  readonly block?: readonly string[];
}
export interface FileWish {
  readonly name: string;
  readonly ref?: string;
  readonly contentType?: string;
  /** Exactly one of the three; the key is an upload's. */
  readonly url?: string;
  readonly base64?: string;
  readonly key?: string;
}
export interface InsertFilesWish {
  readonly operation: 'insert_files';
  readonly files: readonly FileWish[];
}

/** New bytes, if any, come as in `FileWish`. */
export interface UpdateFileWish extends Partial<Omit<FileWish, 'ref'>> {
  readonly operation: 'update_file';
  readonly file: string;
}
export interface DeleteFileWish {
  readonly operation: 'delete_file';
  readonly file: string;
}

/** Variables of the space; null removes one. */
export interface SetVariablesWish {
  readonly operation: 'set_variables';
  readonly variables: Readonly<Record<string, VariableValue | null>>;
}

export interface InsertReusableContentWish {
  readonly operation: 'insert_reusable_content';
  readonly title: string;
  readonly document: DocumentWish;
  readonly ref?: string;
}
export interface UpdateReusableContentWish {
  readonly operation: 'update_reusable_content';
  readonly reusableContent: string;
  readonly title?: string;
  readonly document?: DocumentWish;
}
export interface DeleteReusableContentWish {
  readonly operation: 'delete_reusable_content';
  readonly reusableContent: string;
}

/** One change as a caller asks for it (contract: updateChangeRequestContent, and what it leaves out of the content of a space). */
export type ChangeWish =
  | InsertPageWish
  | UpdatePageWish
  | DeletePageWish
  | RevertPageWish
  | InsertFilesWish
  | UpdateFileWish
  | DeleteFileWish
  | SetVariablesWish
  | InsertReusableContentWish
  | UpdateReusableContentWish
  | DeleteReusableContentWish;
