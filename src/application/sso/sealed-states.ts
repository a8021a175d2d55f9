import type { Id, UserId } from '../../domain/kernel/id.ts';
import type { Ids } from '../../ports/kernel/ids.ts';
import type { TextSigner } from '../../ports/kernel/secret-box.ts';
import { addMilliseconds } from '../../domain/kernel/time.ts';

const MINUTE = 60_000;
/** Time for signing in at the provider and returning with its response, in milliseconds. */
export const REQUEST_MS = 15 * MINUTE;
const TICKET_MS = MINUTE;

const STATE_PURPOSE = 'saml: what a browser keeps';
const TICKET_PURPOSE = 'saml: ticket for a session';
const purposeOf = (providerId: Id): string => `saml: request to ${providerId}`;

interface SealContext {
  readonly sealer: TextSigner;
  readonly ids: Ids;
  readonly now: string;
}
type OpenContext = Omit<SealContext, 'ids'>;

/** Creates the ID of a request to a provider. It is signed and states its expiry, and is a valid XML name. */
export const sealRequest = ({ sealer, ids, now }: SealContext, providerId: Id): string =>
  `_${sealer.sign(`${ids.next()}${(Date.parse(now) + REQUEST_MS).toString(36)}`, purposeOf(providerId))}`;

/** Returns the expiry of a request; undefined if its ID is not valid or has expired. */
export function openRequest({ sealer, now }: OpenContext, providerId: Id, requestId: string): string | undefined {
  const text = requestId.startsWith('_') ? sealer.verify(requestId.slice(1), purposeOf(providerId)) : undefined;
  if (text === undefined) return undefined;
  const until = Number.parseInt(text.slice(20), 36);
  return until > Date.parse(now) ? new Date(until).toISOString() : undefined;
}

/** State of a sign-in, kept in a cookie of the browser that started it. */
export interface SignInState {
  readonly requestId: string;
  readonly returnTo: string;
}
export const sealSignInState = ({ sealer }: SealContext, { requestId, returnTo }: SignInState): string =>
  sealer.sign(JSON.stringify([requestId, returnTo]), STATE_PURPOSE);
export function openSignInState({ sealer }: OpenContext, kept: string): SignInState | undefined {
  const text = sealer.verify(kept, STATE_PURPOSE);
  if (text === undefined) return undefined;
  const [requestId, returnTo] = JSON.parse(text) as [string, string];
  return { requestId, returnTo };
}

/** Permission to open a session for a user in one browser. */
export interface SessionTicket {
  readonly userId: UserId;
  readonly providerId: Id;
  /** Request that the browser must have started; null if the sign-in started at the provider. */
  readonly requestId: string | null;
  /** Path after the sign-in; null for the one in the browser's state. */
  readonly returnTo: string | null;
  readonly until: string;
}
export const sealSessionTicket = (
  { sealer, ids, now }: SealContext,
  { userId, providerId, requestId, returnTo }: Omit<SessionTicket, 'until'>,
): string =>
  sealer.sign(
    JSON.stringify([ids.next(), userId, providerId, requestId, returnTo, addMilliseconds(now, TICKET_MS)]),
    TICKET_PURPOSE,
  );
export function openSessionTicket({ sealer, now }: OpenContext, ticket: string): SessionTicket | undefined {
  const text = sealer.verify(ticket, TICKET_PURPOSE);
  if (text === undefined) return undefined;
  const [, userId, providerId, requestId, returnTo, until] = JSON.parse(text) as [
    string,
    Id,
    Id,
    string | null,
    string | null,
    string,
  ];
  return until > now ? { userId, providerId, requestId, returnTo, until } : undefined;
}
