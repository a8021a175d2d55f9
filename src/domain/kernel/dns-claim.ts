import type { Id } from './id.ts';
import { addMilliseconds, DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts';

/**
 * Result of a DNS check: the record was found, is absent, name servers were unreachable, or the name is already proven
 * by another claim.
 */
export const DNS_FINDINGS = ['found', 'absent', 'unreachable', 'taken'] as const;
export type DnsFinding = (typeof DNS_FINDINGS)[number];

/** Claim of a DNS name that a TXT record has to prove. */
export interface DnsClaim {
  /** Part of the record's value: no claim can be proven by a record that was set for another one. */
  readonly id: Id;
  /** Start of the wait for a proof, or of the proof. */
  readonly since: string;
  /** Last question to name servers, and its result. */
  readonly checkedAt: string | null;
  readonly finding: DnsFinding | null;
  /** Time at which the record of a proven name was first missing. */
  readonly missingSince: string | null;
}

/** TXT record. */
export interface DnsRecord {
  readonly name: string;
  readonly value: string;
}

/** Time for which a proof holds after its record disappeared, in milliseconds: name servers move, and records get lost. */
export const PROOF_GRACE_MS = 3 * DAY_MS;
/** Time for which an unproven claim is checked without a request, in milliseconds. */
export const CLAIM_CHECK_PERIOD_MS = 14 * DAY_MS;

export const DNS_CLAIM_STATES = ['pending', 'proven', 'failed'] as const;
export type DnsClaimState = (typeof DNS_CLAIM_STATES)[number];

/** Creates a claim that was not checked yet. @param now ISO 8601 */
export const createClaim = (id: Id, now: string): DnsClaim => ({
  id,
  since: now,
  checkedAt: null,
  finding: null,
  missingSince: null,
});

/** State of a claim, as users see it. */
export function claimState({ finding }: DnsClaim, isProven: boolean): DnsClaimState {
  if (isProven) return 'proven';
  return finding === null || finding === 'unreachable' ? 'pending' : 'failed';
}

/**
 * Applies a DNS check to a claim and tells whether it is proven: a missing record ends a proof after the grace period.
 */
export function applyCheck(
  claim: DnsClaim,
  wasProven: boolean,
  finding: DnsFinding,
  now: string,
): { readonly claim: DnsClaim; readonly isProven: boolean } {
  const checked = { ...claim, checkedAt: now, finding };
  if (finding === 'found')
    return { claim: { ...checked, missingSince: null, since: wasProven ? claim.since : now }, isProven: true };
  if (!wasProven || finding === 'unreachable') return { claim: checked, isProven: wasProven };
  const missingSince = claim.missingSince ?? now;
  const isProven = Date.parse(now) - Date.parse(missingSince) < PROOF_GRACE_MS;
  return { claim: isProven ? { ...checked, missingSince } : { ...checked, missingSince: null, since: now }, isProven };
}

/** Computes the time of the next DNS check; undefined for a claim that stayed unproven for too long. */
export function nextCheck({ since, missingSince }: DnsClaim, isProven: boolean, now: string): string | undefined {
  const age = Date.parse(now) - Date.parse(since);
  if (!isProven && age >= CLAIM_CHECK_PERIOD_MS) return undefined;
  const unproven = age < HOUR_MS ? 2 * MINUTE_MS : age < DAY_MS ? HOUR_MS / 2 : 6 * HOUR_MS;
  const wait = isProven ? (missingSince === null ? 6 * HOUR_MS : HOUR_MS) : unproven;
  return addMilliseconds(now, wait);
}
