import type { Id, PageId, FileId, ReusableContentId } from '../kernel/id.ts';
import type { JsonObject } from './objects/json.ts';
import type { Hash } from './objects/content-object.ts';

export type PageType = 'document' | 'group' | 'link' | 'computed';
export type VariableValue = string | number | boolean;
export type Variables = Readonly<Record<string, VariableValue>>;

/** Location in the Git repository that the space is synced with (`GitBlob` in the API). */
export interface GitBlob {
  readonly oid: string;
  readonly path: string;
}

/** User-editable fields of a page. An absent member has its default (false for booleans, none for the others). */
export interface PageFields {
  readonly title: string;
  readonly emoji?: string;
  readonly icon?: string;
  readonly description?: string;
  readonly hidden?: boolean;
  readonly noIndex?: boolean;
  readonly noRobotsIndex?: boolean;
  /** Expression that decides whether a visitor sees the page. */
  readonly condition?: string;
  readonly layout?: JsonObject;
  readonly cover?: JsonObject;
  readonly variables?: Variables;
  /** Content reference of a link page. */
  readonly target?: JsonObject;
  readonly href?: string;
  /** Shorter title for navigation. */
  readonly linkTitle?: string;
  /** Source of a computed page. */
  readonly computed?: JsonObject;
  readonly computedSeed?: string;
  /** Front matter kept by an import, for later exports. */
  readonly frontMatter?: JsonObject;
}

/** Page as a revision stores it; its children are those that name it as their parent. */
export interface Page extends PageFields {
  readonly id: PageId;
  readonly type: PageType;
  readonly parent: Id | null;
  /** Position among the siblings, which are ordered by (rank, id), bytewise. */
  readonly rank: string;
  /** Slug, unique among the siblings. Documents and groups have one; links and computed pages have none and no path. */
  readonly slug?: string;
  /** Object with the bytes of the page's document, unchanged. */
  readonly document?: Hash;
  readonly git?: GitBlob;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** File that pages use; its bytes are in the blob store. */
export interface File {
  readonly id: FileId;
  readonly name: string;
  readonly contentType: string;
  /** Size in bytes. */
  readonly size: number;
  readonly blob: Hash;
  readonly dimensions?: { readonly width: number; readonly height: number };
  readonly git?: GitBlob;
}

/** Content that pages include. */
export interface ReusableContent {
  readonly id: ReusableContentId;
  readonly title: string;
  readonly document: Hash;
  /** Front matter kept by an import, for later exports. */
  readonly frontMatter?: JsonObject;
  readonly git?: GitBlob;
}

/** Redirect from a former path, defined by the space's repository. */
export type Redirect =
  | { readonly kind: 'page'; readonly page: Id; readonly anchor?: string }
  | { readonly kind: 'file'; readonly file: Id }
  /** External target. */
  | { readonly kind: 'url'; readonly url: string };

/** Tells whether pages of this type have a slug and a path, and may have subpages. */
export const hasSlug = (type: PageType): boolean => type === 'document' || type === 'group';

/** Tells whether a page is a group below another page, which summaries and the API show as a page without text. */
export const isNestedGroup = ({ type, parent }: Pick<Page, 'type' | 'parent'>): boolean =>
  type === 'group' && parent !== null;
