import { JOB_TYPES } from '../system/job-types.ts';
import { inPublic } from '../kernel/scope.ts';
import { NotFound } from '../../domain/kernel/errors.ts';
import type { Id, OrganizationId } from '../../domain/kernel/id.ts';
import {
  isActiveProvider,
  providerOrigin,
  type ActiveSamlProvider,
  type SamlProvider,
  type SamlProviderState,
} from '../../domain/sso/saml-provider.ts';
import { SignInRefused, type SignInRefusal } from '../../domain/sso/sign-in-refused.ts';
import { ConsumedToken } from '../../domain/sso/consumed-token.ts';
import type { SamlAssertion } from '../../ports/sso.ts';
import type { Finder } from '../../ports/kernel/repository.ts';
import { command, query, type CommandContext, type QueryContext } from '../kernel/use-case.ts';
import { refundAttempts, networkOf, requireAttempts, type Attempt } from '../sessions/rate-limits.ts';
import { openSession, type OpenedSession } from '../sessions/sessions.ts';
import { serviceAddresses } from './addresses.ts';
import { claimsOf } from './claims.ts';
import { admitUser } from './admit-user.ts';
import {
  openSignInState,
  openRequest,
  openSessionTicket,
  sealSignInState,
  sealRequest,
  sealSessionTicket,
  type SessionTicket,
} from './sealed-states.ts';
import { job } from '../kernel/job.ts';

/** Finds an active provider. @throws NotFound, SignInRefused */
async function activeProvider(providers: Finder<SamlProvider, SamlProviderState>, id: Id): Promise<ActiveSamlProvider> {
  const provider = (await providers.find({ id }))?.snapshot();
  if (provider === undefined) throw new NotFound('SAML provider');
  if (!isActiveProvider(provider)) throw new SignInRefused('pending');
  return provider;
}

/** Returns the metadata of the service provider, which administrators import at the identity provider. */
export const viewSamlMetadata = query<{ providerId: Id }>()({
  name: 'viewSamlMetadata',
  requires: 'nothing',
  scope: inPublic,
  needs: ['saml', 'publicUrl'],
  async run({ read, saml, publicUrl }, { providerId }): Promise<string> {
    if ((await read.samlProviders.find({ id: providerId })) === undefined) throw new NotFound('SAML provider');
    return saml.metadata(serviceAddresses(publicUrl, providerId));
  },
});

/** A started sign-in: the redirect, and the state that the browser keeps until it returns. */
export interface SignInStart {
  readonly url: string;
  readonly requestId: string;
  readonly kept: string;
}

/** Starts a sign-in at a provider. Stores nothing: the browser returns the signed request. */
export const beginSamlSignIn = query<{ providerId: Id; returnTo: string }>()({
  name: 'beginSamlSignIn',
  requires: 'nothing',
  scope: inPublic,
  needs: ['saml', 'publicUrl', 'ids', 'sealer'],
  async run(context, { providerId, returnTo }): Promise<SignInStart> {
    const { read, saml, publicUrl } = context;
    const provider = await activeProvider(read.samlProviders, providerId);
    const requestId = sealRequest(context, providerId);
    const kept = sealSignInState(context, { requestId, returnTo });
    return {
      url: await saml.requestURL(serviceAddresses(publicUrl, providerId), provider, requestId),
      requestId,
      kept,
    };
  },
});

/** Result of a response: a ticket for a session, or the reason for the refusal. */
export type SignInOutcome = { readonly ticket: string } | { readonly refused: SignInRefusal };

/** Validated response and the provider keys that it was validated with, or the refusal. */
type ValidatedResponse =
  | { readonly refused: SignInRefusal; readonly provider: SamlProviderState }
  | { readonly assertion: SamlAssertion; readonly provider: ActiveSamlProvider };

/**
 * Receives the response of a provider from a browser. Uses up request and assertion on all nodes, admits the user, and
 * returns a ticket: valid for one session, for a minute, in the browser that started the sign-in.
 */
export const receiveSamlResponse = command<{ providerId: Id; response: string; returnTo: string }>()({
  name: 'receiveSamlResponse',
  requires: 'nothing',
  scope: inPublic,
  needs: ['attempts', 'saml', 'publicUrl', 'sealer', 'ids', 'tokens'],
  async prepare(context, { providerId, response }): Promise<ValidatedResponse> {
    const { read, attempts, saml, publicUrl, now, address } = context;
    const tries: Attempt[] = [['saml', networkOf(address)]];
    await requireAttempts(attempts, tries, now);
    const provider = await activeProvider(read.samlProviders, providerId);
    try {
      const assertion = await saml.readResponse(serviceAddresses(publicUrl, providerId), provider, response, now);
      await refundAttempts(attempts, tries);
      return { assertion, provider };
    } catch (error) {
      if (error instanceof SignInRefused) return { refused: error.reason, provider };
      throw error;
    }
  },
  async run(context, { providerId, returnTo }, prepared): Promise<SignInOutcome> {
    const { work } = context;
    const provider = await work.samlProviders.get({ id: providerId });
    const refused = async (
      reason: SignInRefusal,
      claims?: { nameId: string; email: string | undefined },
    ): Promise<SignInOutcome> => {
      provider.recordSignInFailure(
        reason,
        claims && { nameId: claims.nameId, ...(claims.email !== undefined && { email: claims.email }) },
      );
      await work.samlProviders.save(provider);
      return { refused: reason };
    };
    if ('refused' in prepared) return refused(prepared.refused);
    const { assertion, provider: by } = prepared;
    const present = provider.snapshot();
    // The provider was changed during validation: signatures of its former keys no longer count.
    if (present.certificate !== by.certificate || present.entityID !== by.entityID) return refused('signature');

    const { inResponseTo } = assertion;
    const until = inResponseTo === undefined ? undefined : openRequest(context, providerId, inResponseTo);
    if (inResponseTo === undefined ? !present.idpInitiated : until === undefined)
      return refused(inResponseTo === undefined ? 'unsolicited' : 'in-response-to');
    const marks = [
      { of: `assertion ${providerId} ${assertion.id}`, expiresAt: assertion.expiresAt },
      ...(until === undefined ? [] : [{ of: `request ${inResponseTo}`, expiresAt: until }]),
    ];
    if (await isAnyConsumed(context, marks)) return refused('replayed');

    const { email, nameId, displayName } = claimsOf(assertion);
    const claims = { nameId: assertion.nameId, email };
    if (email === undefined || nameId === undefined) return refused('no-email', claims);
    const userId = await admitUser(context, present, { email, nameId, displayName });
    if ('refused' in userId) return refused(userId.refused, claims);
    await consumeTokens(context, marks);
    return {
      ticket: sealSessionTicket(context, {
        userId: userId.id,
        providerId,
        requestId: inResponseTo ?? null,
        returnTo: inResponseTo === undefined ? returnTo : null,
      }),
    };
  },
});

interface TokenUse {
  readonly of: string;
  readonly expiresAt: string;
}

async function isAnyConsumed(
  { work, tokens }: CommandContext<'public', 'tokens'>,
  marks: readonly TokenUse[],
): Promise<boolean> {
  for (const { of } of marks) if ((await work.consumedTokens.find({ id: tokens.hash(of) })) !== undefined) return true;
  return false;
}

/** Uses up the tokens; only one of several concurrent uses succeeds, since IDs are unique. */
async function consumeTokens(
  { work, tokens }: CommandContext<'public', 'tokens'>,
  marks: readonly TokenUse[],
): Promise<void> {
  for (const { of, expiresAt } of marks)
    await work.consumedTokens.save(ConsumedToken.create(tokens.hash(of), expiresAt));
  const last = marks
    .map(({ expiresAt }) => expiresAt)
    .sort()
    .at(-1);
  await work.jobs.enqueue(
    JOB_TYPES.forgetConsumedTokens.request(
      { ids: marks.map(({ of }) => tokens.hash(of)) },
      last === undefined ? {} : { notBefore: last },
    ),
  );
}

/** A session and the path to redirect to. */
export interface SamlSession {
  readonly session: OpenedSession;
  /** Path within the instance. */
  readonly returnTo: string;
}

/** Returns the request ID of a ticket, which names the cookie with the state; undefined for an invalid ticket. */
export const requestOfTicket = (
  context: Pick<QueryContext<'public', 'sealer'>, 'sealer' | 'now'>,
  ticket: string,
): string | null | undefined => openSessionTicket(context, ticket)?.requestId;

/**
 * Opens the session of a ticket, once. A sign-in that started here must end in the same browser, so that an attacker
 * cannot pass a foreign response to it. The session is confined to the provider's organization.
 * @throws SignInRefused, NotFound
 */
export const finishSamlSignIn = command<{ ticket: string; kept: string | undefined }>()({
  name: 'finishSamlSignIn',
  requires: 'nothing',
  scope: inPublic,
  needs: ['sealer', 'ids', 'tokens'],
  async run(context, { ticket, kept }): Promise<SamlSession> {
    const { work, now } = context;
    const opened = openSessionTicket(context, ticket);
    if (opened === undefined) throw new SignInRefused('expired');
    const begun = kept === undefined ? undefined : openSignInState(context, kept);
    if (opened.requestId !== null && begun?.requestId !== opened.requestId) throw new SignInRefused('other-browser');
    const mark = { of: `ticket ${ticket}`, expiresAt: opened.until };
    if (await isAnyConsumed(context, [mark])) throw new SignInRefused('replayed');
    const { organizationId } = await activeProvider(work.samlProviders, opened.providerId);
    await work.lock('organizations', organizationId);
    // A provider that was deleted before the lock was taken has no valid sessions.
    await activeProvider(work.samlProviders, opened.providerId);
    await requireMembership(context, opened, organizationId);
    await consumeTokens(context, [mark]);
    const session = await openSession(work, context, {
      userId: opened.userId,
      via: providerOrigin(opened.providerId),
      organizationId,
      at: now,
    });
    return { session, returnTo: opened.returnTo ?? begun!.returnTo };
  },
});

/** Requires that the user is still an enabled member. @throws SignInRefused */
async function requireMembership(
  { work }: CommandContext<'public'>,
  { userId }: SessionTicket,
  organizationId: OrganizationId,
): Promise<void> {
  await work.lock('users', userId);
  const user = await work.users.find({ id: userId });
  if (user === undefined || user.snapshot().disabled) throw new SignInRefused('account-disabled');
  if ((await work.members.find({ organizationId, userId })) === undefined) throw new SignInRefused('email-not-ours');
}

/** Deletes consumed tokens that would be refused as expired anyway. */
export const forgetConsumedTokensJob = job(JOB_TYPES.forgetConsumedTokens)({
  run: ({ transact }, { ids }) =>
    transact({ organizationId: null, spaceId: null }, async (work) => {
      for (const id of ids) {
        const mark = await work.consumedTokens.find({ id });
        if (mark !== undefined) await work.consumedTokens.delete(mark);
      }
    }),
});
