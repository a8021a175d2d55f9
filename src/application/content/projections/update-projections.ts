import { readContent } from '../../../domain/content/content.ts';
import { getPages } from '../../../domain/content/content-reads.ts';
import { entries } from '../../../domain/content/objects/map-read.ts';
import type { Hash } from '../../../domain/content/objects/content-object.ts';
import type { Page } from '../../../domain/content/page.ts';
import { all, type ObjectQuery } from '../../../domain/content/objects/object-query.ts';
import type { Id, SpaceId } from '../../../domain/kernel/id.ts';
import type { Branch } from '../../../ports/content/branches.ts';
import type { LinkStep, PageProjection } from '../../../ports/content/projections.ts';
import type { Work } from '../../../ports/kernel/unit-of-work.ts';
import { read } from '../reading.ts';
import type { JobContext } from '../../kernel/job.ts';
import {
  hasSameSearchFields,
  buildLinkUpdates,
  PAGES_PER_PART,
  projectPage,
  buildProjections,
} from './build-projections.ts';

type Step = LinkStep & { readonly to: Hash };

/**
 * Brings the projections of a space to the current head, in short parts that are safe to store again: a run that is
 * killed is continued by the next one (docs/adr/0016).
 * @throws NotFound when the space is gone
 */
export async function updateProjections(context: JobContext<'content'>, spaceId: SpaceId): Promise<void> {
  for (;;) {
    const step = await nextStep(context, spaceId);
    if (step === undefined) return;
    await updateSearchRows(context, spaceId);
    await updateLinks(context, spaceId, step);
  }
}

const transact = <T>(context: JobContext, spaceId: SpaceId, task: (work: Work) => Promise<T>): Promise<T> => {
  context.signal.throwIfAborted();
  return context.transact({ organizationId: null, spaceId }, task);
};
const lockPrimaryBranch = async (work: Work, spaceId: SpaceId): Promise<Branch> =>
  (await work.branches.lock(spaceId, spaceId))[0]!;

/**
 * Finds the step in progress or begins the next one. Returns undefined when nothing is left, or when the rest was small
 * enough to be stored at once.
 */
async function nextStep(context: JobContext<'content'>, spaceId: SpaceId): Promise<Step | undefined> {
  // Without a known starting point the rows of all pages are built; later changes of pages store their own rows.
  const seen = await transact(context, spaceId, async (work) => ({
    head: await lockPrimaryBranch(work, spaceId),
    step: await work.projectionBacklog.find(spaceId),
  }));
  const pages =
    seen.step?.from === null && seen.step.to === null ? await read(context.content, pageIdsOf(seen.head.content)) : [];

  return transact(context, spaceId, async (work) => {
    const { content: to } = await lockPrimaryBranch(work, spaceId);
    const step = await work.projectionBacklog.find(spaceId);
    if (step === undefined) return undefined;
    const { from } = step;
    if (step.to !== null) return { from, to: step.to };
    if (from !== null && (await work.projectionBacklog.pagesWithoutSearchRows(spaceId, undefined, 1)).length === 0) {
      const rest = buildProjections(context, { before: from, after: to });
      if ((await rest.defer(true)) === undefined) return void (await work.projectionBacklog.complete(spaceId, rest));
    }
    await work.projectionBacklog.begin(spaceId, { from, to }, pages);
    return { from, to };
  });
}

/** Reads the ids of all pages of a content. */
export function* pageIdsOf(hash: Hash): ObjectQuery<Id[]> {
  const { pages } = yield* readContent(hash);
  return (yield* entries<Page>(pages)).map(({ key }) => key);
}

/** Builds the deferred search rows of the head that is current when they are stored. */
async function updateSearchRows(context: JobContext<'content'>, spaceId: SpaceId): Promise<void> {
  for (let after: Id | undefined; ;) {
    const { head, ids } = await transact(context, spaceId, async (work) => ({
      head: await lockPrimaryBranch(work, spaceId),
      ids: await work.projectionBacklog.pagesWithoutSearchRows(spaceId, after, PAGES_PER_PART),
    }));
    if (ids.length === 0) return;
    after = ids.at(-1)!;
    const made = await read(context.content, buildSearchRows(head.content, ids, NO_ROWS));
    await transact(context, spaceId, async (work) => {
      const { content } = await lockPrimaryBranch(work, spaceId);
      const rows = content === head.content ? made : await read(context.content, buildSearchRows(content, ids, made));
      await work.projectionBacklog.storeSearchRows(
        spaceId,
        [...rows.values()].map(({ row }) => row),
      );
    });
  }
}

type SearchRows = ReadonlyMap<Id, { readonly page: Page | undefined; readonly row: PageProjection }>;
const NO_ROWS: SearchRows = new Map();

/** Builds the search rows of pages of a content; reuses rows that were built from the same page. */
function* buildSearchRows(hash: Hash, ids: readonly Id[], made: SearchRows): ObjectQuery<SearchRows> {
  const pages = yield* getPages(yield* readContent(hash), ids);
  const rows = yield* all(ids.map((id) => buildSearchRow(id, pages.get(id), made)));
  return new Map(ids.map((id, i) => [id, { page: pages.get(id), row: rows[i]! }]));
}

function* buildSearchRow(id: Id, page: Page | undefined, made: SearchRows): ObjectQuery<PageProjection> {
  if (page === undefined) return { pageId: id, search: null };
  const known = made.get(id);
  return known !== undefined && hasSameSearchFields(known.page, page) ? known.row : yield* projectPage(page);
}

/**
 * Updates the links from one content of a step to the other. Only this job changes them during a step, so that they can
 * be read outside a transaction.
 */
async function updateLinks(context: JobContext<'content'>, spaceId: SpaceId, step: Step): Promise<void> {
  const store = (part: Parameters<Work['projectionBacklog']['storeLinks']>[2]): Promise<boolean> =>
    transact(context, spaceId, (work) => work.projectionBacklog.storeLinks(spaceId, step, part));
  // Another process that ran the same step has continued it.
  for await (const part of buildLinkUpdates(context, context.read.links, spaceId, {
    before: step.from,
    after: step.to,
  }))
    if (!(await store(part))) return;
  await store(undefined);
}
