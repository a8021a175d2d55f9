import type { Id } from '../../domain/kernel/id.ts';
import type { TranslationState } from '../../domain/translations/translation.ts';
import type { JobRequest } from '../../ports/kernel/jobs.ts';

/** What the job of a run is told. */
export interface RunPayload extends Record<string, unknown> {
  readonly organizationId: Id;
  readonly translationId: Id;
  readonly run: Id;
}

export const RUN_TRANSLATION = 'run-translation';

/** An organization's runs are made one after the other, so that others have their turn. Tried for half an hour where the fault is ours. */
export const runTranslationRequest = (
  { id, organizationId }: Pick<TranslationState, 'id' | 'organizationId'>,
  run: Id,
): JobRequest => ({
  name: RUN_TRANSLATION,
  payload: { organizationId, translationId: id, run } satisfies RunPayload,
  queue: `translations ${organizationId}`,
  maxAttempts: 8,
});
