import { readContent } from '../../../domain/content/content.ts';
import { getPage } from '../../../domain/content/content-reads.ts';
import { sameJson } from '../../../domain/content/objects/json.ts';
import type { Hash } from '../../../domain/content/objects/content-object.ts';
import type { Page } from '../../../domain/content/page.ts';
import { all, type ObjectQuery } from '../../../domain/content/objects/object-query.ts';
import type { Id, PageId, SpaceId } from '../../../domain/kernel/id.ts';
import type { PageRequest } from '../../../ports/kernel/repository.ts';
import type { RevisionWithAuthor } from '../../../ports/content/revisions.ts';
import { read as readContentOf } from '../reading.ts';
import type { QueryContext } from '../../kernel/use-case.ts';

/**
 * Number of revisions examined for one response, whether or not they touched the page; each costs a few small reads.
 */
export const MAX_EXAMINED = 500;

/** A page of the revisions that touched a page; `next` is present while there are revisions left to examine. */
export interface PageRevisions {
  readonly items: readonly RevisionWithAuthor[];
  readonly next?: string;
}

/**
 * Lists the revisions of a space's primary content that created, changed, moved or deleted a page, newest first. A
 * response examines at most `MAX_EXAMINED` revisions; it may hold fewer items than the limit, even none, and still have
 * a `next`.
 */
export async function listPageRevisions(
  { read, content }: Pick<QueryContext<any, 'content'>, 'read' | 'content'>,
  spaceId: SpaceId,
  pageId: PageId,
  { limit, after }: PageRequest,
): Promise<PageRevisions> {
  if (limit === 0) return { items: [] };
  const { items: examined, next } = await read.revisions.list(spaceId, spaceId, {
    limit: MAX_EXAMINED,
    after,
    order: 'desc',
  });
  const contents = new Map(examined.map(({ revision }) => [revision.id, revision.content]));
  const parents = examined.flatMap(({ revision }) => revision.parents.slice(0, 1)).filter((id) => !contents.has(id));
  for (const parent of await Promise.all(parents.map((id) => read.revisions.find(spaceId, id))))
    if (parent) contents.set(parent.id, parent.content);

  const hashes = [...new Set(contents.values())];
  const found = await readContentOf(content, all(hashes.map((hash) => readPageRecord(hash, pageId))));
  const records = new Map(hashes.map((hash, i) => [hash, found[i]]));
  const recordAt = (id: Id | undefined): object | undefined =>
    id === undefined ? undefined : records.get(contents.get(id)!);
  const touched = examined.filter(
    ({
      revision: {
        id,
        parents: [parent],
      },
    }) => !sameJson(recordAt(id), recordAt(parent)),
  );
  const items = touched.slice(0, limit);
  if (touched.length > limit) return { items, next: items.at(-1)!.revision.id };
  return { items, ...(next !== undefined && { next }) };
}

/** Reads the record of a page without its times; undefined when the content does not have the page. */
function* readPageRecord(content: Hash, pageId: PageId): ObjectQuery<object | undefined> {
  const page: Page | undefined = yield* getPage(yield* readContent(content), pageId);
  if (page === undefined) return undefined;
  const { createdAt: _createdAt, updatedAt: _updatedAt, ...record } = page;
  return record;
}
