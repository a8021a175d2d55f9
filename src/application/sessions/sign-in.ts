import { JOB_TYPES } from '../system/job-types.ts';
import type { UserId } from '../../domain/kernel/id.ts';
import type { Credential, CredentialState } from '../../domain/sessions/credential.ts';
import { PASSWORD_ORIGIN } from '../../domain/sessions/api-token.ts';
import type { UserState } from '../../domain/users.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import { inPublic } from '../kernel/scope.ts';
import { command, type QueryContext } from '../kernel/use-case.ts';
import {
  resetAttempts,
  refundAttempts,
  hashingConsumer,
  networkOf,
  consumeAttempts,
  type Attempt,
} from './rate-limits.ts';
import { openSession, type OpenedSession } from './sessions.ts';
import type { JobRequest } from '../../ports/kernel/jobs.ts';
import { job } from '../kernel/job.ts';
import { MINUTE_MS } from '../../domain/kernel/time.ts';

/** Result of an attempt to sign in. No variant reveals whether the address has an account. */
export type SignInResult =
  | { readonly session: OpenedSession }
  /** The password is correct; a one-time code is required, together with this ticket. */
  | { readonly ticket: string }
  | { readonly wrong: true }
  /** Seconds until the next attempt is possible. */
  | { readonly retryAfter: number };

/** User ID for comparisons if the account does not exist; no user has it. */
const UNKNOWN_ID = '0'.repeat(20);
/** Lifetime of a ticket between password and code, in milliseconds. */
const TICKET_MS = 5 * MINUTE_MS;
const TICKET = 'ticket: a code is to follow';

type PreparedSignIn =
  | { readonly retryAfter: number }
  | { readonly user: UserState | undefined; readonly credential: CredentialState | undefined };

const failureRequest = (email: string, address: string | undefined): JobRequest =>
  JOB_TYPES.recordFailedSignIn.request({ email, via: 'password', address: address ?? null });

/**
 * Opens a session by password. Attempts are counted by account and network before the comparison; an unknown account
 * takes as long and gives the same result as a wrong password.
 */
export const signInWithPassword = command<{ email: string; password: string }>()({
  name: 'signInWithPassword',
  requires: 'nothing',
  scope: inPublic,
  needs: ['attempts', 'passwords', 'sealer', 'ids', 'tokens'],
  async prepare(
    { read, attempts, passwords, now, address },
    { email: enteredEmail, password },
  ): Promise<PreparedSignIn> {
    const email = enteredEmail.toLowerCase();
    const tries: Attempt[] = [
      ['account', email],
      ['address', networkOf(address)],
    ];
    const retryAfter = await consumeAttempts(attempts, tries, now);
    if (retryAfter > 0) return { retryAfter };
    const user = (await read.users.find({ email }))?.snapshot();
    const credential = (await read.credentials.find({ id: user?.id ?? UNKNOWN_ID }))?.snapshot();
    const isRight = await passwords.verify(password, credential?.passwordHash, hashingConsumer(address, email));
    if (!isRight || user === undefined || user.disabled) return { user: undefined, credential: undefined };
    await refundAttempts(attempts, tries);
    return { user, credential };
  },
  async run(context, { email }, prepared): Promise<SignInResult> {
    if ('retryAfter' in prepared) return prepared;
    const { work, sealer, now, address } = context;
    const { user, credential: compared } = prepared;
    // The password may have been changed, or the user disabled, during the comparison.
    const credential = user && compared && (await lockIfUnchanged(work, user.id, compared));
    if (user === undefined || credential === undefined) {
      await work.jobs.enqueue(failureRequest(email.toLowerCase(), address));
      return { wrong: true };
    }
    const { passwordAt, totpSecret } = credential.snapshot();
    if (totpSecret !== null)
      return { ticket: sealer.sign(JSON.stringify([user.id, passwordAt, Date.parse(now) + TICKET_MS]), TICKET) };
    return { session: await openSession(work, context, { userId: user.id, via: PASSWORD_ORIGIN, at: now }) };
  },
});

/** Locks the user. @returns the credential; undefined if the password was changed or the user is disabled */
async function lockIfUnchanged(
  work: Work,
  userId: UserId,
  compared: Pick<CredentialState, 'passwordHash' | 'passwordAt'>,
): Promise<Credential | undefined> {
  await work.lock('users', userId);
  const user = await work.users.find({ id: userId });
  const credential = await work.credentials.find({ id: userId });
  if (user === undefined || user.snapshot().disabled || credential === undefined) return undefined;
  const { passwordHash, passwordAt } = credential.snapshot();
  return passwordHash !== null && passwordHash === compared.passwordHash && passwordAt === compared.passwordAt
    ? credential
    : undefined;
}

/** Opens a ticket; undefined if it is invalid or has expired. */
function openTicket(
  { sealer, now }: QueryContext<'public', 'sealer'>,
  ticket: string,
): { userId: string; passwordAt: string } | undefined {
  const text = sealer.verify(ticket, TICKET);
  if (text === undefined) return undefined;
  const [userId, passwordAt, until] = JSON.parse(text) as [string, string, number];
  return until > Date.parse(now) ? { userId, passwordAt } : undefined;
}

type PreparedCode =
  | { readonly retryAfter: number }
  | {
      readonly userId: UserId;
      readonly email: string;
      readonly compared: CredentialState;
      readonly code: ComparedCode;
    };

/** Result of comparing a code: the time step that it belongs to, or its hash as a recovery code. */
export interface ComparedCode {
  readonly step: number | undefined;
  readonly recovery: string;
}

/** Compares a one-time or recovery code; `isGood` tells whether the credential accepts it. */
export function compareCode(
  {
    secretBox,
    oneTimeCodes,
    now,
  }: Pick<QueryContext<'public', 'secretBox' | 'oneTimeCodes'>, 'secretBox' | 'oneTimeCodes' | 'now'>,
  { id, totpSecret, totpStep, recoveryCodes }: CredentialState,
  code: string,
): ComparedCode & { readonly isGood: boolean } {
  const secret = totpSecret === null ? undefined : secretBox.open(totpSecret, codePurpose(id));
  const step = secret === undefined ? undefined : oneTimeCodes.stepOf(secret, code, now);
  const recovery = oneTimeCodes.hashRecoveryCode(code);
  return { step, recovery, isGood: step === undefined ? recoveryCodes.includes(recovery) : step > totpStep };
}

/** Uses up a code. @returns true if the code was valid and unused */
export const consumeCode = (credential: Credential, { step, recovery }: ComparedCode): boolean =>
  step === undefined ? credential.consumeRecoveryCode(recovery) : credential.consumeCode(step);

/**
 * Completes a sign-in with a one-time or recovery code. Each is accepted once. `undefined` for an invalid or expired
 * ticket.
 */
export const signInWithCode = command<{ ticket: string; code: string }>()({
  name: 'signInWithCode',
  requires: 'nothing',
  scope: inPublic,
  needs: ['attempts', 'oneTimeCodes', 'secretBox', 'ids', 'tokens', 'sealer'],
  async prepare(context, { ticket, code }): Promise<PreparedCode | undefined> {
    const { read, attempts, now, address } = context;
    const opened = openTicket(context, ticket);
    if (opened === undefined) return undefined;
    const { userId, passwordAt } = opened;
    const retryAfter = await consumeAttempts(
      attempts,
      [
        ['code', userId],
        ['address', networkOf(address)],
      ],
      now,
    );
    if (retryAfter > 0) return { retryAfter };
    const user = (await read.users.find({ id: userId }))?.snapshot();
    const credential = (await read.credentials.find({ id: userId }))?.snapshot();
    // A ticket is void once the password has changed or the user is disabled.
    if (user === undefined || user.disabled || credential?.totpSecret == null || credential.passwordAt !== passwordAt)
      return undefined;
    const { isGood, ...seen } = compareCode(context, credential, code);
    if (isGood) {
      await resetAttempts(attempts, ['code', userId]);
      await refundAttempts(attempts, [['address', networkOf(address)]]);
    }
    return { userId, email: user.email, compared: credential, code: seen };
  },
  async run(context, _input, seen): Promise<SignInResult | undefined> {
    if (seen === undefined || 'retryAfter' in seen) return seen;
    const { work, now, address } = context;
    const { userId, email, compared, code } = seen;
    const credential = await lockIfUnchanged(work, userId, compared);
    if (credential === undefined || credential.snapshot().totpSecret !== compared.totpSecret) return undefined;
    if (!consumeCode(credential, code)) {
      await work.jobs.enqueue(failureRequest(email, address));
      return { wrong: true };
    }
    work.events.setActor(userId);
    await work.credentials.save(credential);
    return { session: await openSession(work, context, { userId, via: PASSWORD_ORIGIN, at: now }) };
  },
});

/** Returns the purpose under which the secret of a user's one-time codes is encrypted. */
export const codePurpose = (userId: string): string => `one-time codes of ${userId}`;

/**
 * Records a failed sign-in in the audit log. Runs as a job for every failure, so that the timing of the response does
 * not reveal whether the address has an account.
 */
export const recordFailedSignInJob = job(JOB_TYPES.recordFailedSignIn)({
  async run({ read, transact }, { email, via, address }) {
    const user = await read.users.find({ email });
    if (user === undefined) return;
    const happened = { type: 'session.refused' as const, aggregateId: user.id, data: { userId: user.id, via } };
    await transact({ organizationId: null, spaceId: null, address }, async ({ events }) => events.record(happened));
  },
});
