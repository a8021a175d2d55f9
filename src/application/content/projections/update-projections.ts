import { readContent } from '../../../domain/content/content.ts';
import { getPages } from '../../../domain/content/content-reads.ts';
import { entries } from '../../../domain/content/objects/map-read.ts';
import type { Hash } from '../../../domain/content/objects/content-object.ts';
import type { Page } from '../../../domain/content/page.ts';
import { all, type ObjectQuery } from '../../../domain/content/objects/object-query.ts';
import type { Id } from '../../../domain/kernel/id.ts';
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
 * Brings what follows from a space's content to where its head is by then, in parts that are each short and safe to be
 * stored again; whoever is killed leaves to the next one what is not done. Why that is right: docs/adr/0016.
 * @throws NotFound when the space is gone
 */
export async function updateProjections(context: JobContext<'content'>, spaceId: Id): Promise<void> {
  for (;;) {
    const step = await nextStep(context, spaceId);
    if (step === undefined) return;
    await updateSearchRows(context, spaceId);
    await updateLinks(context, spaceId, step);
  }
}

const transact = <T>(context: JobContext, spaceId: Id, task: (work: Work) => Promise<T>): Promise<T> => {
  context.signal.throwIfAborted();
  return context.transact({ organizationId: null, spaceId }, task);
};
const lockPrimaryBranch = async (work: Work, spaceId: Id): Promise<Branch> =>
  (await work.branches.lock(spaceId, spaceId))[0]!;

/** The step that was begun, or the next one; undefined when nothing is left, or so little that it was done at once. */
async function nextStep(context: JobContext<'content'>, spaceId: Id): Promise<Step | undefined> {
  // Where nothing is known all pages are made; those that come, go or change from here on see to themselves.
  const seen = await transact(context, spaceId, async (work) => ({
    head: await lockPrimaryBranch(work, spaceId),
    step: await work.projectionBacklog.find(spaceId),
  }));
  const pages =
    seen.step?.from === null && seen.step.to === null ? await read(context.content, pageIds(seen.head.content)) : [];

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

function* pageIds(hash: Hash): ObjectQuery<Id[]> {
  const { pages } = yield* readContent(hash);
  return (yield* entries<Page>(pages)).map(({ key }) => key);
}

/** Makes the search rows that were put off, of the head that there is when they are stored. */
async function updateSearchRows(context: JobContext<'content'>, spaceId: Id): Promise<void> {
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

/** The search rows of pages of a content; those that were made of the same page before are taken over. */
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

/** Takes the links from the one content of a step to the other. Nobody else changes them meanwhile, so that they are read as they are committed. */
async function updateLinks(context: JobContext<'content'>, spaceId: Id, step: Step): Promise<void> {
  const store = (part: Parameters<Work['projectionBacklog']['storeLinks']>[2]): Promise<boolean> =>
    transact(context, spaceId, (work) => work.projectionBacklog.storeLinks(spaceId, step, part));
  // Whoever else does the same, taking this process for dead, has gone on from here.
  for await (const part of buildLinkUpdates(context, context.read.links, spaceId, {
    before: step.from,
    after: step.to,
  }))
    if (!(await store(part))) return;
  await store(undefined);
}
