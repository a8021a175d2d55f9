import { JOB_TYPES } from '../system/job-types.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { TranslationState } from '../../domain/translations/translation.ts';
import type { JobRequest } from '../../ports/kernel/jobs.ts';

/**
 * Request for the job of a run. Runs of one organization are serialized, so that other organizations get workers;
 * internal failures are retried for half an hour.
 */
export const runTranslationRequest = (
  { id, organizationId }: Pick<TranslationState, 'id' | 'organizationId'>,
  run: Id,
): JobRequest =>
  JOB_TYPES.runTranslation.request(
    { organizationId, translationId: id, run },
    { queue: `translations ${organizationId}`, maxAttempts: 8 },
  );
