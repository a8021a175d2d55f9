import { Aggregate, type State } from '../kernel/aggregate.ts';
import {
  applyCheck,
  claimState,
  createClaim,
  type DnsClaim,
  type DnsClaimState,
  type DnsFinding,
  type DnsRecord,
} from '../kernel/dns-claim.ts';
import type { Id, OrganizationId, EmailDomainId } from '../kernel/id.ts';

export const DOMAIN_PROOFS = ['dns', 'operator'] as const;
/** Source of a proof: a TXT record of the domain, or the operator's word. */
export type DomainProof = (typeof DOMAIN_PROOFS)[number];

export interface EmailDomainState extends State {
  readonly id: EmailDomainId;
  readonly organizationId: OrganizationId;
  /** Lower case; an organization claims each domain once. */
  readonly domain: string;
  readonly claim: DnsClaim;
  /** The domain while it is proven, else null; unique on the instance. */
  readonly provenDomain: string | null;
  readonly provenBy: DomainProof | null;
}

/** E-mail domain that an organization claims; it counts for nothing until it is proven. */
export class EmailDomain extends Aggregate<EmailDomainState> {
  static readonly kind = 'e-mail domain';
  static restore = (state: EmailDomainState) => new EmailDomain(state);

  static claim(of: { id: Id; organizationId: OrganizationId; domain: string; claimId: Id; at: string }): EmailDomain {
    const { id, organizationId, domain, claimId, at } = of;
    const claim = createClaim(claimId, at);
    const claimed = new EmailDomain({ id, organizationId, domain, claim, provenDomain: null, provenBy: null });
    claimed.record('email-domain.claimed', { domain });
    return claimed;
  }

  /** TXT record that proves the claim. */
  get dnsRecord(): DnsRecord {
    return { name: `_quire-challenge.${this.state.domain}`, value: `quire-domain=${this.state.claim.id}` };
  }
  get status(): DnsClaimState {
    return claimState(this.state.claim, this.state.provenDomain !== null);
  }

  /** Records the result of a DNS check; ignores the result for an earlier claim. */
  recordCheck(claimId: Id, finding: DnsFinding, now: string): void {
    const { domain, claim: before, provenBy } = this.state;
    if (before.id !== claimId) return;
    if (provenBy === 'operator') return this.applySilently({ claim: { ...before, checkedAt: now, finding } });
    const { claim, isProven } = applyCheck(before, provenBy === 'dns', finding, now);
    const change = { claim, provenDomain: isProven ? domain : null, provenBy: isProven ? ('dns' as const) : null };
    if (isProven === (provenBy === 'dns')) this.applySilently(change);
    else this.apply(change, isProven ? 'email-domain.proven' : 'email-domain.lapsed', { domain, by: 'dns' });
  }

  /** Proves the domain on the operator's decision; it stays proven whatever DNS checks find. */
  proveByOperator(now: string): void {
    const { domain, claim, provenBy } = this.state;
    if (provenBy === 'operator') return;
    const change = {
      claim: { ...claim, since: now, missingSince: null },
      provenDomain: domain,
      provenBy: 'operator' as const,
    };
    this.apply(change, 'email-domain.proven', { domain, by: 'operator' });
  }

  /**
   * Withdraws the operator's proof; DNS may prove the domain again.
   * @returns false if there was no such proof
   */
  withdrawProof(now: string): boolean {
    const { domain, claim, provenBy } = this.state;
    if (provenBy !== 'operator') return false;
    const change = { claim: createClaim(claim.id, now), provenDomain: null, provenBy: null };
    this.apply(change, 'email-domain.lapsed', { domain, by: 'operator' });
    return true;
  }

  /** Releases the claim. */
  release(): void {
    this.record('email-domain.released', { domain: this.state.domain });
  }
}
