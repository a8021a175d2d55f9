import type { PayloadOf } from '../kernel/job-type.ts';
import { userReasonOf } from '../kernel/user-reason.ts';
import { JOB_TYPES } from '../system/job-types.ts';
import { Conflict } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import {
  NO_WORK,
  type Translation,
  type TranslationWork,
  type TranslationState,
} from '../../domain/translations/translation.ts';
import { TranslationEngineError } from '../../ports/translations/translation-engine.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import { scheduleGarbageCollection } from '../garbage-collection.ts';
import { job, type JobContext, type JobEndContext } from '../kernel/job.ts';
import { InitiatorRightsLost, requireInitiatorRights } from '../permissions/initiator-rights.ts';
import { notifyAdministrators } from '../permissions/paused-work.ts';
import { runTranslationRequest } from './run-request.ts';
import { TranslationRunFailed, TranslationBuilder } from './translation-builder.ts';
import { addMilliseconds, DAY_MS } from '../../domain/kernel/time.ts';

type RunPayload = PayloadOf<typeof JOB_TYPES.runTranslation>;

const NO_ENGINE =
  'no translation engine is configured: the operator of the instance sets TRANSLATION_ENGINE (openai, deepl, libretranslate, apertium or pseudo), and TRANSLATION_URL, TRANSLATION_API_KEY and TRANSLATION_MODEL as the engine requires; then run the translation again';
const INTERNAL_ERROR = 'the run failed because of an internal error (see the server log); run the translation again';
const INTERRUPTED = 'the run was interrupted on every attempt; run the translation again';

/**
 * Days after which an unused entry of the translation memory is deleted; beyond the limit of an organization, the least
 * recently used entries are deleted too.
 */
const MEMORY_DAYS = 180;
const MEMORY_TEXTS = 500_000;

/**
 * Runs a translation: the result changes once, to the complete translation, or not at all.
 *
 * A killed run is repeated and reuses the answers of the engine. Every run ends. It is stopped, and the translation
 * paused, once its initiator has lost the permission.
 */
export const runTranslationJob = job(JOB_TYPES.runTranslation)({
  needs: ['clock', 'translations', 'ids', 'content', 'segments', 'mailer'],
  abandon: abandonRun,
  // The initiator, on whose rights the run takes place, was forgotten with its end.
  reopen: async () => {
    throw new Conflict('the run of a translation cannot be retried as a job: run the translation again instead');
  },
  async run(context, order) {
    let done: () => TranslationWork = () => NO_WORK;
    try {
      const began = await withCurrentRun(context, order, async (translation, work) => {
        translation.startRun(context.clock.now());
        await work.translations.save(translation);
        return translation.snapshot();
      });
      if (began === undefined) return;
      const { engine } = context.translations;
      if (engine === undefined) throw new TranslationRunFailed(NO_ENGINE);
      const making = new TranslationBuilder(context, began, engine, (task) => withCurrentRun(context, order, task));
      done = () => making.work;
      await making.run((translation, work, result) =>
        endRun(work, translation, translation.completeRun(result, context.ids.next(), context.clock.now())),
      );
      const usedBefore = addMilliseconds(context.clock.now(), -MEMORY_DAYS * DAY_MS);
      await context.translations.memory.prune(order.organizationId, { usedBefore, maxEntries: MEMORY_TEXTS });
    } catch (error) {
      if (error instanceof InitiatorRightsLost) return pauseRun(context, order, error, done());
      // During a shutdown the job is left to another process if attempts remain.
      if (context.signal.aborted && !context.lastAttempt) throw error;
      const reason = context.signal.aborted ? INTERRUPTED : reasonOf(error);
      if (reason === undefined && !context.lastAttempt) throw error;
      await withLockedTranslation(context, order, async (translation, work) => {
        await endRun(
          work,
          translation,
          translation.failRun(reason ?? INTERNAL_ERROR, done(), context.ids.next(), context.clock.now()),
        );
        // Objects stored by the failed run are unreferenced.
        await work.jobs.enqueue(scheduleGarbageCollection(context.clock.now()));
      });
      if (reason === undefined) throw error;
    }
  },
});

async function abandonRun(
  { work, ids, now }: JobEndContext,
  { organizationId, translationId, run }: RunPayload,
  why: string,
): Promise<void> {
  const translation = await work.translations.find({ id: translationId, organizationId });
  if (translation?.isCurrentRun(run) !== true) return;
  const reason = `the run has ended because ${why}; run the translation again`;
  await endRun(work, translation, translation.failRun(reason, NO_WORK, ids.next(), now));
  // Objects stored by the run are unreferenced.
  await work.jobs.enqueue(scheduleGarbageCollection(now));
}

/** Ends a run whose initiator has lost the permission, and notifies administrators unless another run was requested. */
async function pauseRun(
  context: JobContext<'clock' | 'ids' | 'mailer'>,
  order: RunPayload,
  lost: InitiatorRightsLost,
  done: TranslationWork,
): Promise<void> {
  const { clock, ids } = context;
  await withLockedTranslation(context, order, async (translation, work) => {
    const now = clock.now();
    const { organizationId, id, language, run } = translation.snapshot();
    await endRun(work, translation, translation.pauseRun(lost.reason, lost.message, done, ids.next(), now));
    await work.jobs.enqueue(scheduleGarbageCollection(now));
    const { paused } = translation.snapshot();
    if (paused === null) return;
    const subject = `a translation to the language ${language}`;
    const path = `/v1/orgs/${organizationId}/translations/${id}`;
    await notifyAdministrators(context, work, { ...paused, organizationId, userId: run!.actorId, subject, path });
  });
}

async function endRun(work: Work, translation: Translation, next: string | undefined): Promise<void> {
  await work.translations.save(translation);
  if (next !== undefined) await work.jobs.enqueue(runTranslationRequest(translation.snapshot(), next));
}

/**
 * Runs a task if the run is still the current one of the translation; undefined otherwise. Checks the rights of the
 * initiator last, so that nothing is committed after they were lost.
 * @throws InitiatorRightsLost
 */
function withCurrentRun<T>(
  context: JobContext,
  order: RunPayload,
  task: (translation: Translation, work: Work) => Promise<T>,
): Promise<T | undefined> {
  return withLockedTranslation(context, order, async (translation, work) => {
    const state = translation.snapshot();
    const done = await task(translation, work);
    await requireRunRights(context, work, state);
    return done;
  });
}

/** Runs a task likewise but without a check of rights, for ending a run. */
function withLockedTranslation<T>(
  context: JobContext,
  { organizationId, translationId, run }: RunPayload,
  task: (translation: Translation, work: Work) => Promise<T>,
): Promise<T | undefined> {
  return context.transact({ organizationId, spaceId: null }, async (work) => {
    const translation = await work.translations.find({ id: translationId, organizationId });
    return translation?.isCurrentRun(run) === true ? task(translation, work) : undefined;
  });
}

/**
 * Requires that the initiator may still start the run: manage translations, administer source and result, and create a
 * space beside the source if there is no result. The run itself reports a missing source.
 * @throws InitiatorRightsLost
 */
async function requireRunRights({ read }: JobContext, work: Work, state: TranslationState): Promise<void> {
  const { organizationId, spaceId, resultSpaceId, run } = state;
  const grounds = { userId: run!.actorId, via: run!.via };
  await requireInitiatorRights(read, grounds, JOB_TYPES.runTranslation.permission, { organizationId });
  const find = (id: Id) => work.spaces.find({ id, organizationId, deletedAt: null });
  const source = await find(spaceId);
  if (source === undefined) return;
  await requireInitiatorRights(read, grounds, 'space:admin', { organizationId, spaceId });
  if (resultSpaceId !== null && (await find(resultSpaceId)) !== undefined) {
    await requireInitiatorRights(read, grounds, 'space:admin', { organizationId, spaceId: resultSpaceId });
    return;
  }
  const { parentId } = source.snapshot();
  if (parentId === null) await requireInitiatorRights(read, grounds, 'organization:create-content', { organizationId });
  else await requireInitiatorRights(read, grounds, 'collection:create', { organizationId, collectionId: parentId });
}

/** Returns a reason for users; undefined for errors that may be temporary. */
const reasonOf = (error: unknown): string | undefined =>
  error instanceof TranslationEngineError ? `the translation engine: ${error.message}` : userReasonOf(error);
