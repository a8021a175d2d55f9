import { Invalid } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import {
  CHILDREN, childKey, EMPTY_CONTENT, FILES, objectOfContent, ORDER, orderKey, PAGES, REUSABLE_CONTENTS, VARIABLES, type Content,
} from './content.ts';
import type { Written } from './draft.ts';
import { contentObject } from './hash.ts';
import { buildMap, type Applied } from './map-apply.ts';
import type { ContentObject, Hash } from './objects.ts';
import { hasSlug, type File, type Page, type ReusableContent, type Variables } from './page.ts';
import { ranksFor } from './rank.ts';
import { slugProblem } from './slug.ts';

/** A page to build a content from. */
export interface PageSeed extends Omit<Page, 'rank' | 'document'> {
  /** The rank it had before, if any: kept where the order allows, so that what did not move does not change. */
  readonly rank?: string;
  /** Bytes, or the hash of a document that is stored already. */
  readonly document?: Uint8Array | Hash;
}

export interface ReusableContentSeed extends Omit<ReusableContent, 'document'> {
  readonly document: Uint8Array | Hash;
}

export interface ContentSeed {
  /** In order: a parent before its children, siblings as they shall stand. */
  readonly pages: readonly PageSeed[];
  readonly files?: readonly File[];
  readonly reusableContents?: readonly ReusableContentSeed[];
  readonly variables?: Variables;
}

/**
 * A whole content at once, for imports: linear in its size, no reading. The same as inserting everything one by one.
 * @throws Invalid naming `pages.N.field` for a parent that does not come before, an id or a slug that is taken.
 */
export function buildContent(seed: ContentSeed): Written {
  const objects = new Map<Hash, ContentObject>();
  const keep = (made: ContentObject): Hash => {
    objects.set(made.hash, made);
    return made.hash;
  };
  const stored = (document: Uint8Array | Hash): Hash =>
    typeof document === 'string' ? document : keep(contentObject('document', document));

  const { pages, children } = buildPages(seed.pages, stored);
  const order = new Map([...pages.values()].map((page): [string, 1] => [orderKey(page), 1]));
  const reusable = (seed.reusableContents ?? []).map((one): [Id, ReusableContent] => [one.id, { ...one, document: stored(one.document) }]);
  const root = ({ root: hash, objects: nodes }: Applied): Hash | null => {
    nodes.forEach(keep);
    return hash;
  };
  const content: Content = {
    ...EMPTY_CONTENT,
    pages: root(buildMap(PAGES, pages)),
    children: root(buildMap(CHILDREN, children)),
    order: root(buildMap(ORDER, order)),
    files: root(buildMap(FILES, new Map((seed.files ?? []).map((file) => [file.id, file])))),
    reusableContents: root(buildMap(REUSABLE_CONTENTS, new Map(reusable))),
    variables: root(buildMap(VARIABLES, new Map(Object.entries(seed.variables ?? {})))),
  };
  const contentHash = keep(objectOfContent(content));
  return { content, contentHash, objects: [...objects.values()] };
}

function buildPages(seeds: readonly PageSeed[], stored: (document: Uint8Array | Hash) => Hash): { pages: Map<Id, Page>; children: Map<string, Id> } {
  const siblings = new Map<Id | null, number[]>();
  const types = new Map<Id, Page['type']>();
  const children = new Map<string, Id>();
  seeds.forEach(({ id, parent, slug, type }, i) => {
    const refuse = (field: string, message: string): never => {
      throw Invalid.field(`pages.${i}.${field}`, message);
    };
    if (types.has(id)) refuse('id', 'is taken by another page');
    if (parent !== null && !hasSlug(types.get(parent) ?? 'link')) refuse('parent', 'is no document or group that comes before');
    if (hasSlug(type)) {
      const problem = slugProblem(slug ?? '');
      if (problem) refuse('slug', problem);
      const key = childKey(parent, slug!);
      if (children.has(key)) refuse('slug', `a sibling has the slug ${slug} already`);
      children.set(key, id);
    }
    types.set(id, type);
    const list = siblings.get(parent);
    if (list) list.push(i);
    else siblings.set(parent, [i]);
  });

  const ranks = new Array<string>(seeds.length);
  for (const list of siblings.values()) {
    ranksFor(list.map((i) => seeds[i]!.rank)).forEach((rank, k) => (ranks[list[k]!] = rank));
  }
  const pages = new Map(seeds.map((seed, i): [Id, Page] => {
    const { document, ...page } = seed;
    const record: Page = { ...page, rank: ranks[i]!, ...(!hasSlug(seed.type) && { slug: undefined }) };
    return [seed.id, document === undefined ? record : { ...record, document: stored(document) }];
  }));
  return { pages, children };
}
