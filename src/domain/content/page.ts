import type { Id } from '../kernel/id.ts';
import type { JsonObject } from './objects/json.ts';
import type { Hash } from './objects/content-object.ts';

export type PageType = 'document' | 'group' | 'link' | 'computed';
export type VariableValue = string | number | boolean;
export type Variables = Readonly<Record<string, VariableValue>>;

/** Where a thing lies in the Git repository that the space is synced with (contract: GitBlob). */
export interface GitBlob {
  readonly oid: string;
  readonly path: string;
}

/** What people set on a page. An absent member is the default (false for booleans, none for the rest). */
export interface PageFields {
  readonly title: string;
  readonly emoji?: string;
  readonly icon?: string;
  readonly description?: string;
  readonly hidden?: boolean;
  readonly noIndex?: boolean;
  readonly noRobotsIndex?: boolean;
  /** The expression that decides whether a visitor sees the page. */
  readonly condition?: string;
  readonly layout?: JsonObject;
  readonly cover?: JsonObject;
  readonly variables?: Variables;
  /** Of a link: the content reference it leads to. */
  readonly target?: JsonObject;
  readonly href?: string;
  /** A shorter title for navigation. */
  readonly linkTitle?: string;
  /** Of a computed page: where it comes from. */
  readonly computed?: JsonObject;
  readonly computedSeed?: string;
  /** What an import keeps of the front matter for the way back. */
  readonly frontMatter?: JsonObject;
}

/** A page as a revision holds it; its children are those that name it as their parent. */
export interface Page extends PageFields {
  readonly id: Id;
  readonly type: PageType;
  readonly parent: Id | null;
  /** Its place among the siblings: they are in the order of (rank, id), bytewise. */
  readonly rank: string;
  /** Unique among the siblings. Documents and groups have one; links and computed pages have none and no path. */
  readonly slug?: string;
  /** The object that holds the bytes of the page's document, exactly as given. */
  readonly document?: Hash;
  readonly git?: GitBlob;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A file that pages use; its bytes are in the blob store. */
export interface File {
  readonly id: Id;
  readonly name: string;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  readonly blob: Hash;
  readonly dimensions?: { readonly width: number; readonly height: number };
  readonly git?: GitBlob;
}

/** Content that pages include. */
export interface ReusableContent {
  readonly id: Id;
  readonly title: string;
  readonly document: Hash;
  /** What an import keeps of the front matter for the way back. */
  readonly frontMatter?: JsonObject;
  readonly git?: GitBlob;
}

/** Where a path leads that no page has any more, as the space's repository names it. */
export type Redirect =
  | { readonly kind: 'page'; readonly page: Id; readonly anchor?: string }
  | { readonly kind: 'file'; readonly file: Id }
  /** On the web. */
  | { readonly kind: 'url'; readonly url: string };

/** Whether pages of this type have a slug, a path, and may have pages below them. */
export const hasSlug = (type: PageType): boolean => type === 'document' || type === 'group';
