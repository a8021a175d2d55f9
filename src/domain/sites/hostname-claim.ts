import type { DnsClaim, DnsRecord } from '../kernel/dns-claim.ts';

export {
  CLAIM_CHECK_PERIOD_MS,
  PROOF_GRACE_MS,
  DNS_CLAIM_STATES as HOSTNAME_STATES,
  DNS_FINDINGS as HOSTNAME_FINDINGS,
  applyCheck,
  claimState as hostnameState,
  createClaim,
  nextCheck,
} from '../kernel/dns-claim.ts';
export type {
  DnsClaim as HostnameClaim,
  DnsClaimState as HostnameState,
  DnsFinding as HostnameFinding,
} from '../kernel/dns-claim.ts';

/** TXT record that proves the claim of a hostname. */
export const hostnameRecord = (hostname: string, { id }: Pick<DnsClaim, 'id'>): DnsRecord => ({
  name: `_quire.${hostname}`,
  value: `quire-site=${id}`,
});
