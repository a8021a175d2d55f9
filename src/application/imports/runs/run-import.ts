import { ImportReport, countItems } from '../../../domain/imports/import-report.ts';
import type { ImportRun, ImportRunState } from '../../../domain/imports/import-run.ts';
import { Conflict, DomainError, NotFound } from '../../../domain/kernel/errors.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import type { Head } from '../../../ports/content/branches.ts';
import type { Work } from '../../../ports/kernel/unit-of-work.ts';
import { addPagesToChangeRequest, addPagesToSpace } from '../../content/add-pages.ts';
import { scheduleGarbageCollection } from '../../garbage-collection.ts';
import { job, type JobContext, type JobEndContext } from '../../kernel/job.ts';
import { EndWatch, WorkEnded } from '../../kernel/end-watch.ts';
import type { PayloadOf } from '../../kernel/job-type.ts';
import { userReasonOf } from '../../kernel/user-reason.ts';
import { requireInitiatorRights } from '../../permissions/initiator-rights.ts';
import { JOB_TYPES } from '../../system/job-types.ts';
import type { ImportObserver } from '../prepare-import.ts';
import type { ImportItems } from './import-items.ts';
import { readSource, type ReadImport } from './read-source.ts';

type RunPayload = PayloadOf<typeof JOB_TYPES.runImport>;

const NEEDS = [
  'archives',
  'blobs',
  'blocks',
  'clock',
  'content',
  'documentConverter',
  'files',
  'git',
  'gitFormat',
  'ids',
  'organizationStorage',
  'pageSources',
  'slugify',
  'webImport',
] as const;
type Context = JobContext<(typeof NEEDS)[number]>;

const INTERNAL_ERROR = 'the import failed because of an internal error (see the server log); start it again';
const INTERRUPTED = 'the import was interrupted on every attempt; start it again';
const NOTHING = 'the source contains no pages that can be imported; the report names the reasons';
/** Shortest period between two records of progress, in milliseconds. */
const PROGRESS_MS = 2_000;

/**
 * Runs an import: adds all of its pages as one revision, or none. A run that is killed is repeated from the start; its
 * uploads are deleted when it has ended.
 */
export const runImportJob = job(JOB_TYPES.runImport)({
  needs: NEEDS,
  abandon: abandonRun,
  reopen: reopenRun,
  async run(context, order) {
    const run = await withActiveRun(context, order, async (one, work) => {
      one.start(context.clock.now());
      await work.importRuns.save(one);
      return one.snapshot();
    });
    if (run === undefined) return deleteUploads(context, order);
    const watch = new RunWatch(context, order);
    try {
      await requireRights(context, run);
      const imported = await readSource(withScope(context, run), run, await headOf(context, run), watch);
      watch.signal.throwIfAborted();
      await complete(context, order, imported);
    } catch (error) {
      if (error instanceof WorkEnded || watch.isEnded) return;
      // During a shutdown the job is left to another process if attempts remain.
      if (context.signal.aborted && !context.lastAttempt) throw error;
      const reason = context.signal.aborted ? INTERRUPTED : userReasonOf(error);
      if (!context.lastAttempt && (reason === undefined || isTemporary(error))) throw error;
      await fail(context, order, reason ?? INTERNAL_ERROR);
      if (reason === undefined) throw error;
    } finally {
      await watch.stop();
      if ((await context.read.importRuns.find({ id: order.runId }))?.isActive !== true)
        await deleteUploads(context, order);
    }
  },
});

async function abandonRun(
  { work, now }: JobEndContext,
  { organizationId, runId }: RunPayload,
  why: string,
): Promise<void> {
  const run = await work.importRuns.find({ id: runId, organizationId });
  if (run?.isActive === true) {
    run.fail(`the import has ended because ${why}; start it again`, now);
    await work.importRuns.save(run);
  }
  await deleteUploadsOf(work, { organizationId, runId });
  // Files that the run stored are unreferenced.
  await work.jobs.enqueue(scheduleGarbageCollection(now));
}

async function reopenRun({ work, now }: JobEndContext, order: RunPayload): Promise<RunPayload> {
  const run = await work.importRuns.find({ id: order.runId, organizationId: order.organizationId });
  if (run === undefined) throw new Conflict('the import run of the job was deleted');
  run.reopen(now);
  await work.importRuns.save(run);
  return order;
}

/** Observes a run: records its progress, and aborts when it has been cancelled or the process stops. */
class RunWatch implements ImportObserver {
  readonly #watch: EndWatch;
  #pending: Promise<void> = Promise.resolve();
  #recordedAt = 0;

  constructor(
    private readonly context: Context,
    private readonly order: RunPayload,
  ) {
    this.#watch = new EndWatch(
      context.signal,
      async () => (await context.read.importRuns.find({ id: order.runId }))?.isActive === true,
    );
  }

  get signal(): AbortSignal {
    return this.#watch.signal;
  }

  get isEnded(): boolean {
    return this.#watch.isEnded;
  }

  onProgress = (done: number, total: number): void => {
    if (performance.now() - this.#recordedAt < PROGRESS_MS) return;
    this.#recordedAt = performance.now();
    this.#pending = this.#pending
      .then(async () => {
        await withActiveRun(this.context, this.order, async (run, work) => {
          run.recordProgress({ done, total }, this.context.clock.now());
          await work.importRuns.save(run);
        });
      })
      // The next record or the end of the run replaces one that is lost.
      .catch(() => {});
  };

  async stop(): Promise<void> {
    await Promise.all([this.#watch.stop(), this.#pending]);
  }
}

const withScope = (context: Context, { organizationId, createdBy }: ImportRunState) => ({
  ...context,
  scope: { organizationId, caller: { userId: createdBy } },
});

async function headOf(
  { read }: Context,
  { spaceId, changeRequestId, organizationId, createdBy, via }: ImportRunState,
): Promise<Head> {
  if (changeRequestId !== null) {
    const found = await read.changeRequestsOf.find(spaceId, changeRequestId);
    if (found === undefined) throw new NotFound('change request');
    return found.head;
  }
  const [found] = (
    await read.spacesOf.listSpaces({ organizationId, userId: createdBy, via }, { ids: [spaceId] }, { limit: 1 })
  ).items;
  if (found === undefined) throw new NotFound('space');
  return found.space.head;
}

async function complete(context: Context, order: RunPayload, { changes, items }: ReadImport): Promise<void> {
  const hasPages = changes.some(({ operation }) => operation === 'insert_page');
  const done = await withActiveRun(context, order, async (run, work) => {
    const state = run.snapshot();
    const now = context.clock.now();
    await saveReport(work, state, items);
    if (!hasPages) run.fail(NOTHING, now);
    else {
      const revision = await addPages({ ...withScope(context, state), work, now }, state, changes);
      run.complete(countItems(items.all), revision, now);
    }
    await work.importRuns.save(run);
    await work.jobs.enqueue(scheduleGarbageCollection(now));
    // Last, so that nothing is committed after the rights were lost.
    await requireRights(context, state);
    return true;
  });
  if (done === undefined) throw new WorkEnded('the import run has ended');
}

function addPages(
  context: Parameters<typeof addPagesToSpace>[0],
  { spaceId, changeRequestId }: ImportRunState,
  changes: ReadImport['changes'],
): Promise<Id> {
  return changeRequestId === null
    ? addPagesToSpace(context, { spaceId }, changes)
    : addPagesToChangeRequest(context, { spaceId, changeRequestId }, changes);
}

async function saveReport(work: Work, { id, organizationId }: ImportRunState, items: ImportItems): Promise<void> {
  await work.importReports.save(ImportReport.create({ id, organizationId, items: items.all }));
}

async function fail(context: Context, order: RunPayload, reason: string): Promise<void> {
  await withActiveRun(context, order, async (run, work) => {
    run.fail(reason, context.clock.now());
    await work.importRuns.save(run);
    // Files that the failed run stored are unreferenced.
    await work.jobs.enqueue(scheduleGarbageCollection(context.clock.now()));
  });
}

/** Deletes the uploads that a run has used. */
async function deleteUploads(context: Context, order: RunPayload): Promise<void> {
  await context.transact({ organizationId: order.organizationId, spaceId: null }, async (work) => {
    if (await deleteUploadsOf(work, order)) await work.jobs.enqueue(scheduleGarbageCollection(context.clock.now()));
  });
}

/** @returns whether the run had uploads */
async function deleteUploadsOf(
  work: Work,
  { organizationId, runId }: Pick<RunPayload, 'organizationId' | 'runId'>,
): Promise<boolean> {
  const { items } = await work.uploads.list({ organizationId, importRunId: runId }, { limit: 100 });
  for (const upload of items) await work.uploads.delete(upload);
  return items.length > 0;
}

/** Runs a task if the run is active; undefined otherwise. */
async function withActiveRun<T>(
  context: Context,
  { organizationId, runId, spaceId }: RunPayload,
  task: (run: ImportRun, work: Work) => Promise<T>,
): Promise<T | undefined> {
  const found = await context.read.importRuns.find({ id: runId, organizationId });
  if (found === undefined) return undefined;
  const actorId = found.snapshot().createdBy;
  return context.transact({ organizationId, spaceId, actorId }, async (work) => {
    const run = await work.importRuns.find({ id: runId, organizationId });
    return run?.isActive === true ? task(run, work) : undefined;
  });
}

async function requireRights(
  { read }: Context,
  { organizationId, spaceId, createdBy, via }: ImportRunState,
): Promise<void> {
  await requireInitiatorRights(read, { userId: createdBy, via }, JOB_TYPES.runImport.permission, {
    organizationId,
    spaceId,
  });
}

/** Tells whether another attempt may succeed. */
const isTemporary = (error: unknown): boolean =>
  error instanceof DomainError && (error.category === 'unavailable' || error.category === 'too-many');
