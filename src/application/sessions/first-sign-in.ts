import { PASSWORD_ORIGIN } from '../../domain/sessions/api-token.ts';
import type { UnitOfWork } from '../../ports/kernel/unit-of-work.ts';
import { inPublic } from '../kernel/scope.ts';
import type { Reads, Services } from '../kernel/services.ts';
import { command } from '../kernel/use-case.ts';
import { createLink, findCredentialByLink, type PasswordLink } from './passwords.ts';
import { openSession, type OpenedSession } from './sessions.ts';
import { addMilliseconds, MINUTE_MS } from '../../domain/kernel/time.ts';

/** Lifetime of the link, in milliseconds. */
const LINK_MS = 15 * MINUTE_MS;

/**
 * Creates a link that signs the operator in once, while nobody has signed in to the instance. Earlier links of the
 * operator are no longer valid.
 * @returns undefined if a user has a password or a session
 */
export async function createFirstSignInLink({
  unitOfWork,
  reads,
  services,
}: {
  readonly unitOfWork: UnitOfWork;
  readonly reads: Reads;
  readonly services: Pick<Services, 'clock' | 'publicUrl' | 'tokens'>;
}): Promise<PasswordLink | undefined> {
  const operator = await reads.users.find({ operator: true, disabled: false });
  if (operator === undefined || (await hasSignIns(reads))) return undefined;
  const at = services.clock.now();
  const system = { organizationId: null, spaceId: null, actorId: null, tokenId: null, requestId: null, at };
  return unitOfWork.run(system, (work) =>
    createLink(work, services, {
      userId: operator.id,
      path: '/sign-in/first',
      expiresAt: addMilliseconds(at, LINK_MS),
    }),
  );
}

const hasSignIns = async ({ apiTokens, credentials }: Reads): Promise<boolean> =>
  (await apiTokens.count({ kind: 'session' })) > 0 ||
  (await credentials.count({})) > (await credentials.count({ passwordHash: null }));

/**
 * Signs an operator without a password in by a link, which is valid once. The session counts as one by password.
 * `undefined` for an invalid link, and for users who are no operators or have a password.
 */
export const signInWithFirstLink = command<{ secret: string }>()({
  name: 'signInWithFirstLink',
  requires: 'nothing',
  scope: inPublic,
  needs: ['attempts', 'tokens', 'ids'],
  prepare: (context, { secret }) => findCredentialByLink(context, secret),
  async run(context, { secret }, known): Promise<OpenedSession | undefined> {
    if (known === undefined) return undefined;
    const { work, tokens, now } = context;
    const userId = known.id;
    await work.lock('users', userId);
    const user = await work.users.find({ id: userId, operator: true, disabled: false });
    const credential = await work.credentials.find({ id: userId, resetHash: tokens.hash(secret) });
    if (user === undefined || credential === undefined) return undefined;
    const { passwordHash, totpSecret, resetExpiresAt } = credential.snapshot();
    if (passwordHash !== null || totpSecret !== null || resetExpiresAt! <= now) return undefined;
    work.events.setActor(userId);
    credential.consumeLink();
    await work.credentials.save(credential);
    return openSession(work, context, { userId, via: PASSWORD_ORIGIN, at: now });
  },
});
