import type { Id } from '../../domain/kernel/id.ts';
import type { TranslationState } from '../../domain/translations/translation.ts';
import type { JobRequest } from '../../ports/kernel/jobs.ts';

/** What the job of a run is told. */
export interface RunPayload extends Record<string, unknown> {
  readonly organizationId: Id;
  readonly translationId: Id;
  readonly run: Id;
}

export const RUN_JOB = 'run-translation';

/** An organization's runs are made one after the other, so that others have their turn. Tried for half an hour where the fault is ours. */
export const runOrder = (
  { id, organizationId }: Pick<TranslationState, 'id' | 'organizationId'>,
  run: Id,
): JobRequest => ({
  name: RUN_JOB,
  payload: { organizationId, translationId: id, run } satisfies RunPayload,
  queue: `translations ${organizationId}`,
  maxAttempts: 8,
});
