import { followSecretPurpose } from '../../../domain/git/git-follow.ts';
import { Conflict, StaleWrite } from '../../../domain/kernel/errors.ts';
import { isId } from '../../../domain/kernel/id.ts';
import { ConsumedToken } from '../../../domain/sso/consumed-token.ts';
import type { WebhookDelivery } from '../../../ports/git/push-hooks.ts';
import type { UnitOfWork } from '../../../ports/kernel/unit-of-work.ts';
import type { Reads, Services } from '../../kernel/services.ts';
import { forgetConsumedTokensJob } from '../../sso/forget-consumed-tokens.ts';
import { scheduleCheck } from './check-branch.ts';

/** So long a delivery is known again; after that it costs one look. */
const DELIVERY_MEMORY_MS = 24 * 60 * 60 * 1000;

type Dependencies = Pick<Services, 'secretBox' | 'pushHooks' | 'tokens' | 'clock'> & {
  readonly read: Pick<Reads, 'gitFollows'>;
  readonly unitOfWork: UnitOfWork;
};

/** Tells whether a space takes webhooks: it follows a branch, and has a secret to check deliveries with. */
export async function expectsPush(
  { read, clock }: Pick<Dependencies, 'read' | 'clock'>,
  spaceId: string,
): Promise<boolean> {
  const follow = isId(spaceId) ? await read.gitFollows.find({ id: spaceId }) : undefined;
  return follow !== undefined && follow.validSecrets(clock.now()).length > 0;
}

/**
 * Takes a webhook's word that there was a push: the followed branch is looked at soon, once, however many pushes come until
 * then. What was delivered before does nothing, nor does any delivery while the follow is paused: a push runs on the rights of
 * whoever ordered the follow, and the look asks for them.
 * @returns false where the space is unknown, follows none, or the delivery is signed with none of its secrets: all the same to who sent it
 */
export async function receivePush(
  { read, unitOfWork, secretBox, pushHooks, tokens, clock }: Dependencies,
  spaceId: string,
  delivery: WebhookDelivery,
  requestId: string,
): Promise<boolean> {
  const follow = isId(spaceId) ? await read.gitFollows.find({ id: spaceId }) : undefined;
  const now = clock.now();
  // An unknown space costs as much time as a known one.
  const secrets =
    follow === undefined
      ? [requestId]
      : follow.validSecrets(now).flatMap((box) => secretBox.open(box, followSecretPurpose(spaceId, 'secret')) ?? []);
  if (!pushHooks.isAuthentic(delivery, secrets) || follow === undefined) return false;
  const { ref, paused } = follow.snapshot();
  if (paused !== null || pushHooks.pushedRef(delivery) !== ref) return true;

  const mark = tokens.hash(`git push ${spaceId} ${Buffer.from(delivery.body).toString('base64')}`);
  const expiresAt = new Date(Date.parse(now) + DELIVERY_MEMORY_MS).toISOString();
  try {
    await unitOfWork.run(
      { organizationId: null, spaceId, actorId: null, tokenId: null, requestId, address: null, at: now },
      async (work) => {
        if ((await work.consumedTokens.find({ id: mark })) !== undefined) return;
        await work.consumedTokens.save(ConsumedToken.create(mark, expiresAt));
        await work.jobs.enqueue({ name: forgetConsumedTokensJob.name, payload: { ids: [mark] }, notBefore: expiresAt });
        await work.jobs.enqueue(scheduleCheck(follow.snapshot()));
      },
    );
  } catch (error) {
    // The same came twice at once: one of them is enough.
    if (!(error instanceof Conflict || error instanceof StaleWrite)) throw error;
  }
  return true;
}
