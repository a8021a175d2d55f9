import type { PageType, VariableValue } from '../../domain/content/page.ts';
import type { BlockInput } from '../../domain/content/documents/node-reader.ts';
import type { Id } from '../../domain/kernel/id.ts';

export interface BlockDocumentInput {
  readonly nodes: readonly BlockInput[];
}

/** Document of a page: Markdown, a tree of blocks, or nothing. */
export interface DocumentInput {
  readonly markdown?: string;
  readonly document?: BlockDocumentInput;
}

/** Reference to a file: its id, or the `ref` of a file that the same batch inserts. */
export type FileRefInput =
  { readonly kind: 'file'; readonly file: string } | { readonly kind: 'url'; readonly url: string };
export interface CoverInput {
  readonly ref?: FileRefInput;
  readonly refDark?: FileRefInput;
  readonly yPos: number;
}

/** Target of a link (`ContentRef` in the API); pages and files of the same batch may be given by their `ref`. */
export type LinkTargetInput =
  | FileRefInput
  | { readonly kind: 'page'; readonly page: string; readonly space?: Id }
  | { readonly kind: 'anchor'; readonly anchor: string; readonly page: string; readonly space?: Id }
  | { readonly kind: 'space'; readonly space: Id };

/** Source of a computed page (`Page.computed` in the API). */
export interface ComputedPageInput {
  readonly type: string;
  readonly dependencies?: Readonly<Record<string, unknown>>;
  readonly props?: Readonly<Record<string, unknown>>;
}

/** Fields of a page that callers set; an empty text removes an emoji, an icon or a condition. */
export interface PageMetadataInput {
  readonly title?: string;
  readonly slug?: string;
  readonly emoji?: string;
  readonly icon?: string;
  readonly description?: string;
  readonly hidden?: boolean;
  readonly noIndex?: boolean;
  readonly noRobotsIndex?: boolean;
  readonly condition?: string;
  /** Layout options; omitted options get their defaults, null resets all of them. */
  readonly layout?: Readonly<Record<string, string | boolean | undefined>> | null;
  readonly cover?: CoverInput | null;
  /** Replacement for all variables of the page. */
  readonly variables?: Readonly<Record<string, VariableValue>> | null;
  readonly target?: LinkTargetInput;
  readonly computed?: ComputedPageInput;
}

export interface InsertPageInput extends PageMetadataInput {
  readonly operation: 'insert_page';
  readonly type?: PageType;
  /** Document of the page; only pages of the type `document` have one. */
  readonly document?: DocumentInput;
  /** Parent page: its id, or the `ref` of a page that the same batch inserts. */
  readonly into?: string | null;
  readonly at?: number;
  readonly ref?: string;
}
export interface UpdatePageInput extends PageMetadataInput {
  readonly operation: 'update_page';
  readonly page: string;
  readonly document?: DocumentInput;
  readonly into?: string | null;
  readonly at?: number;
}
export interface DeletePageInput {
  readonly operation: 'delete_page';
  readonly page: string;
}
export interface RevertPageInput {
  readonly operation: 'revert_page';
  readonly page: string;
  readonly revision?: Id;
  readonly block?: readonly string[];
}
export interface FileInput {
  readonly name: string;
  readonly ref?: string;
  readonly contentType?: string;
  /** Source of the bytes: exactly one of `url`, `base64` and `key`; the key is that of an upload. */
  readonly url?: string;
  readonly base64?: string;
  readonly key?: string;
}
export interface InsertFilesInput {
  readonly operation: 'insert_files';
  readonly files: readonly FileInput[];
}

/** Changes to a file; new bytes are given as in `FileInput`. */
export interface UpdateFileInput extends Partial<Omit<FileInput, 'ref'>> {
  readonly operation: 'update_file';
  readonly file: string;
}
export interface DeleteFileInput {
  readonly operation: 'delete_file';
  readonly file: string;
}

/** Changes to the variables of a space; null removes a variable. */
export interface SetVariablesInput {
  readonly operation: 'set_variables';
  readonly variables: Readonly<Record<string, VariableValue | null>>;
}

export interface InsertReusableContentInput {
  readonly operation: 'insert_reusable_content';
  readonly title: string;
  readonly document: DocumentInput;
  readonly ref?: string;
}
export interface UpdateReusableContentInput {
  readonly operation: 'update_reusable_content';
  readonly reusableContent: string;
  readonly title?: string;
  readonly document?: DocumentInput;
}
export interface DeleteReusableContentInput {
  readonly operation: 'delete_reusable_content';
  readonly reusableContent: string;
}

/** One change of a batch (`updateChangeRequestContent` in the API; `updateSpaceContent` accepts a subset). */
export type ChangeInput =
  | InsertPageInput
  | UpdatePageInput
  | DeletePageInput
  | RevertPageInput
  | InsertFilesInput
  | UpdateFileInput
  | DeleteFileInput
  | SetVariablesInput
  | InsertReusableContentInput
  | UpdateReusableContentInput
  | DeleteReusableContentInput;
