import type { Id } from '../kernel/id.ts';

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What name servers said of a record: it is there, it is not, nothing could be learnt; or it is, and another site has the name. */
export const HOSTNAME_FINDINGS = ['found', 'absent', 'unreachable', 'taken'] as const;
export type HostnameFinding = (typeof HOSTNAME_FINDINGS)[number];

/** That a site is to be found at a hostname, which somebody has to prove is theirs. */
export interface HostnameClaim {
  /** Part of what the record says: no claim can be proven by what was there for another one. */
  readonly id: Id;
  /** Since when it waits for its proof, or is proven. */
  readonly since: string;
  /** When name servers were last asked, and what was learnt. */
  readonly checkedAt: string | null;
  readonly finding: HostnameFinding | null;
  /** Since when the record of a proven name is gone. */
  readonly missingSince: string | null;
}

/** A name whose record is gone is served so long, in milliseconds: name servers are moved, and records are lost and put back. */
export const PROOF_GRACE_MS = 3 * DAY;
/** A claim that nobody proves is looked at of itself so long. */
export const CLAIM_TRIED_MS = 14 * DAY;

export const HOSTNAME_STATES = ['pending', 'proven', 'failed'] as const;
export type HostnameState = (typeof HOSTNAME_STATES)[number];

/** What has to be in the DNS, so that a claim is proven. */
export const hostnameRecord = (hostname: string, { id }: Pick<HostnameClaim, 'id'>): { readonly name: string; readonly value: string } => ({ name: `_quire.${hostname}`, value: `quire-site=${id}` });

/** @param isServed whether it is proven */
export function hostnameState({ finding }: HostnameClaim, isServed: boolean): HostnameState {
  if (isServed) return 'proven';
  return finding === null || finding === 'unreachable' ? 'pending' : 'failed';
}

/** A claim once name servers were asked, and whether it is proven then: a proof that is gone holds on for a while. */
export function checkedClaim(claim: HostnameClaim, wasServed: boolean, finding: HostnameFinding, now: string): { readonly claim: HostnameClaim; readonly isServed: boolean } {
  const checked = { ...claim, checkedAt: now, finding };
  if (finding === 'found') return { claim: { ...checked, missingSince: null, since: wasServed ? claim.since : now }, isServed: true };
  if (!wasServed || finding === 'unreachable') return { claim: checked, isServed: wasServed };
  const missingSince = claim.missingSince ?? now;
  const isServed = Date.parse(now) - Date.parse(missingSince) < PROOF_GRACE_MS;
  return { claim: isServed ? { ...checked, missingSince } : { ...checked, missingSince: null, since: now }, isServed };
}

/** When name servers are to be asked again; undefined for a claim that nobody has proven for too long. */
export function nextCheck({ since, missingSince }: HostnameClaim, isServed: boolean, now: string): string | undefined {
  const age = Date.parse(now) - Date.parse(since);
  if (!isServed && age >= CLAIM_TRIED_MS) return undefined;
  const wait = isServed ? (missingSince === null ? 6 * HOUR : HOUR) : age < HOUR ? 2 * MINUTE : age < DAY ? HOUR / 2 : 6 * HOUR;
  return new Date(Date.parse(now) + wait).toISOString();
}
