import type { Id } from '../../domain/kernel/id.ts';
import type { Ids } from '../../ports/kernel/ids.ts';
import type { TextSigner } from '../../ports/kernel/text-signer.ts';

const MINUTE = 60_000;
/** How long one has to sign in at the provider, and to come back with what that gave, in milliseconds. */
export const REQUEST_MS = 15 * MINUTE;
const TICKET_MS = MINUTE;

const BEGUN = 'saml: what a browser keeps';
const TICKET = 'saml: ticket for a session';
const purposeOf = (providerId: Id): string => `saml: request to ${providerId}`;

interface Sealing {
  readonly sealer: TextSigner;
  readonly ids: Ids;
  readonly now: string;
}
type Opening = Omit<Sealing, 'ids'>;

const later = (now: string, ms: number): string => new Date(Date.parse(now) + ms).toISOString();

/** The id of a new request to a provider: nobody else can make one, and it tells by itself until when it holds. It is an XML name. */
export const sealRequest = ({ sealer, ids, now }: Sealing, providerId: Id): string =>
  `_${sealer.sign(`${ids.next()}${(Date.parse(now) + REQUEST_MS).toString(36)}`, purposeOf(providerId))}`;

/** Until when a request of ours holds; undefined for what is none, or holds no more. */
export function openRequest({ sealer, now }: Opening, providerId: Id, requestId: string): string | undefined {
  const text = requestId.startsWith('_') ? sealer.verify(requestId.slice(1), purposeOf(providerId)) : undefined;
  if (text === undefined) return undefined;
  const until = Number.parseInt(text.slice(20), 36);
  return until > Date.parse(now) ? new Date(until).toISOString() : undefined;
}

/** What a browser keeps of a sign-in that it began. */
export interface BegunState {
  readonly requestId: string;
  readonly returnTo: string;
}
export const sealBegun = ({ sealer }: Sealing, { requestId, returnTo }: BegunState): string =>
  sealer.sign(JSON.stringify([requestId, returnTo]), BEGUN);
export function openBegun({ sealer }: Opening, kept: string): BegunState | undefined {
  const text = sealer.verify(kept, BEGUN);
  if (text === undefined) return undefined;
  const [requestId, returnTo] = JSON.parse(text) as [string, string];
  return { requestId, returnTo };
}

/** Who may have a session, and in which browser. */
export interface Ticket {
  readonly userId: Id;
  readonly providerId: Id;
  /** The request that this browser has to know; null where the person began at the provider. */
  readonly requestId: string | null;
  /** Where to go; null: where the browser kept it. */
  readonly returnTo: string | null;
  readonly until: string;
}
export const sealTicket = (
  { sealer, ids, now }: Sealing,
  { userId, providerId, requestId, returnTo }: Omit<Ticket, 'until'>,
): string =>
  sealer.sign(JSON.stringify([ids.next(), userId, providerId, requestId, returnTo, later(now, TICKET_MS)]), TICKET);
export function openTicket({ sealer, now }: Opening, ticket: string): Ticket | undefined {
  const text = sealer.verify(ticket, TICKET);
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
