import type { BlockInput } from '../../domain/documents/blocks.ts';
import type { Id } from '../../domain/kernel/id.ts';

/** What a page shall say: markdown, a tree of blocks, or nothing. */
export interface DocumentWish {
  readonly markdown?: string;
  readonly document?: { readonly nodes: readonly BlockInput[] };
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
}

export interface InsertPageWish extends PageMetaWish {
  readonly operation: 'insert_page';
  readonly document: DocumentWish;
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
  /** Exactly one of the two. */
  readonly url?: string;
  readonly base64?: string;
}
export interface InsertFilesWish {
  readonly operation: 'insert_files';
  readonly files: readonly FileWish[];
}

/** One change as a caller asks for it (contract: updateChangeRequestContent). */
export type ChangeWish = InsertPageWish | UpdatePageWish | DeletePageWish | RevertPageWish | InsertFilesWish;
