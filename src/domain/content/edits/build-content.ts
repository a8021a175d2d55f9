import { Invalid } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/id.ts';
import {
  CHILDREN,
  childKey,
  EMPTY_CONTENT,
  FILES,
  encodeContent,
  ORDER,
  orderKey,
  PAGES,
  REDIRECTS,
  REUSABLE_CONTENTS,
  VARIABLES,
  type Content,
} from '../content.ts';
import type { StagedContent } from './draft.ts';
import { contentObject } from '../objects/hash.ts';
import { buildMapInSlices } from '../objects/map-apply.ts';
import type { MapKind } from '../objects/map-node.ts';
import type { ContentObject, Hash } from '../objects/content-object.ts';
import { hasSlug, type File, type Page, type Redirect, type ReusableContent, type Variables } from '../page.ts';
import { assignRanks } from '../../kernel/order/rank.ts';
import { PAUSE, runSync, type ObjectQuery } from '../objects/object-query.ts';
import { findSlugProblem } from './slug.ts';

/** Page to build a content from. */
export interface PageSeed extends Omit<Page, 'rank' | 'document'> {
  /** Previous rank, if any: kept if the order allows, so that pages that did not move stay unchanged. */
  readonly rank?: string;
  /** Bytes, or the hash of a stored document. */
  readonly document?: Uint8Array | Hash;
}

export interface ReusableContentSeed extends Omit<ReusableContent, 'document'> {
  readonly document: Uint8Array | Hash;
}

export interface ContentSeed {
  /** Pages in order: parents before their children, siblings in their order. */
  readonly pages: readonly PageSeed[];
  readonly files?: readonly File[];
  readonly reusableContents?: readonly ReusableContentSeed[];
  readonly variables?: Variables;
  /** Redirects by source path, as `formatSourcePath` spells it. */
  readonly redirects?: ReadonlyMap<string, Redirect>;
}

/**
 * Builds a whole content at once, for imports: in linear time, without reads. The result equals that of single inserts.
 * @throws Invalid naming `pages.N.field` for a parent that does not come before, or a duplicate id or slug
 */
export const buildContent = (seed: ContentSeed): StagedContent => runSync(new Map(), buildContentInSlices(seed));

/**
 * Builds a content of any size, with pauses.
 * @param onMade called once for each object as soon as it is built
 */
export function* buildContentInSlices(
  seed: ContentSeed,
  onMade: (object: ContentObject) => void = () => {},
): ObjectQuery<StagedContent> {
  const objects = new Map<Hash, ContentObject>();
  const keep = (made: ContentObject): Hash => {
    if (!objects.has(made.hash)) onMade(made);
    objects.set(made.hash, made);
    return made.hash;
  };
  const stored = (document: Uint8Array | Hash): Hash =>
    typeof document === 'string' ? document : keep(contentObject('document', document));

  const { pages, children, order } = yield* buildPages(seed.pages, stored);
  const reusable = new Map<Id, ReusableContent>();
  for (const one of seed.reusableContents ?? []) {
    reusable.set(one.id, { ...one, document: stored(one.document) });
    yield PAUSE;
  }
  function* root<V>(kind: MapKind<V>, values: ReadonlyMap<string, V>): ObjectQuery<Hash | null> {
    const { root: hash, objects: nodes } = yield* buildMapInSlices(kind, values);
    nodes.forEach(keep);
    return hash;
  }
  const content: Content = {
    ...EMPTY_CONTENT,
    pages: yield* root(PAGES, pages),
    children: yield* root(CHILDREN, children),
    order: yield* root(ORDER, order),
    files: yield* root(FILES, new Map((seed.files ?? []).map((file) => [file.id, file]))),
    reusableContents: yield* root(REUSABLE_CONTENTS, reusable),
    variables: yield* root(VARIABLES, new Map(Object.entries(seed.variables ?? {}))),
    redirects: yield* root(REDIRECTS, seed.redirects ?? new Map()),
  };
  const contentHash = keep(encodeContent(content));
  return { content, contentHash, objects: [...objects.values()] };
}

function* buildPages(
  seeds: readonly PageSeed[],
  stored: (document: Uint8Array | Hash) => Hash,
): ObjectQuery<{ pages: Map<Id, Page>; children: Map<string, Id>; order: Map<string, 1> }> {
  const siblings = new Map<Id | null, number[]>();
  const types = new Map<Id, Page['type']>();
  const children = new Map<string, Id>();
  for (const [i, { id, parent, slug, type }] of seeds.entries()) {
    const refuse = (field: string, message: string): never => {
      throw Invalid.field(`pages.${i}.${field}`, message);
    };
    if (types.has(id)) refuse('id', 'is taken by another page');
    if (parent !== null && !hasSlug(types.get(parent) ?? 'link'))
      refuse('parent', 'must name a document or group earlier in the list');
    if (hasSlug(type)) {
      const problem = findSlugProblem(slug ?? '');
      if (problem) refuse('slug', problem);
      const key = childKey(parent, slug!);
      if (children.has(key)) refuse('slug', `a sibling page already has the slug ${slug}`);
      children.set(key, id);
    }
    types.set(id, type);
    const list = siblings.get(parent);
    if (list) list.push(i);
    else siblings.set(parent, [i]);
    yield PAUSE;
  }

  const ranks = new Array<string>(seeds.length);
  for (const list of siblings.values()) {
    yield PAUSE;
    assignRanks(list.map((i) => seeds[i]!.rank)).forEach((rank, k) => (ranks[list[k]!] = rank));
  }
  const pages = new Map<Id, Page>();
  const order = new Map<string, 1>();
  for (const [i, seed] of seeds.entries()) {
    const record = { ...seed, rank: ranks[i]! };
    if (!hasSlug(seed.type)) delete record.slug;
    if (seed.document !== undefined) record.document = stored(seed.document);
    pages.set(seed.id, record as Page);
    order.set(orderKey(record), 1);
    yield PAUSE;
  }
  return { pages, children, order };
}
