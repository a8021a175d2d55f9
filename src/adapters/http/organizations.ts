import { z } from 'zod';
import { listMembersByOperator, setMemberByOperator } from '../../application/organizations/members.ts';
import { createOrganization, getOrganizationById, listOrganizationsForAuthenticatedUser, type OrganizationView } from '../../application/organizations/organizations.ts';
import { allows, type Permission } from '../../domain/access/policy.ts';
import type { MemberRow } from '../../ports/people-reads.ts';
import { idParam, instant, role, uri } from './fields.ts';
import { created, list, ok, resource } from './kernel/reply.ts';
import { route } from './kernel/route.ts';
import { UserResource } from './users.ts';

const price = z.object({ monthly: z.number(), yearly: z.number() });
const FREE = { monthly: 0, yearly: 0 };

export const OrganizationResource = resource(
  'Organization',
  z.object({
    object: z.literal('organization'),
    id: z.string(),
    title: z.string(),
    createdAt: instant,
    emailDomains: z.array(z.string()),
    type: z.enum(['business', 'community']),
    defaultRole: role.optional(),
    sso: z.boolean().optional(),
    ai: z.boolean().optional(),
    inviteLinks: z.boolean(),
    plan: z.enum(['free_2024', 'plus_2024', 'pro_2024', 'enterprise_2024', 'community_2024', 'free', 'plus', 'pro']),
    billing: z.object({
      interval: z.enum(['monthly', 'yearly']),
      endDate: instant.nullable(),
      hasPaymentFailed: z.boolean(),
      isScheduledToCancel: z.boolean(),
      pricing: z.object({ members: z.object({ plus_2024: price, pro_2024: price }), sites: z.object({ premium: price, ultimate: price }) }),
    }),
    trial: z.object({ status: z.enum(['notapplicable', 'none', 'active', 'ended', 'expired']) }),
    internal_isOnNewTrial: z.literal(true),
    urls: z.object({ location: uri, app: uri }),
    permissions: z.object({
      view: z.boolean(),
      admin: z.boolean(),
      ownTeam: z.boolean(),
      createContent: z.boolean(),
      createOpenAPISpec: z.boolean(),
      ingestConversations: z.boolean(),
      viewBilling: z.boolean(),
      listMembers: z.boolean(),
      listTeams: z.boolean(),
      listIntegrations: z.boolean(),
    }),
  }),
  ({ organization, role: ownRole }: OrganizationView, links) => {
    const may = (permission: Permission) => allows(permission, { level: ownRole ?? undefined, member: true, operator: false });
    const { id, title, createdAt, emailDomains, defaultRole, sso, ai, inviteLinks } = organization;
    return {
      object: 'organization' as const,
      id,
      title,
      createdAt,
      emailDomains: [...emailDomains],
      type: 'business' as const,
      defaultRole,
      sso,
      ai,
      inviteLinks,
      // A self-hosted instance sells nothing: everything is there, nothing is owed (docs/adr/0006).
      plan: 'enterprise_2024' as const,
      billing: {
        interval: 'monthly' as const,
        endDate: null,
        hasPaymentFailed: false,
        isScheduledToCancel: false,
        pricing: { members: { plus_2024: FREE, pro_2024: FREE }, sites: { premium: FREE, ultimate: FREE } },
      },
      trial: { status: 'notapplicable' as const },
      internal_isOnNewTrial: true as const,
      urls: { location: links.api('orgs', id), app: links.app('orgs', id) },
      permissions: {
        view: may('organization:view'),
        admin: may('organization:admin'),
        ownTeam: may('organization:admin'),
        createContent: may('organization:create-content'),
        createOpenAPISpec: may('organization:create-content'),
        ingestConversations: false,
        viewBilling: may('organization:admin'),
        listMembers: may('organization:list-people'),
        listTeams: may('organization:list-people'),
        listIntegrations: false,
      },
    };
  },
);

export const MemberResource = resource(
  'Member',
  z.object({
    object: z.literal('member'),
    id: z.string(),
    role,
    user: UserResource.schema,
    disabled: z.boolean(),
    joinedAt: instant,
    sso: z.boolean(),
    spaces: z.number().int(),
    teams: z.number().int(),
  }),
  ({ member, user, spaces }: MemberRow, links) => ({
    object: 'member' as const,
    id: member.userId,
    role: member.role,
    user: UserResource.present(user, links),
    disabled: false,
    joinedAt: member.joinedAt,
    sso: false,
    spaces,
    teams: 0,
  }),
);

const inOrganization = { organizationId: idParam };
const newOrganization = z.object({ title: z.string().min(2).max(255), emailDomains: z.array(z.string().regex(/^(?:[a-z0-9-]+\.)+[a-z]{2,}$/i, 'must be a domain name').max(253)).max(100).optional() });

export const organizationRoutes = [
  route('GET /v1/orgs', listOrganizationsForAuthenticatedUser, { summary: 'List the organizations you belong to', tag: 'Organizations', paged: true, returns: list(OrganizationResource) }),
  route('POST /v1/orgs', createOrganization, { summary: 'Create an organization', tag: 'Organizations', body: newOrganization, returns: created(OrganizationResource) }),
  route('GET /v1/orgs/:organizationId', getOrganizationById, { summary: 'Get an organization', tag: 'Organizations', path: inOrganization, returns: ok(OrganizationResource) }),

  route('GET /v1/instance/orgs/:organizationId/members', listMembersByOperator, { summary: 'List the members of an organization', tag: 'Instance', path: inOrganization, paged: true, returns: list(MemberResource) }),
  route('PUT /v1/instance/orgs/:organizationId/members/:userId', setMemberByOperator, {
    summary: 'Add a member to an organization, or change the role of one',
    tag: 'Instance',
    path: { ...inOrganization, userId: idParam },
    body: z.object({ role }),
    returns: ok(MemberResource),
  }),
];
