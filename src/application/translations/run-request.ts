import type { Id } from '../../domain/kernel/id.ts';
import type { TranslationState } from '../../domain/translations/translation.ts';
import type { JobRequest } from '../../ports/kernel/jobs.ts';

/** Payload of the job of a run. */
export interface RunPayload extends Record<string, unknown> {
  readonly organizationId: Id;
  readonly translationId: Id;
  readonly run: Id;
}

export const RUN_TRANSLATION = 'run-translation';

/**
 * Request for the job of a run. Runs of one organization are serialized, so that other organizations get workers;
 * internal
 * failures are retried for half an hour.
 */
export const runTranslationRequest = (
  { id, organizationId }: Pick<TranslationState, 'id' | 'organizationId'>,
  run: Id,
): JobRequest => ({
  name: RUN_TRANSLATION,
  payload: { organizationId, translationId: id, run } satisfies RunPayload,
  queue: `translations ${organizationId}`,
  maxAttempts: 8,
});
