import { z } from 'zod';
import {
  checkEmailDomain,
  deleteEmailDomainProof,
  listEmailDomains,
  setEmailDomainProof,
} from '../../../application/organizations/email-domain-claims.ts';
import { DNS_CLAIM_STATES, DNS_FINDINGS } from '../../../domain/kernel/dns-claim.ts';
import { DOMAIN_PROOFS, type EmailDomain } from '../../../domain/organizations/email-domain.ts';
import { idParam, instant } from '../fields.ts';
import { list, ok, present, removed, resource } from '../kernel/reply.ts';
import { route } from '../kernel/route.ts';
import { emailDomain } from './organizations.ts';

const EmailDomainResource = resource(
  'EmailDomain',
  z.object({
    object: z.literal('email-domain'),
    domain: z.string(),
    status: z.enum(DNS_CLAIM_STATES).meta({
      description:
        'State of the claim: `pending` (not checked, or no answer of the name servers), `proven` (the domain counts for SAML, joining and listing), or `failed` (record missing).',
    }),
    provenBy: z
      .enum(DOMAIN_PROOFS)
      .optional()
      .meta({ description: 'Source of the proof: the record in the DNS, or the operator.' }),
    record: z
      .object({ type: z.literal('TXT'), name: z.string(), value: z.string() })
      .meta({ description: 'Record that proves the domain; it has to stay in the DNS.' }),
    since: instant.meta({ description: 'Start of the proof, or of the waiting time for a proof.' }),
    checkedAt: instant.optional().meta({ description: 'Time of the last query to name servers.' }),
    finding: z
      .enum(DNS_FINDINGS)
      .optional()
      .meta({ description: 'Result of the last query; `taken`: another organization has proven the domain.' }),
    missingSince: instant
      .optional()
      .meta({ description: 'Time at which the record was first missing; the proof ends three days later.' }),
  }),
  (claimed: EmailDomain) => {
    const { domain, claim, provenBy } = claimed.snapshot();
    const { since, checkedAt, finding, missingSince } = claim;
    return {
      ...present({ provenBy, checkedAt, finding, missingSince }),
      object: 'email-domain' as const,
      domain,
      status: claimed.status,
      record: { type: 'TXT' as const, ...claimed.dnsRecord },
      since,
    };
  },
);

const inOrganization = { organizationId: idParam };
const ofDomain = { ...inOrganization, emailDomain };
/** A domain that is none is not claimed either. */
const ofClaim = { ...inOrganization, emailDomain: z.string().min(1).max(253) };

/** Extensions; domains are claimed and released as `emailDomains` of the organization. */
export const emailDomainRoutes = [
  route('GET /v1/orgs/:organizationId/email-domains', listEmailDomains, {
    summary: 'List claimed e-mail domains',
    tag: 'Organizations',
    path: inOrganization,
    paged: true,
    returns: list(EmailDomainResource),
  }),
  route('POST /v1/orgs/:organizationId/email-domains/:emailDomain/check', checkEmailDomain, {
    summary: 'Check the proof of an e-mail domain',
    tag: 'Organizations',
    path: ofClaim,
    returns: ok(EmailDomainResource),
  }),
  route('PUT /v1/instance/orgs/:organizationId/email-domains/:emailDomain/proof', setEmailDomainProof, {
    summary: 'Prove an e-mail domain of an organization',
    tag: 'Instance',
    path: ofDomain,
    returns: ok(EmailDomainResource),
  }),
  route('DELETE /v1/instance/orgs/:organizationId/email-domains/:emailDomain/proof', deleteEmailDomainProof, {
    summary: 'Withdraw the proof of an e-mail domain',
    tag: 'Instance',
    path: ofDomain,
    returns: removed,
  }),
];
