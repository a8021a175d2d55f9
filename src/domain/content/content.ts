import type { Id } from '../kernel/id.ts';
import type { Conflict } from './conflicts/conflict.ts';
import { contentObject, digestOf } from './objects/hash.ts';
import { canonicalJson, decodeUtf8, encodeUtf8 } from './objects/json.ts';
import type { MapKind } from './objects/map-node.ts';
import { CorruptContent, type ContentObject, type Hash } from './objects/content-object.ts';
import type { File, Page, Redirect, ReusableContent, VariableValue } from './page.ts';
import { fetchObject, type ObjectQuery } from './objects/object-query.ts';

/**
 * Everything a revision holds, as the roots of its maps (null: empty). `children` and `order` follow from `pages`:
 * the first resolves a path segment by segment, the second gives the siblings in order without reading them all.
 * Conflicts have a map of their own, rather than a field on the page: all that are open are then found without reading
 * any page, files and variables have them too, and a page that is compared or exported is only the page. Why redirects are
 * content: docs/adr/0037.
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

/** A space without anything in it. */
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

/** The object of a revision's content: equal contents have equal hashes. */
export const encodeContent = (content: Content): ContentObject =>
  // Contents that were stored before there were redirects keep their hashes.
  contentObject(
    'content',
    encodeUtf8(canonicalJson({ ...content, redirects: content.redirects ?? undefined })),
    ROOT_NAMES.map((root) => content[root]).filter((root) => root !== null),
  );

/** The content that a revision names. @throws CorruptContent */
export function* readContent(hash: Hash): ObjectQuery<Content> {
  const text = decodeUtf8(yield* fetchObject(hash));
  if (text === undefined || !text.startsWith('{')) throw new CorruptContent(`object ${hash} is not a content`);
  return { ...EMPTY_CONTENT, ...(JSON.parse(text) as Partial<Content>) };
}

const HASH_PATH_LENGTH = 32;
const hashPath = (key: string): string => digestOf(key).slice(0, HASH_PATH_LENGTH);
/** Of a parent, which is asked for again for each of its children. */
let lastParent = { key: '', digest: digestOf('') };
function digestOfParent(key: string): string {
  if (lastParent.key !== key) lastParent = { key, digest: digestOf(key) };
  return lastParent.digest;
}

const hexOfUnit = (unit: number): string => unit.toString(16).padStart(4, '0');
/** Keeps the order of ASCII text; ends so that no path begins another one. */
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

/** Key: page id. */
export const PAGES: MapKind<Page> = { path: hashPath, refs: documentRefs };
/** Key: `childKey`; value: the page's id. */
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
/** Key: `orderKey`; value: 1. The siblings under one parent are one subtree, in their order. */
export const ORDER: MapKind<1> = {
  path(key) {
    const [parent = '', rank = '', id = ''] = key.split('/');
    return digestOfParent(parent).slice(0, HASH_PATH_LENGTH) + orderedPath(rank) + orderedPath(id);
  },
  refs: noRefs,
};
/** Key: file id; in the order of ids. */
export const FILES: MapKind<File> = { path: orderedPath, refs: ({ blob }) => [blob] };
/** Key: id; in the order of ids. */
export const REUSABLE_CONTENTS: MapKind<ReusableContent> = { path: orderedPath, refs: documentRefs };
/** Key: name. */
export const VARIABLES: MapKind<VariableValue> = { path: hashPath, refs: noRefs };
/** Key: the path that it leads from, as `formatSourcePath` spells it. */
export const REDIRECTS: MapKind<Redirect> = { path: hashPath, refs: noRefs };
/** Key: `conflictKey`; value: the open conflicts of one subject. */
export const CONFLICTS: MapKind<readonly Conflict[]> = {
  path: hashPath,
  refs: (conflicts) => conflicts.flatMap((conflict) => conflict.refs ?? []),
};

/** Names a child by its slug; ids hold no slash, so this is unambiguous. */
export const childKey = (parent: Id | null, slug: string): string => `${parent ?? ''}/${slug}`;
/** Names a page's place among its siblings. */
export const orderKey = ({ parent, rank, id }: Pick<Page, 'parent' | 'rank' | 'id'>): string =>
  `${parent ?? ''}/${rank}/${id}`;
/** What the paths of all siblings under a parent begin with in `ORDER`. */
export const orderPrefix = (parent: Id | null): string => hashPath(parent ?? '');
