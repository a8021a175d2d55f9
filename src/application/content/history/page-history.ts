import { readContent } from '../../../domain/content/content.ts';
import { getPage } from '../../../domain/content/content-reads.ts';
import { sameJson } from '../../../domain/content/objects/json.ts';
import type { Hash } from '../../../domain/content/objects/content-object.ts';
import type { Page } from '../../../domain/content/page.ts';
import { all, type ObjectQuery } from '../../../domain/content/objects/object-query.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import type { PageRequest } from '../../../ports/kernel/repository.ts';
import type { RevisionWithAuthor } from '../../../ports/content/revisions.ts';
import { read as readContentOf } from '../reading.ts';
import type { QueryContext } from '../../kernel/use-case.ts';

/** So many revisions are looked at for one answer, whether they touched the page or not; each costs a few small objects. */
export const MAX_EXAMINED = 500;

/** Some of the revisions that touched a page; `next` leads on for as long as there are revisions that nobody looked at. */
export interface PageRevisions {
  readonly items: readonly RevisionWithAuthor[];
  readonly next?: string;
}

/**
 * The revisions of a space's primary content that created, changed, moved or deleted a page, the newest first. The work of
 * one answer is bounded, so it may hold fewer than are wanted, even none, and still lead on.
 */
export async function listPageRevisions(
  { read, content }: Pick<QueryContext<any, 'content'>, 'read' | 'content'>,
  spaceId: Id,
  pageId: Id,
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

/** What a content says of a page but for its times; undefined where it is not there. */
function* readPageRecord(content: Hash, pageId: Id): ObjectQuery<object | undefined> {
  const page: Page | undefined = yield* getPage(yield* readContent(content), pageId);
  if (page === undefined) return undefined;
  const { createdAt: _createdAt, updatedAt: _updatedAt, ...record } = page;
  return record;
}
