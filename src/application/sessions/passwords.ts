import { JOB_TYPES, URGENT_MAIL_ATTEMPTS } from '../system/job-types.ts';
import { Conflict, Invalid, NotFound, TooManyAttempts } from '../../domain/kernel/errors.ts';
import type { UserId } from '../../domain/kernel/id.ts';
import { Credential, type CredentialState } from '../../domain/sessions/credential.ts';
import { findPasswordProblem } from '../../domain/sessions/password-rules.ts';
import { PASSWORD_ORIGIN } from '../../domain/sessions/api-token.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import { job } from '../kernel/job.ts';
import { toMailLine } from '../kernel/mail-line.ts';
import type { Services } from '../kernel/services.ts';
import { command, query, type CommandContext, type QueryContext } from '../kernel/use-case.ts';
import { type Scope, onSelf, inInstance, inPublic } from '../kernel/scope.ts';
import { proveAddress } from '../users.ts';
import {
  resetAttempts,
  refundAttempts,
  hashingConsumer,
  networkOf,
  requireAttempts,
  consumeAttempts,
  type Attempt,
} from './rate-limits.ts';
import { lockCaller, openSession, revokeTokens } from './sessions.ts';
import { addMilliseconds, DAY_MS, HOUR_MS } from '../../domain/kernel/time.ts';

/** Lifetime of a link to set a password, in milliseconds: mailed links, and links created by an operator. */
const MAILED_LINK_MS = HOUR_MS;
const OPERATOR_LINK_MS = DAY_MS;
/** Path below which links to set a password lead. */
const SET_PASSWORD_PATH = '/set-password';

/** Finds the user's credential or creates one. */
const findOrCreateCredential = async (work: Work, userId: UserId): Promise<Credential> =>
  (await work.credentials.find({ id: userId })) ?? Credential.create(userId);

/**
 * Validates and hashes a new password of the user with this e-mail address.
 * @param about other texts that the password must not resemble
 * @throws Invalid naming `password`; ShareExhausted, PoolBusy
 */
export async function hashNewPassword(
  { passwords, address }: Pick<QueryContext<Scope, 'passwords'>, 'passwords' | 'address'>,
  password: string,
  email: string,
  about: readonly string[],
): Promise<string> {
  const wrong = findPasswordProblem(password, [email, ...about]);
  if (wrong !== undefined) throw Invalid.field('password', wrong);
  return passwords.hash(password, hashingConsumer(address, email));
}

export interface PasswordLink {
  readonly url: string;
  readonly expiresAt: string;
}

/** Creates the user's only valid link below a path; earlier links become invalid. */
export async function createLink(
  work: Work,
  { tokens, publicUrl }: Pick<Services, 'tokens' | 'publicUrl'>,
  { userId, path, expiresAt }: { readonly userId: UserId; readonly path: string; readonly expiresAt: string },
): Promise<PasswordLink> {
  const { secret, hash } = tokens.issueLink();
  const credential = await findOrCreateCredential(work, userId);
  credential.startPasswordReset(hash, expiresAt);
  await work.credentials.save(credential);
  return { url: `${publicUrl}${path}/${secret}`, expiresAt };
}

/**
 * Creates a link with which a user can set a password, valid for 24 hours. Earlier links of the user are no longer
 * valid.
 */
export const createPasswordLink = command<{ userId: UserId }>()({
  name: 'createPasswordLink',
  requires: 'instance:operate',
  scope: inInstance,
  needs: ['publicUrl', 'tokens'],
  async run(context, { userId }): Promise<PasswordLink> {
    const { work, now } = context;
    const user = await work.users.find({ id: userId });
    if (user === undefined) throw new NotFound('user');
    return createLink(work, context, {
      userId,
      path: SET_PASSWORD_PATH,
      expiresAt: addMilliseconds(now, OPERATOR_LINK_MS),
    });
  },
});

/**
 * Requests a mail with a link to set a password. Response and timing do not reveal whether the address has an account.
 * @returns seconds until the next request is possible; 0 if the mail was requested
 */
export const requestPasswordLink = command<{ email: string }>()({
  name: 'requestPasswordLink',
  requires: 'nothing',
  scope: inPublic,
  needs: ['attempts'],
  prepare: ({ attempts, now, address }) => consumeAttempts(attempts, [['resetFrom', networkOf(address)]], now),
  async run({ work }, { email }, retryAfter): Promise<number> {
    if (retryAfter === 0)
      await work.jobs.enqueue(
        JOB_TYPES.sendPasswordLink.request({ email: email.toLowerCase() }, { maxAttempts: URGENT_MAIL_ATTEMPTS }),
      );
    return retryAfter;
  },
});

/** Mails a link to set a password to a user, unless the address has none or has had too many. */
export const sendPasswordLinkJob = job(JOB_TYPES.sendPasswordLink)({
  needs: ['mailer', 'attempts', 'publicUrl', 'tokens'],
  async run(context, { email }) {
    const { read, transact, mailer, attempts, now, attempt } = context;
    const user = (await read.users.find({ email }))?.snapshot();
    if (user === undefined || user.disabled || !mailer.configured) return;
    if (attempt === 1 && (await consumeAttempts(attempts, [['reset', email]], now)) > 0) return;
    const expiresAt = addMilliseconds(now, MAILED_LINK_MS);
    const { url } = await transact({ organizationId: null, spaceId: null }, (work) =>
      createLink(work, context, { userId: user.id, path: SET_PASSWORD_PATH, expiresAt }),
    );
    const text = `Hello ${toMailLine(user.displayName)},\n\na new password for ${email} was requested, most likely by you.\nSet the password here within an hour:\n\n${url}\n\nIf you did not request a new password, ignore this e-mail: your password stays unchanged.\n`;
    await mailer.send({ to: email, subject: 'Set your password', text, id: url });
  },
});

/** Shows the user of a link to set a password, without using up the link. */
export const viewPasswordLink = query<{ secret: string }>()({
  name: 'viewPasswordLink',
  requires: 'nothing',
  scope: inPublic,
  needs: ['tokens', 'attempts'],
  async run(context, { secret }): Promise<{ readonly email: string } | undefined> {
    const credential = await findCredentialByLink(context, secret);
    const user = credential && (await context.read.users.find({ id: credential.id }));
    return user && { email: user.snapshot().email };
  },
});

/** Finds the credential by a valid link. @throws TooManyAttempts */
export async function findCredentialByLink(
  { read, tokens, attempts, now, address }: QueryContext<'public', 'tokens' | 'attempts'>,
  secret: string,
): Promise<CredentialState | undefined> {
  const tries: Attempt[] = [['link', networkOf(address)]];
  await requireAttempts(attempts, tries, now);
  const credential = (await read.credentials.find({ resetHash: tokens.hash(secret) }))?.snapshot();
  if (credential === undefined || credential.resetExpiresAt! <= now) return undefined;
  await refundAttempts(attempts, tries);
  return credential;
}

/**
 * Sets a password by a link that is valid once, and revokes all sessions and API tokens of the user. The link proves
 * the address, since it was mailed there or passed on by an operator; `proveAddress` lists what ends with that.
 * @returns true if the link was valid
 */
export const setPasswordByLink = command<{ secret: string; password: string }>()({
  name: 'setPasswordByLink',
  requires: 'nothing',
  scope: inPublic,
  needs: ['passwords', 'attempts', 'tokens'],
  async prepare(context, { secret, password }) {
    const known = await findCredentialByLink(context, secret);
    const user = known && (await context.read.users.find({ id: known.id }))?.snapshot();
    if (user === undefined) return undefined;
    const passwordHash = await hashNewPassword(context, password, user.email, [user.displayName]);
    await resetAttempts(context.attempts, ['account', user.email]);
    return passwordHash;
  },
  async run({ work, tokens, now }, { secret }, passwordHash): Promise<boolean> {
    if (passwordHash === undefined) return false;
    const resetHash = tokens.hash(secret);
    const userId = (await work.credentials.find({ resetHash }))?.id;
    if (userId === undefined) return false;
    await work.lock('users', userId);
    const offered = await work.credentials.find({ id: userId, resetHash });
    if (offered === undefined || offered.snapshot().resetExpiresAt! <= now) return false;
    work.events.setActor(userId);
    await proveAddress({ work, now }, userId);
    const credential = await work.credentials.get({ id: userId });
    credential.setPassword(passwordHash, now);
    await work.credentials.save(credential);
    await revokeTokens(work, { userId });
    return true;
  },
});

/**
 * Requires the present password of the signed-in caller.
 * @returns the hash that the password matched
 * @throws Invalid naming `password`, TooManyAttempts
 */
export async function requirePassword(
  context: QueryContext<'self', 'attempts' | 'passwords'>,
  password: string,
  field = 'password',
): Promise<string> {
  const { read, attempts, passwords, now, scope, address } = context;
  const { userId } = scope.caller;
  const user = (await read.users.get({ id: userId })).snapshot();
  const tries: Attempt[] = [['account', user.email]];
  const retryAfter = await consumeAttempts(attempts, tries, now);
  if (retryAfter > 0) throw new TooManyAttempts(retryAfter);
  const passwordHash = (await read.credentials.find({ id: userId }))?.snapshot().passwordHash ?? null;
  const matches = await passwords.verify(password, passwordHash, hashingConsumer(address, user.email));
  if (!matches || passwordHash === null) throw Invalid.field(field, 'is incorrect');
  await refundAttempts(attempts, tries);
  return passwordHash;
}

/**
 * Locks the caller and returns the credential, after the caller has given the password.
 * @param compared the hash that the password matched
 * @throws Unauthenticated if the session has ended, Conflict if the password was changed
 */
export async function lockCredential({ work, scope }: CommandContext<'self'>, compared?: string): Promise<Credential> {
  await lockCaller(work, scope.caller);
  const credential = await work.credentials.get({ id: scope.caller.userId });
  if (compared !== undefined && credential.snapshot().passwordHash !== compared)
    throw new Conflict('the password was changed while the request was processed; sign in again');
  return credential;
}

/**
 * Changes the caller's password. Ends every session; the present one continues under a new secret. With `revokeTokens`,
 * also revokes the user's API tokens.
 */
export const changePassword = command<{ current: string; password: string; revokeTokens?: boolean }>()({
  name: 'changePassword',
  requires: 'self:act',
  scope: onSelf,
  needs: ['passwords', 'ids', 'tokens', 'attempts'],
  async prepare(context, { current, password }) {
    const compared = await requirePassword(context, current, 'current');
    const { email, displayName } = (await context.read.users.get({ id: context.scope.caller.userId })).snapshot();
    return { compared, passwordHash: await hashNewPassword(context, password, email, [displayName]) };
  },
  async run(context, { revokeTokens: withTokens = false }, { compared, passwordHash }) {
    const { work, scope, now } = context;
    const { userId } = scope.caller;
    const credential = await lockCredential(context, compared);
    credential.setPassword(passwordHash, now);
    await work.credentials.save(credential);
    await revokeTokens(work, { userId, ...(!withTokens && { kind: 'session' as const }) });
    return openSession(work, context, { userId, via: PASSWORD_ORIGIN, at: now });
  },
});
