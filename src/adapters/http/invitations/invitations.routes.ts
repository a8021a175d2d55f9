import * as z from 'zod';
import {
  createOrganizationInvite,
  deleteOrganizationInviteById,
  getOrganizationInviteLink,
  listOrganizationInviteLinks,
  updateOrganizationInviteById,
  type InviteView,
} from '../../../application/invitations/link-invites.ts';
import {
  deleteInvitationInOrganization,
  inviteUsersToOrganization,
  listInvitationsInOrganization,
  type InvitationResult,
} from '../../../application/invitations/invitations.ts';
import { joinOrganizationWithInvite, type JoinResult } from '../../../application/invitations/join.ts';
import type { InviteState } from '../../../domain/invitations.ts';
import { CollectionResource } from '../collections.routes.ts';
import { idField, instant, level, role, uri } from '../kernel/fields.ts';
import { created, list, ok, present, removed, resource } from '../kernel/reply.ts';
import { route, tagged } from '../kernel/route.ts';
import { SpaceResource } from '../spaces.routes.ts';

const InviteResource = resource(
  'Invite',
  z.object({
    object: z.literal('invite'),
    id: z.string().meta({ description: 'Secret URL that opens the organization to the invited people only.' }),
    role: role.meta({
      description: 'Role in the organization; null (a guest) for a link to a space or a collection.',
    }),
    level: level
      .optional()
      .meta({ description: 'Level on the space or collection; absent for a link to the organization.' }),
    redundant: z.boolean().meta({ description: 'Whether the caller already has all permissions of the invite.' }),
    space: SpaceResource.schema.optional(),
    collection: CollectionResource.schema.optional(),
    createdAt: instant,
    urls: z.object({ location: uri, join: uri }),
  }),
  ({ invite, target: place, redundant }: InviteView, links) => {
    const { id, organizationId, createdAt } = invite;
    return {
      object: 'invite' as const,
      id,
      role: invite.role,
      ...(invite.level !== null && { level: invite.level }),
      redundant,
      ...(place !== undefined && 'space' in place && { space: SpaceResource.present(place.space, links) }),
      ...(place !== undefined &&
        'collection' in place && { collection: CollectionResource.present(place.collection, links) }),
      createdAt,
      urls: { location: links.api('orgs', organizationId, 'link-invites', id), join: links.join(organizationId, id) },
    };
  },
);

const InvitationResource = resource(
  'Invitation',
  z.object({
    object: z.literal('invitation'),
    id: z.string(),
    email: z.string(),
    role,
    sso: z.boolean(),
    invitedBy: z.string(),
    createdAt: instant,
    expiresAt: instant,
    sentAt: instant.optional(),
    refusal: z.string().optional().meta({
      description: 'Status with which the mail server refused the mail for good, such as `550 5.1.1`.',
    }),
  }),
  ({ id, email, role: as, sso, createdBy, createdAt, expiresAt, sentAt, refusal }: InviteState) => ({
    ...present({ sentAt, refusal }),
    object: 'invitation' as const,
    id,
    email: email!,
    role: as,
    sso,
    invitedBy: createdBy,
    createdAt,
    expiresAt: expiresAt!,
  }),
);

const InvitedResource = resource(
  'Invited',
  z.object({
    users: z.array(z.string()).meta({
      description:
        'IDs of invited accounts: all for the operator; otherwise only accounts that share an organization with the caller.',
    }),
    invited: z.number().int(),
    failedSSOEmails: z
      .array(z.string())
      .optional()
      .meta({ description: 'E-mail addresses outside the domains of the identity provider.' }),
    links: z
      .array(z.object({ email: z.string(), url: uri, expiresAt: instant }))
      .optional()
      .meta({ description: 'Links for the caller to forward, when no mail server is configured.' }),
  }),
  ({ users, invited, failedSSOEmails, links }: InvitationResult) => ({
    users: [...users],
    invited,
    ...(failedSSOEmails.length > 0 && { failedSSOEmails: [...failedSSOEmails] }),
    ...(links.length > 0 && { links: [...links] }),
  }),
);

const JoinedResource = resource(
  'Joined',
  z.object({ organization: z.string(), role }),
  ({ organizationId, role: as }: JoinResult) => ({ organization: organizationId, role: as }),
);

const email = z.email().max(254);
/** E-mail addresses, each optionally with a role. */
const invitees = z
  .array(
    z.union(
      [email, z.object({ email, role: role.optional() })],
      'must be an e-mail address, or an object with one as email',
    ),
  )
  .min(1)
  .max(100);
const invitation = z.object({ emails: invitees, role: role.optional(), sso: z.boolean().optional() });
const link = z.object({
  role: role
    .optional()
    .meta({ description: 'Role in the organization; is required unless a level is set with a space or a collection.' }),
  level: level.optional().meta({ description: 'Level on a space or collection; must be omitted when role is set.' }),
  space: idField
    .optional()
    .meta({ description: 'Space of the level, which is required with level unless collection is set.' }),
  collection: idField
    .optional()
    .meta({ description: 'Collection of the level, which must be omitted when space is set.' }),
});
const linkChange = z.object({
  role: role.optional().meta({
    description:
      'Role in the organization, which cannot be set on an invite to a space or collection; set a level instead.',
  }),
  level: level.optional().meta({
    description:
      'Level on the space or collection, which cannot be set on an invite to the organization; set a role instead.',
  }),
});

export const invitationRoutes = tagged('Invitations', [
  route('POST /v1/orgs/:organizationId/invites', inviteUsersToOrganization, {
    summary: 'Invite people by e-mail',
    body: invitation,
    returns: ok(InvitedResource),
  }),
  route('GET /v1/orgs/:organizationId/invites', listInvitationsInOrganization, {
    summary: 'List the pending e-mail invitations',
    paged: true,
    returns: list(InvitationResource),
  }),
  route('POST /v1/orgs/:organizationId/invites/:inviteId', joinOrganizationWithInvite, {
    summary: 'Join an organization with an invite',
    secret: true,
    returns: ok(JoinedResource),
  }),
  route('DELETE /v1/orgs/:organizationId/invites/:inviteId', deleteInvitationInOrganization, {
    summary: 'Revoke an e-mail invitation',
    returns: removed,
  }),
  route('GET /v1/orgs/:organizationId/link-invites', listOrganizationInviteLinks, {
    summary: 'List invite links',
    paged: true,
    returns: list(InviteResource),
  }),
  route('POST /v1/orgs/:organizationId/link-invites', createOrganizationInvite, {
    summary: 'Create an invite link',
    body: link,
    returns: created(InviteResource),
  }),
  route('GET /v1/orgs/:organizationId/link-invites/:inviteId', getOrganizationInviteLink, {
    summary: 'Get an invite link',
    secret: true,
    returns: ok(InviteResource),
  }),
  route('PATCH /v1/orgs/:organizationId/link-invites/:inviteId', updateOrganizationInviteById, {
    summary: 'Update an invite link',
    secret: true,
    body: linkChange,
    returns: ok(InviteResource),
  }),
  route('DELETE /v1/orgs/:organizationId/link-invites/:inviteId', deleteOrganizationInviteById, {
    summary: 'Delete an invite link',
    secret: true,
    returns: removed,
  }),
]);
