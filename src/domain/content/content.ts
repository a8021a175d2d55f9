import type { Id } from '../kernel/id.ts';
import type { Conflict } from './conflicts/conflict.ts';
import { contentObject, digestOf } from './objects/hash.ts';
import { canonicalJson, decodeUtf8, encodeUtf8 } from './objects/json.ts';
import type { MapKind } from './objects/map-node.ts';
import { CorruptContent, type ContentObject, type Hash } from './objects/content-object.ts';
import type { File, Page, Redirect, ReusableContent, VariableValue } from './page.ts';
import { fetchObject, type ObjectQuery } from './objects/object-query.ts';

/**
 * Content of a revision, as the roots of its maps (null: empty). `children` and `order` are derived from `pages`: the
 * first resolves paths segment by segment, the second lists siblings in order without reading all of them. Conflicts
 * are a map of their own instead of a field of the page: open conflicts are found without reading pages, files and
 * variables can have them too, and a compared or exported page contains nothing else. ADR 37 explains why redirects
 * are content.
 */
export interface Content {
  readonly pages: Hash | null;
  readonly children: Hash | null;
  readonly order: Hash | null;
  readonly files: Hash | null;
  readonly reusableContents: Hash | null;
  readonly variables: Hash | null;
  readonly conflicts: Hash | null;
  readonly redirects: Hash | null;
}

const ROOT_NAMES = [
  'pages',
  'children',
  'order',
  'files',
  'reusableContents',
  'variables',
  'conflicts',
  'redirects',
] as const;

/** Content of an empty space. */
export const EMPTY_CONTENT: Content = {
  pages: null,
  children: null,
  order: null,
  files: null,
  reusableContents: null,
  variables: null,
  conflicts: null,
  redirects: null,
};

/** Encodes a content as an object: equal contents have equal hashes. */
export const encodeContent = (content: Content): ContentObject =>
  // Contents stored before redirects were introduced keep their hashes.
  contentObject(
    'content',
    encodeUtf8(canonicalJson({ ...content, redirects: content.redirects ?? undefined })),
    ROOT_NAMES.map((root) => content[root]).filter((root) => root !== null),
  );

/**
 * Reads the content with this hash.
 * @throws CorruptContent
 */
export function* readContent(hash: Hash): ObjectQuery<Content> {
  const text = decodeUtf8(yield* fetchObject(hash));
  if (text === undefined || !text.startsWith('{')) throw new CorruptContent(`object ${hash} is not a content`);
  return { ...EMPTY_CONTENT, ...(JSON.parse(text) as Partial<Content>) };
}

const HASH_PATH_LENGTH = 32;
const hashPath = (key: string): string => digestOf(key).slice(0, HASH_PATH_LENGTH);
/** Digest of the last parent, which is needed again for each of its children. */
let lastParent = { key: '', digest: digestOf('') };
function digestOfParent(key: string): string {
  if (lastParent.key !== key) lastParent = { key, digest: digestOf(key) };
  return lastParent.digest;
}

const hexOfUnit = (unit: number): string => unit.toString(16).padStart(4, '0');
/** Encodes text so that the order of ASCII text is kept and no path is a prefix of another. */
function orderedPath(text: string): string {
  let path = '';
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    path += unit < 0x7f ? unit.toString(16).padStart(2, '0') : `7f${hexOfUnit(unit)}`;
  }
  return `${path}00`;
}

const documentRefs = ({ document }: { readonly document?: Hash }): readonly Hash[] =>
  document === undefined ? [] : [document];
const noRefs = (): readonly Hash[] => [];

/** Map of pages by id. */
export const PAGES: MapKind<Page> = { path: hashPath, refs: documentRefs };
/** Map from `childKey` to the id of the page. */
export const CHILDREN: MapKind<Id> = {
  path(key) {
    const slash = key.indexOf('/');
    return (
      digestOfParent(key.slice(0, slash)).slice(0, HASH_PATH_LENGTH / 2) +
      digestOf(key.slice(slash + 1)).slice(0, HASH_PATH_LENGTH / 2)
    );
  },
  refs: noRefs,
};
/** Map with the keys `orderKey` and the value 1. The siblings below one parent are one subtree, in their order. */
export const ORDER: MapKind<1> = {
  path(key) {
    const [parent = '', rank = '', id = ''] = key.split('/');
    return digestOfParent(parent).slice(0, HASH_PATH_LENGTH) + orderedPath(rank) + orderedPath(id);
  },
  refs: noRefs,
};
/** Map of files by id, in the order of ids. */
export const FILES: MapKind<File> = { path: orderedPath, refs: ({ blob }) => [blob] };
/** Map of reusable contents by id, in the order of ids. */
export const REUSABLE_CONTENTS: MapKind<ReusableContent> = { path: orderedPath, refs: documentRefs };
/** Map of variables by name. */
export const VARIABLES: MapKind<VariableValue> = { path: hashPath, refs: noRefs };
/** Map of redirects by source path, as `formatSourcePath` spells it. */
export const REDIRECTS: MapKind<Redirect> = { path: hashPath, refs: noRefs };
/** Map from `conflictKey` to the open conflicts of one subject. */
export const CONFLICTS: MapKind<readonly Conflict[]> = {
  path: hashPath,
  refs: (conflicts) => conflicts.flatMap((conflict) => conflict.refs ?? []),
};

/** Builds the key of a child from its parent and slug; unambiguous because ids contain no slash. */
export const childKey = (parent: Id | null, slug: string): string => `${parent ?? ''}/${slug}`;
/** Builds the key of a page's position among its siblings. */
export const orderKey = ({ parent, rank, id }: Pick<Page, 'parent' | 'rank' | 'id'>): string =>
  `${parent ?? ''}/${rank}/${id}`;
/** Returns the path prefix in `ORDER` that all children of a parent share. */
export const orderPrefix = (parent: Id | null): string => hashPath(parent ?? '');
