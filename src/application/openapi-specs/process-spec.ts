import type { PayloadOf } from '../kernel/job-type.ts';
import { JOB_TYPES } from '../system/job-types.ts';
import type { OpenAPISpecId } from '../../domain/kernel/id.ts';
import { Conflict } from '../../domain/kernel/errors.ts';
import { digestOf } from '../../domain/content/objects/hash.ts';
import {
  MAX_VERSIONS,
  type OpenAPISpec,
  type OpenAPISpecState,
  type ProcessError,
} from '../../domain/openapi-specs/openapi-spec.ts';
import { OpenAPISpecVersion, type OpenAPISpecVersionState } from '../../domain/openapi-specs/openapi-spec-version.ts';
import type { JobRequest } from '../../ports/kernel/jobs.ts';
import { UnusableSpec } from '../../ports/openapi-specs.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import type { PauseReason } from '../../domain/permissions/pause.ts';
import { scheduleGarbageCollection } from '../garbage-collection.ts';
import { job, type JobContext, type JobEndContext } from '../kernel/job.ts';
import { InitiatorRightsLost, requireInitiatorRights } from '../permissions/initiator-rights.ts';
import { notifyAdministrators } from '../permissions/paused-work.ts';
import { SpecProcessingFailed, SourceFetcher } from './fetch-source.ts';
import { readBlob } from '../uploads/read-blob.ts';
import { addMilliseconds, HOUR_MS } from '../../domain/kernel/time.ts';

type Payload = PayloadOf<typeof JOB_TYPES.processSpec>;

/**
 * Delays before a source that could not be fetched is tried again, in milliseconds; processing fails after the last.
 */
const RETRY_DELAYS_MS = [2_000, 15_000, 120_000] as const;
const INTERNAL_ERROR: ProcessError = {
  code: 'PARSE_ERROR',
  message:
    'the document could not be processed because of an internal error (see the server log); refresh the specification',
};

/** Request for processing a specification; supersedes earlier requests. */
export const processSpecRequest = ({
  id,
  organizationId,
  run,
}: Pick<OpenAPISpecState, 'id' | 'organizationId' | 'run'>): JobRequest =>
  jobRequest({ organizationId, specId: id, run, tries: 0 });
const jobRequest = (payload: Payload, notBefore?: string): JobRequest =>
  JOB_TYPES.processSpec.request(payload, {
    queue: `openapi ${payload.specId}`,
    ...(notBefore !== undefined && { notBefore }),
  });

/**
 * Reads a specification from its source and adds a version if the content changed.
 *
 * Processing always ends, and the last valid version stays. A source that cannot be fetched is tried again for a while.
 * Processing is paused once its initiator has lost the permission.
 */
export const processSpecJob = job(JOB_TYPES.processSpec)({
  needs: ['blobs', 'organizationStorage', 'web', 'openapiDocuments', 'clock', 'ids', 'mailer'],
  abandon: abandonRun,
  reopen: reopenRun,
  async run(context, payload) {
    try {
      const spec = await withCurrentRun(context, payload, (found) => found.startProcessing());
      if (spec === undefined) return;
      const version = await readVersion(context, spec);
      await withCurrentRun(context, payload, (found, work) => storeVersion(context, found, version, work));
    } catch (error) {
      if (error instanceof InitiatorRightsLost) return pause(context, payload, error);
      // During a shutdown the job is left to another process if attempts remain.
      const known = context.signal.aborted ? undefined : failureOf(error);
      if (known === undefined && !context.lastAttempt) throw error;
      await withLockedSpec(context, payload, (found, work) => failOrRetry(context, payload, found, work, known));
      if (known === undefined) throw error;
    }
  },
});

async function abandonRun(
  { work, now }: JobEndContext,
  { organizationId, specId, run }: Payload,
  why: string,
): Promise<void> {
  const spec = await work.openapiSpecs.find({ id: specId, organizationId });
  if (spec?.isPendingRun(run) !== true) return;
  const message = `processing has ended because ${why}; refresh the specification`;
  spec.fail({ code: 'PARSE_ERROR', message }, now);
  await work.openapiSpecs.save(spec);
  await scheduleCheck(spec.snapshot(), work);
}

/** Starts another run, on the rights of the same initiator. @throws Conflict */
async function reopenRun({ work, ids }: JobEndContext, order: Payload): Promise<Payload> {
  const spec = await work.openapiSpecs.find({ id: order.specId, organizationId: order.organizationId });
  const { run, processingState, paused } = spec?.snapshot() ?? {};
  if (spec === undefined || run !== order.run || processingState !== 'complete' || paused !== null)
    throw new Conflict('the OpenAPI specification was deleted, paused or read again after the job had failed');
  const next = ids.next();
  spec.scheduleRead(next);
  await work.openapiSpecs.save(spec);
  return { ...order, run: next, tries: 0 };
}

function failureOf(error: unknown): SpecProcessingFailed | undefined {
  if (error instanceof UnusableSpec) return new SpecProcessingFailed('PARSE_ERROR', error.message);
  return error instanceof SpecProcessingFailed ? error : undefined;
}

async function failOrRetry(
  { clock }: JobContext<'clock'>,
  payload: Payload,
  spec: OpenAPISpec,
  work: Work,
  why: SpecProcessingFailed | undefined,
): Promise<void> {
  const now = clock.now();
  const pause = why?.mayPass === true ? RETRY_DELAYS_MS[payload.tries] : undefined;
  if (pause === undefined) {
    spec.fail(why ?? INTERNAL_ERROR, now);
    await scheduleCheck(spec.snapshot(), work);
  } else {
    spec.retryLater(why!);
    await work.jobs.enqueue(jobRequest({ ...payload, tries: payload.tries + 1 }, addMilliseconds(now, pause)));
  }
}

type NewVersion = Pick<OpenAPISpecVersionState, 'source' | 'format' | 'document' | 'reference' | 'externals'>;

/** Does the slow work outside of units of work; stores blobs only. */
async function readVersion(
  {
    read,
    blobs,
    organizationStorage,
    web,
    openapiDocuments,
    signal,
  }: JobContext<'blobs' | 'organizationStorage' | 'web' | 'openapiDocuments'>,
  spec: OpenAPISpecState,
): Promise<NewVersion> {
  const sources = new SourceFetcher(web, signal);
  const { url, body } =
    spec.sourceURL === null
      ? { url: undefined, body: await readBlob(blobs, spec.sourceText!) }
      : await sources.get(spec.sourceURL);
  const sourceBlob = await blobs.put(body);
  const { hash: source } = sourceBlob;
  const last =
    spec.lastVersion === null
      ? undefined
      : (await read.openapiSpecVersions.find({ id: spec.lastVersion, specId: spec.id }))?.snapshot();
  if (last !== undefined && last.source === source && last.externals === 0) return last;
  const { format, document, reference, externals } = await openapiDocuments.read(body, {
    organizationId: spec.organizationId,
    url,
    fetch: sources.get,
  });
  const documentBlob = await blobs.put(document);
  const referenceBlob = await blobs.put(reference);
  // Counted without a check: background work has no caller to refuse, and the limit was checked when the specification
  // was added.
  await organizationStorage.record(spec.organizationId, [sourceBlob, documentBlob, referenceBlob]);
  return { source, format, externals, document: documentBlob.hash, reference: referenceBlob.hash };
}

async function storeVersion(
  { ids, clock }: JobContext<'ids' | 'clock'>,
  spec: OpenAPISpec,
  found: NewVersion,
  work: Work,
): Promise<void> {
  const now = clock.now();
  const { id: specId, organizationId, lastVersion } = spec.snapshot();
  const last = lastVersion === null ? undefined : await work.openapiSpecVersions.find({ id: lastVersion, specId });
  if (last !== undefined && last.snapshot().document === found.document) {
    if (last.snapshot().source !== found.source) {
      last.replaceSource(found.source, found.format);
      await work.openapiSpecVersions.save(last);
      await work.jobs.enqueue(scheduleGarbageCollection(now));
    }
    spec.completeProcessing(last.id, now);
  } else {
    const { source, format, document, reference, externals } = found;
    const version = OpenAPISpecVersion.add({
      id: ids.next(),
      organizationId,
      specId,
      source,
      format,
      document,
      reference,
      externals,
      createdAt: now,
    });
    await work.openapiSpecVersions.save(version);
    spec.completeProcessing(version.id, now);
    await deleteOldestVersions(specId, work, now);
  }
  await scheduleCheck(spec.snapshot(), work);
}

async function deleteOldestVersions(specId: OpenAPISpecId, work: Work, now: string): Promise<void> {
  const over = (await work.openapiSpecVersions.count({ specId })) - MAX_VERSIONS;
  if (over <= 0) return;
  const { items } = await work.openapiSpecVersions.list({ specId }, { limit: over });
  for (const version of items) await work.openapiSpecVersions.delete(version);
  await work.jobs.enqueue(scheduleGarbageCollection(now));
}

/**
 * Runs a task in a unit of work if this run is still the current one of the specification. Checks the rights of the
 * initiator last, before the commit.
 * @returns the changed specification; undefined if the run was superseded
 * @throws InitiatorRightsLost
 */
function withCurrentRun(
  context: JobContext,
  payload: Payload,
  task: (spec: OpenAPISpec, work: Work) => Promise<void> | void,
): Promise<OpenAPISpecState | undefined> {
  return withLockedSpec(context, payload, async (spec, work) => {
    await task(spec, work);
    await requireInitiator(context, spec.snapshot());
  });
}

/**
 * Requires the rights of the initiator; without a known one the organization itself is the initiator.
 * @throws InitiatorRightsLost
 */
async function requireInitiator(
  { read }: JobContext,
  { organizationId, orderedBy, via }: OpenAPISpecState,
): Promise<void> {
  if (orderedBy === null) return;
  await requireInitiatorRights(read, { userId: orderedBy, via }, JOB_TYPES.processSpec.permission, {
    organizationId,
  });
}

async function pause(
  context: JobContext<'clock' | 'mailer'>,
  payload: Payload,
  { reason }: InitiatorRightsLost,
): Promise<void> {
  await withLockedSpec(context, payload, (spec, work) => pauseSpec(context, spec, work, reason));
}

async function pauseSpec(
  context: JobContext<'clock' | 'mailer'>,
  spec: OpenAPISpec,
  work: Work,
  reason: PauseReason,
): Promise<void> {
  const now = context.clock.now();
  const paused = spec.pause(reason, now);
  if (paused === undefined) return;
  await work.jobs.enqueue(scheduleGarbageCollection(now));
  const { organizationId, orderedBy, slug } = spec.snapshot();
  const subject = `reading the OpenAPI specification ${slug}`;
  const path = `/v1/orgs/${organizationId}/openapi/${slug}`;
  await notifyAdministrators(context, work, { ...paused, organizationId, userId: orderedBy!, subject, path });
}

/** Runs a task likewise but without a check of rights, for ending a run. */
function withLockedSpec(
  { transact }: JobContext,
  { organizationId, specId, run }: Payload,
  task: (spec: OpenAPISpec, work: Work) => Promise<void> | void,
): Promise<OpenAPISpecState | undefined> {
  return transact({ organizationId, spaceId: null }, async (work) => {
    const spec = await work.openapiSpecs.find({ id: specId, organizationId });
    if (spec?.isPendingRun(run) !== true) return undefined;
    await task(spec, work);
    await work.openapiSpecs.save(spec);
    return spec.snapshot();
  });
}

/**
 * Minimum interval between regular checks of a URL, in milliseconds; each specification adds a delay of up to 4 hours.
 */
const RECHECK_MS = 22 * HOUR_MS;
const SPREAD_MS = 4 * HOUR_MS;

/** Computes the time of the next regular check; undefined for a specification given as text. */
function nextCheckAt({ id, sourceURL, lastProcessedAt, createdAt }: OpenAPISpecState): string | undefined {
  const spread = Number.parseInt(digestOf(id).slice(0, 8), 16) % SPREAD_MS;
  return sourceURL === null ? undefined : addMilliseconds(lastProcessedAt ?? createdAt, RECHECK_MS + spread);
}

async function scheduleCheck(spec: OpenAPISpecState, work: Work): Promise<void> {
  const notBefore = nextCheckAt(spec);
  if (notBefore !== undefined) await work.jobs.enqueue(checkRequest(spec, notBefore));
}

const checkRequest = (
  { id, organizationId }: Pick<OpenAPISpecState, 'id' | 'organizationId'>,
  notBefore: string,
): JobRequest =>
  JOB_TYPES.checkSpecSource.request({ organizationId, specId: id }, { key: `follow-openapi ${id}`, notBefore });

/** Processes a specification again when its check is due; postpones the check if it was processed since. */
export const checkSpecSourceJob = job(JOB_TYPES.checkSpecSource)({
  needs: ['ids', 'clock', 'mailer'],
  // The regular checks go on.
  abandon: async ({ work, now }, { organizationId, specId }) => {
    const notBefore = addMilliseconds(now, RECHECK_MS);
    if ((await work.openapiSpecs.find({ id: specId, organizationId })) !== undefined)
      await work.jobs.enqueue(checkRequest({ id: specId, organizationId }, notBefore));
  },
  run: (context, { organizationId, specId }) =>
    context.transact({ organizationId, spaceId: null }, async (work) => {
      const { ids, now } = context;
      const spec = await work.openapiSpecs.find({ id: specId, organizationId });
      const due = spec && nextCheckAt(spec.snapshot());
      if (due === undefined || spec!.snapshot().processingState !== 'complete' || spec!.snapshot().paused !== null)
        return;
      if (Date.parse(now) < Date.parse(due)) return scheduleCheck(spec!.snapshot(), work);
      const lost = await catchRightsLost(requireInitiator(context, spec!.snapshot()));
      if (lost === undefined) spec!.scheduleRead(ids.next());
      else await pauseSpec(context, spec!, work, lost.reason);
      await work.openapiSpecs.save(spec!);
      if (lost === undefined) await work.jobs.enqueue(processSpecRequest(spec!.snapshot()));
    }),
});

const catchRightsLost = (check: Promise<void>): Promise<InitiatorRightsLost | undefined> =>
  check.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof InitiatorRightsLost) return error;
      throw error;
    },
  );
