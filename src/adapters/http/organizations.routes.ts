import * as z from 'zod';
import { getInstanceOrganization, listInstanceOrganizations } from '../../application/instance.organizations.ts';
import { getOrganizationsForEmailDomain, joinOrganization } from '../../application/organizations/email-domains.ts';
import {
  createOrganization,
  getOrganizationById,
  getSubdomain,
  listOrganizationsForAuthenticatedUser,
  type OrganizationView,
} from '../../application/organizations/organizations.ts';
import {
  updateOrganizationById,
  updateOrganizationByOperator,
} from '../../application/organizations/update-organization.ts';
import { isAllowed, type Permission } from '../../domain/permissions/policy.ts';
import {
  COMMUNITY_TYPES,
  ORGANIZATION_TYPES,
  USE_CASES,
  type OrganizationState,
} from '../../domain/organizations/organization.ts';
import type { OrganizationRow } from '../../ports/users.ts';
import { mergeRules, mergeRulesInput, presentMergeRules } from './change-requests/merge-rules-schema.ts';
import { idField, instant, partOfText, role, uri, visibleTitle, webUrl } from './kernel/fields.ts';
import { created, list, noContent, ok, present, resource, removed } from './kernel/reply.ts';
import { route, tagged } from './kernel/route.ts';
import {
  checkEmailDomain,
  deleteEmailDomainProof,
  listEmailDomains,
  setEmailDomainProof,
} from '../../application/organizations/email-domain-claims.ts';
import { DNS_CLAIM_STATES, DNS_FINDINGS } from '../../domain/kernel/dns-claim.ts';
import { DOMAIN_PROOFS, type EmailDomain } from '../../domain/organizations/email-domain.ts';

const price = z.object({ monthly: z.number(), yearly: z.number() });
const FREE = { monthly: 0, yearly: 0 };

export const OrganizationResource = resource(
  'Organization',
  z.object({
    object: z.literal('organization'),
    id: z.string(),
    title: z.string(),
    createdAt: instant,
    emailDomains: z.array(z.string()).meta({
      description:
        'Claimed e-mail domains. Domains that `listEmailDomains` shows as proven count for SAML, joining and listing.',
    }),
    hostname: z.string().optional(),
    type: z.enum(ORGANIZATION_TYPES),
    useCase: z.enum(USE_CASES).optional(),
    communityType: z.enum(COMMUNITY_TYPES).optional(),
    defaultRole: role.optional(),
    defaultContent: z.object({ type: z.literal('site'), site: z.string() }).optional(),
    sso: z.boolean().optional(),
    ai: z.boolean().optional(),
    inviteLinks: z.boolean(),
    plan: z.enum(['free_2024', 'plus_2024', 'pro_2024', 'enterprise_2024', 'community_2024', 'free', 'plus', 'pro']),
    billing: z
      .object({
        interval: z.enum(['monthly', 'yearly']),
        endDate: instant.nullable(),
        hasPaymentFailed: z.boolean(),
        isScheduledToCancel: z.boolean(),
        pricing: z.object({
          members: z.object({ plus_2024: price, pro_2024: price }),
          sites: z.object({ premium: price, ultimate: price }),
        }),
      })
      .optional(),
    trial: z.object({
      status: z.enum(['notapplicable', 'none', 'active', 'ended', 'expired']),
      count: z.number().int(),
    }),
    internal_isOnNewTrial: z.literal(true),
    mergeRules: mergeRules.meta({
      description: 'Requirements for merging a change request, in spaces that inherit them.',
    }),
    urls: z.object({ location: uri, app: uri, logo: uri.optional() }),
    permissions: z.object({
      view: z.boolean(),
      access: z.boolean(),
      admin: z.boolean(),
      ownTeam: z.boolean(),
      createContent: z.boolean(),
      createOpenAPISpec: z.boolean(),
      ingestConversations: z.boolean(),
      viewBilling: z.boolean(),
      listMembers: z.boolean(),
      listTeams: z.boolean(),
      listIntegrations: z.boolean(),
      listInstallations: z.boolean(),
      installIntegration: z.boolean(),
    }),
  }),
  ({ organization, role: ownRole, ownsTeam }: OrganizationView, links) => {
    const may = (permission: Permission) =>
      isAllowed(permission, { level: ownRole ?? undefined, member: ownRole !== undefined, operator: false });
    const {
      id,
      title,
      createdAt,
      emailDomains,
      hostname: host,
      type,
      useCase,
      communityType,
      defaultRole,
      defaultContent,
      logo,
      sso,
      ai,
      inviteLinks,
    } = organization;
    return {
      ...present({
        hostname: host,
        useCase,
        communityType,
        defaultContent: defaultContent === null ? null : { type: 'site' as const, site: defaultContent },
      }),
      object: 'organization' as const,
      id,
      title,
      createdAt,
      emailDomains: [...emailDomains],
      type,
      defaultRole,
      sso,
      ai,
      inviteLinks,
      // A self-hosted instance has every feature and sells nothing (ADR 6).
      plan: 'enterprise_2024' as const,
      // Clients of version 2 expect more of it, or none.
      ...(links.version === 1 && {
        billing: {
          interval: 'monthly' as const,
          endDate: null,
          hasPaymentFailed: false,
          isScheduledToCancel: false,
          pricing: { members: { plus_2024: FREE, pro_2024: FREE }, sites: { premium: FREE, ultimate: FREE } },
        },
      }),
      trial: { status: 'notapplicable' as const, count: 0 },
      internal_isOnNewTrial: true as const,
      mergeRules: presentMergeRules(organization.mergeRules),
      urls: { location: links.api('orgs', id), app: links.app('orgs', id), ...present({ logo }) },
      permissions: {
        view: may('organization:view'),
        access: may('organization:view'),
        admin: may('organization:admin'),
        ownTeam: (ownsTeam && may('organization:list-people')) || may('organization:admin'),
        createContent: may('organization:create-content'),
        createOpenAPISpec: may('openapi-specs:manage'),
        ingestConversations: false,
        viewBilling: may('organization:admin'),
        listMembers: may('organization:list-people'),
        listTeams: may('organization:list-people'),
        listIntegrations: false,
        listInstallations: false,
        installIntegration: false,
      },
    };
  },
);

/** An organization as the operator sees it, who need not be a member. */
const InstanceOrganizationResource = resource(
  'InstanceOrganization',
  OrganizationResource.schema
    .pick({ object: true, id: true, title: true, createdAt: true, emailDomains: true, hostname: true })
    .extend({
      sso: z.boolean().meta({ description: 'Whether single sign-on is mandatory.' }),
      members: z.number().int().meta({ description: 'Number of members and guests.' }),
      urls: z.object({ location: uri, app: uri }),
    }),
  ({ organization: { id, title, createdAt, emailDomains, hostname: own, sso }, members }: OrganizationRow, links) => ({
    object: 'organization' as const,
    id,
    title,
    createdAt,
    emailDomains: [...emailDomains],
    ...present({ hostname: own }),
    sso,
    members,
    urls: { location: links.api('instance', 'orgs', id), app: links.app('instance', 'organizations', id) },
  }),
);

const ForEmailDomainResource = resource(
  'OrganizationsForEmailDomain',
  z.object({ organizations: z.array(OrganizationResource.schema) }),
  (views: readonly OrganizationView[], links) => ({
    organizations: views.map((view) => OrganizationResource.present(view, links)),
  }),
);

const hostname = z
  .string()
  .min(3)
  .max(32)
  .regex(/^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$/, 'may contain only a-z, 0-9 and, except at the ends, -');

const SubdomainResource = resource(
  'Subdomain',
  z.object({
    object: z.literal('subdomain'),
    subdomain: hostname,
    target: z.object({ type: z.literal('organization'), organization: z.string() }),
    isActive: z.boolean().meta({
      description: 'Whether the organization currently has the subdomain; released subdomains are not found.',
    }),
  }),
  ({ id, hostname: own }: OrganizationState) => ({
    object: 'subdomain' as const,
    subdomain: own!,
    target: { type: 'organization' as const, organization: id },
    isActive: own !== null,
  }),
);

const title = visibleTitle(2, 255);
/** Schema of the domain of an e-mail address. */
export const emailDomain = z
  .string()
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/i, 'must be a domain name')
  .max(253);
const emailDomains = z.array(emailDomain).max(100);
const newOrganization = z.object({ title, emailDomains: emailDomains.optional() });
const organizationChange = z
  .object({
    title,
    emailDomains,
    hostname: hostname.nullable(),
    type: z.enum(ORGANIZATION_TYPES),
    useCase: z.enum(USE_CASES).nullable(),
    communityType: z.enum(COMMUNITY_TYPES).nullable(),
    defaultRole: role,
    defaultContent: z.object({ type: z.literal('site'), site: idField }).nullable(),
    logo: webUrl.nullable(),
    sso: z.boolean(),
    ai: z.boolean(),
    inviteLinks: z.boolean(),
    mergeRules: mergeRulesInput.nullable(),
  })
  .partial();
const forOperator = z.object({ sso: z.boolean().optional() });

/** Domain in a path; no check of the syntax, since an invalid domain is not found. */
const anyDomain = z.string().min(1).max(253);

export const organizationRoutes = [
  ...tagged('Organizations', [
    route('GET /v1/orgs', listOrganizationsForAuthenticatedUser, {
      summary: 'List the organizations of the authenticated user',
      paged: true,
      returns: list(OrganizationResource),
    }),
    route('POST /v1/orgs', createOrganization, {
      summary: 'Create an organization',
      body: newOrganization,
      returns: created(OrganizationResource),
    }),
    route('GET /v1/orgs/:organizationId', getOrganizationById, {
      summary: 'Get an organization',
      returns: ok(OrganizationResource),
    }),
    route('PATCH /v1/orgs/:organizationId', updateOrganizationById, {
      summary: 'Update an organization',
      body: organizationChange,
      returns: ok(OrganizationResource),
    }),
    route('POST /v1/orgs/:organizationId/join', joinOrganization, {
      summary: 'Join an organization by e-mail domain',
      returns: noContent,
    }),
    route('GET /v1/email-domains/:emailDomain/orgs', getOrganizationsForEmailDomain, {
      summary: 'List the organizations open to an e-mail domain',
      path: { emailDomain: anyDomain },
      returns: ok(ForEmailDomainResource),
    }),
    route('GET /v1/subdomains/:subdomain', getSubdomain, {
      summary: 'Get the owner of a subdomain',
      returns: ok(SubdomainResource),
    }),
  ]),
  ...tagged('Instance', [
    route('GET /v1/instance/orgs', listInstanceOrganizations, {
      summary: 'List the organizations of the instance',
      query: { search: partOfText('title') },
      paged: true,
      returns: list(InstanceOrganizationResource),
    }),
    route('GET /v1/instance/orgs/:organizationId', getInstanceOrganization, {
      summary: 'Get an organization of the instance',
      returns: ok(InstanceOrganizationResource),
    }),
    route('PATCH /v1/instance/orgs/:organizationId', updateOrganizationByOperator, {
      summary: 'Turn off the SSO enforcement of an organization',
      body: forOperator,
      returns: ok(OrganizationResource),
    }),
  ]),
];

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

/** Extensions; domains are claimed and released through `emailDomains` of the organization. */
export const emailDomainRoutes = [
  ...tagged('Organizations', [
    route('GET /v1/orgs/:organizationId/email-domains', listEmailDomains, {
      summary: 'List claimed e-mail domains',
      paged: true,
      returns: list(EmailDomainResource),
    }),
    route('POST /v1/orgs/:organizationId/email-domains/:emailDomain/check', checkEmailDomain, {
      summary: 'Check the proof of an e-mail domain',
      path: { emailDomain: anyDomain },
      returns: ok(EmailDomainResource),
    }),
  ]),
  ...tagged('Instance', [
    route('PUT /v1/instance/orgs/:organizationId/email-domains/:emailDomain/proof', setEmailDomainProof, {
      summary: 'Prove an e-mail domain of an organization',
      path: { emailDomain },
      returns: ok(EmailDomainResource),
    }),
    route('DELETE /v1/instance/orgs/:organizationId/email-domains/:emailDomain/proof', deleteEmailDomainProof, {
      summary: 'Withdraw the proof of an e-mail domain',
      path: { emailDomain },
      returns: removed,
    }),
  ]),
];
