import { Invalid, NotFound, TooManyAttempts } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import { Credential, type CredentialState } from '../../domain/sessions/credential.ts';
import { wrongWithPassword } from '../../domain/sessions/password-rules.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import { job } from '../kernel/job.ts';
import type { Services } from '../kernel/services.ts';
import { command, query, type QueryContext, type Scope } from '../kernel/use-case.ts';
import { forget, giveBack, hashingHolder, networkOf, requireTries, tryAll, type Try } from './limits.ts';
import { endSessions, openSession } from './sessions.ts';

/** How long a link to set a password holds, in milliseconds: one that was mailed, and one that the operator made. */
const MAILED_MS = 60 * 60 * 1000;
const MADE_MS = 24 * 60 * 60 * 1000;

/** The user's credential, a new one where there is none. */
export const credentialOf = async (work: Work, userId: Id): Promise<Credential> => (await work.credentials.find({ id: userId })) ?? Credential.of(userId);

/**
 * Hashes a password that the user with this address chose.
 * @param about what else it must not resemble
 * @throws Invalid naming `password`; ShareExhausted, PoolBusy
 */
export async function hashChosen(
  { passwords, address }: Pick<QueryContext<Scope>, 'passwords' | 'address'>,
  password: string,
  email: string,
  about: readonly string[],
): Promise<string> {
  const wrong = wrongWithPassword(password, [email, ...about]);
  if (wrong !== undefined) throw Invalid.field('password', wrong);
  return passwords.hash(password, hashingHolder(address, email));
}

export interface PasswordLink {
  readonly url: string;
  readonly expiresAt: string;
}

/** Makes the one link by which the user may set a password; any link before it is worth nothing now. */
async function makeLink(work: Work, { tokens, publicUrl }: Pick<Services, 'tokens' | 'publicUrl'>, userId: Id, expiresAt: string): Promise<PasswordLink> {
  const { secret, hash } = tokens.issueLink();
  const credential = await credentialOf(work, userId);
  credential.offerReset(hash, expiresAt);
  await work.credentials.save(credential);
  return { url: `${publicUrl}/set-password/${secret}`, expiresAt };
}

/** For whom the operator lets in: a link to hand on, or to open oneself. */
export const createPasswordLink = command({
  name: 'createPasswordLink',
  requires: 'instance:operate',
  within: (_: { userId: Id }) => 'instance' as const,
  async run(context, { userId }): Promise<PasswordLink> {
    const { work, now } = context;
    const user = await work.users.find({ id: userId });
    if (user === undefined) throw new NotFound('user');
    return makeLink(work, context, userId, new Date(Date.parse(now) + MADE_MS).toISOString());
  },
});

/** Orders a mail with a link, whoever the address belongs to: the answer is the same, and takes as long. @returns after how many seconds one may ask again, 0 when it was ordered */
export const requestPasswordLink = command({
  name: 'requestPasswordLink',
  requires: 'nothing',
  within: (_: { email: string }) => 'public' as const,
  prepare: ({ attempts, now, address }) => tryAll(attempts, [['resetFrom', networkOf(address)]], now),
  async run({ work }, { email }, retryAfter): Promise<number> {
    if (retryAfter === 0) await work.jobs.enqueue({ name: 'sendPasswordLink', payload: { email: email.toLowerCase() } });
    return retryAfter;
  },
});

export const sendPasswordLinkJob = job<{ email: string }>({
  name: 'sendPasswordLink',
  async run(context, { email }) {
    const { read, transact, mailer, attempts, now, attempt } = context;
    const user = (await read.users.find({ email }))?.snapshot();
    if (user === undefined || user.disabled || !mailer.configured) return;
    if (attempt === 1 && (await tryAll(attempts, [['reset', email]], now)) > 0) return;
    const expiresAt = new Date(Date.parse(now) + MAILED_MS).toISOString();
    const { url } = await transact({ organizationId: null, spaceId: null }, (work) => makeLink(work, context, user.id, expiresAt));
    const text = `Hello ${user.displayName},\n\nsomebody, you most likely, asked for a new password for ${email}.\nSet it here within an hour:\n\n${url}\n\nIf it was not you, do nothing: your password stays as it is.\n`;
    await mailer.send({ to: email, subject: 'Set your password', text, id: url });
  },
});

/** Whose password a link sets; the link is not used up by looking. */
export const viewPasswordLink = query({
  name: 'viewPasswordLink',
  requires: 'nothing',
  within: (_: { secret: string }) => 'public' as const,
  async run(context, { secret }): Promise<{ readonly email: string } | undefined> {
    const credential = await behindLink(context, secret);
    const user = credential && (await context.read.users.find({ id: credential.id }));
    return user && { email: user.snapshot().email };
  },
});

/** @throws TooManyAttempts */
async function behindLink({ read, tokens, attempts, now, address }: QueryContext<'public'>, secret: string): Promise<CredentialState | undefined> {
  const tries: Try[] = [['link', networkOf(address)]];
  await requireTries(attempts, tries, now);
  const credential = (await read.credentials.find({ resetHash: tokens.hash(secret) }))?.snapshot();
  if (credential === undefined || credential.resetExpiresAt! <= now) return undefined;
  await giveBack(attempts, tries);
  return credential;
}

/**
 * Sets a password by a link, once, and ends every session of the user. Who came to an address that nobody had proven
 * theirs, and to whom this link went, is its owner: whatever was set up before them goes.
 * @returns whether the link is a valid one
 */
export const setPasswordByLink = command({
  name: 'setPasswordByLink',
  requires: 'nothing',
  within: (_: { secret: string; password: string }) => 'public' as const,
  async prepare(context, { secret, password }) {
    const known = await behindLink(context, secret);
    const user = known && (await context.read.users.find({ id: known.id }))?.snapshot();
    if (user === undefined) return undefined;
    const passwordHash = await hashChosen(context, password, user.email, [user.displayName]);
    await forget(context.attempts, ['account', user.email]);
    return passwordHash;
  },
  async run({ work, tokens, now }, { secret }, passwordHash): Promise<boolean> {
    const credential = passwordHash === undefined ? undefined : await work.credentials.find({ resetHash: tokens.hash(secret) });
    if (credential === undefined) return false;
    work.events.actedBy(credential.id);
    await proveAddress(work, credential);
    credential.setPassword(passwordHash!, now);
    await work.credentials.save(credential);
    await endSessions(work, credential.id);
    return true;
  },
});

/** Whoever is here now owns the address: where nobody had shown that before, all that was set up until now goes. */
export async function proveAddress(work: Work, credential: Credential): Promise<void> {
  if (!credential.snapshot().unproven) return;
  await endSessions(work, credential.id);
  for (const token of (await work.apiTokens.list({ userId: credential.id, kind: 'api' }, { limit: 1000 })).items) {
    token.revoke();
    await work.apiTokens.delete(token);
  }
  credential.turnCodesOff();
  credential.prove();
}

/** Requires the present password of the caller, who is signed in. @throws Invalid naming `password`, TooManyAttempts */
export async function requirePassword({ read, attempts, passwords, now, at, address }: QueryContext<'self'>, password: string, field = 'password'): Promise<void> {
  const { userId } = at.caller;
  const user = (await read.users.get({ id: userId })).snapshot();
  const tries: Try[] = [['account', user.email]];
  const retryAfter = await tryAll(attempts, tries, now);
  if (retryAfter > 0) throw new TooManyAttempts(retryAfter);
  const credential = await read.credentials.find({ id: userId });
  const holder = hashingHolder(address, user.email);
  if (!(await passwords.matches(password, credential?.snapshot().passwordHash, holder))) throw Invalid.field(field, 'is not your password');
  await giveBack(attempts, tries);
}

/** Changes one's own password: every session ends, and this one goes on under a new secret. */
export const changePassword = command({
  name: 'changePassword',
  requires: 'self:act',
  within: (_: { current: string; password: string }) => 'self' as const,
  async prepare(context, { current, password }) {
    await requirePassword(context, current, 'current');
    const { email, displayName } = (await context.read.users.get({ id: context.at.caller.userId })).snapshot();
    return hashChosen(context, password, email, [displayName]);
  },
  async run(context, _input, passwordHash) {
    const { work, at, now } = context;
    const { userId } = at.caller;
    const credential = await work.credentials.get({ id: userId });
    credential.setPassword(passwordHash, now);
    await work.credentials.save(credential);
    await endSessions(work, userId);
    return openSession(work, context, { userId, via: 'password', at: now });
  },
});
