import { JOB_TYPES } from '../../system/job-types.ts';
import { followSecretPurpose } from '../../../domain/git/git-follow.ts';
import { Conflict, StaleWrite } from '../../../domain/kernel/errors.ts';
import { isId } from '../../../domain/kernel/id.ts';
import { ConsumedToken } from '../../../domain/sso/consumed-token.ts';
import type { WebhookDelivery } from '../../../ports/git/push-hooks.ts';
import type { UnitOfWork } from '../../../ports/kernel/unit-of-work.ts';
import type { Reads, Services } from '../../kernel/services.ts';
import { scheduleCheck } from './check-branch.ts';
import { addMilliseconds, DAY_MS } from '../../../domain/kernel/time.ts';

/** Time for which a delivery is recognized as a repetition; a later repetition causes one check. */
const DELIVERY_MEMORY_MS = DAY_MS;

type Dependencies = Pick<Services, 'secretBox' | 'pushHooks' | 'tokens' | 'clock'> & {
  readonly read: Pick<Reads, 'gitFollows'>;
  readonly unitOfWork: UnitOfWork;
};

/** Tells whether a space accepts webhooks: it follows a branch and has a secret that verifies deliveries. */
export async function expectsPush(
  { read, clock }: Pick<Dependencies, 'read' | 'clock'>,
  spaceId: string,
): Promise<boolean> {
  const follow = isId(spaceId) ? await read.gitFollows.find({ id: spaceId }) : undefined;
  return follow !== undefined && follow.validSecrets(clock.now()).length > 0;
}

/**
 * Handles a webhook delivery: a push to the followed branch schedules a check. Pushes that arrive before the check
 * share it. Repeated deliveries have no effect, nor have deliveries while the follow is paused; the permissions of its
 * owner are verified by the check.
 * @returns false when the space is unknown, follows no branch, or no secret matches; the sender cannot tell these cases
 * apart
 */
export async function receivePush(
  { read, unitOfWork, secretBox, pushHooks, tokens, clock }: Dependencies,
  spaceId: string,
  delivery: WebhookDelivery,
  requestId: string,
): Promise<boolean> {
  const follow = isId(spaceId) ? await read.gitFollows.find({ id: spaceId }) : undefined;
  const now = clock.now();
  // Verification takes the same time for an unknown space, so that its absence cannot be measured.
  const secrets =
    follow === undefined
      ? [requestId]
      : follow.validSecrets(now).flatMap((box) => secretBox.open(box, followSecretPurpose(spaceId, 'secret')) ?? []);
  if (!pushHooks.isAuthentic(delivery, secrets) || follow === undefined) return false;
  const { ref, paused } = follow.snapshot();
  if (paused !== null || pushHooks.pushedRef(delivery) !== ref) return true;

  const mark = tokens.hash(`git push ${spaceId} ${Buffer.from(delivery.body).toString('base64')}`);
  const expiresAt = addMilliseconds(now, DELIVERY_MEMORY_MS);
  try {
    await unitOfWork.run(
      { organizationId: null, spaceId, actorId: null, tokenId: null, requestId, address: null, at: now },
      async (work) => {
        if ((await work.consumedTokens.find({ id: mark })) !== undefined) return;
        await work.consumedTokens.save(ConsumedToken.create(mark, expiresAt));
        await work.jobs.enqueue(JOB_TYPES.forgetConsumedTokens.request({ ids: [mark] }, { notBefore: expiresAt }));
        await work.jobs.enqueue(scheduleCheck(follow.snapshot()));
      },
    );
  } catch (error) {
    // A concurrent delivery of the same push has been stored.
    if (!(error instanceof Conflict || error instanceof StaleWrite)) throw error;
  }
  return true;
}
