import * as z from 'zod';
import {
  listTeamMembersInOrganizationById,
  addMemberToOrganizationTeamById,
  deleteMemberFromOrganizationTeamById,
  updateMembersInOrganizationTeam,
} from '../../application/teams/team-members.ts';
import {
  createOrganizationTeam,
  removeTeamFromOrganizationById,
  getTeamInOrganizationById,
  listTeamsInOrganizationById,
  listTeamsForOrganizationMember,
  updateTeamInOrganizationById,
  type TeamView,
} from '../../application/teams/teams.ts';
import { TEAM_ROLES, type TeamRole } from '../../domain/teams/team-member.ts';
import { canManageTeamMembers, canViewTeam } from '../../domain/teams/team-rights.ts';
import type { MemberRow } from '../../ports/members.ts';
import { idField, instant, visibleTitle } from './kernel/fields.ts';
import { created, list, noContent, ok, removed, resource } from './kernel/reply.ts';
import { route, tagged } from './kernel/route.ts';
import { MemberResource } from './members.routes.ts';

const title = visibleTitle(1, 64);
const teamRole = z.enum(TEAM_ROLES);

export const TeamResource = resource(
  'Team',
  z.object({
    object: z.literal('team'),
    id: z.string(),
    title,
    members: z.number().int(),
    spaces: z.number().int(),
    createdAt: instant,
    permissions: z.object({
      admin: z.boolean().meta({ description: 'Whether the member may manage the members of the team.' }),
      view: z.boolean(),
    }),
  }),
  (view: TeamView) => ({
    object: 'team' as const,
    id: view.team.id,
    title: view.team.title,
    members: view.members,
    spaces: view.spaces,
    createdAt: view.team.createdAt,
    permissions: { admin: canManageTeamMembers(view), view: canViewTeam(view) },
  }),
);

const TeamMemberResource = resource(
  'TeamMember',
  z.object({
    organization: MemberResource.schema,
    team: z.object({ role: teamRole }),
    permissions: z.object({ view: z.boolean() }),
  }),
  ({ role, ...member }: MemberRow & { readonly role: TeamRole }, links) => ({
    organization: MemberResource.present(member, links),
    team: { role },
    permissions: { view: true },
  }),
);

const TeamOfMemberResource = resource(
  'TeamOfMember',
  z.object({ team: TeamResource.schema, member: z.object({ role: teamRole }) }),
  ({ team, memberRole }: { readonly team: TeamView; readonly memberRole: TeamRole }, links) => ({
    team: TeamResource.present(team, links),
    member: { role: memberRole },
  }),
);

/** ID or e-mail address of a user. */
const name = z.string().min(1).max(320);
const names = z.array(name).max(1000);
const titleFilter = z.string().max(256);

export const teamRoutes = tagged('Teams', [
  route('GET /v1/orgs/:organizationId/teams', listTeamsInOrganizationById, {
    summary: 'List the teams of an organization',
    query: {
      owner: idField.optional().meta({ description: 'Member who can manage the teams.' }),
      title: titleFilter.optional().meta({ description: 'Part of the title, case-insensitive.' }),
    },
    paged: true,
    returns: list(TeamResource),
  }),
  route('PUT /v1/orgs/:organizationId/teams', createOrganizationTeam, {
    summary: 'Create a team',
    body: z.object({
      title,
      members: names.optional().meta({ description: 'IDs or e-mail addresses of members of the organization.' }),
    }),
    returns: created(TeamResource),
  }),
  route('GET /v1/orgs/:organizationId/teams/:teamId', getTeamInOrganizationById, {
    summary: 'Get a team',
    returns: ok(TeamResource),
  }),
  route('PATCH /v1/orgs/:organizationId/teams/:teamId', updateTeamInOrganizationById, {
    summary: 'Rename a team',
    body: z.object({ title }),
    returns: ok(TeamResource),
  }),
  route('DELETE /v1/orgs/:organizationId/teams/:teamId', removeTeamFromOrganizationById, {
    summary: 'Delete a team',
    returns: removed,
  }),

  route('GET /v1/orgs/:organizationId/teams/:teamId/members', listTeamMembersInOrganizationById, {
    summary: 'List the members of a team',
    paged: true,
    returns: list(TeamMemberResource),
  }),
  route('PUT /v1/orgs/:organizationId/teams/:teamId/members', updateMembersInOrganizationTeam, {
    summary: 'Update the members of a team',
    body: z.object({
      add: names.optional().meta({ description: 'IDs or e-mail addresses of members of the organization.' }),
      remove: names
        .optional()
        .meta({ description: 'IDs or e-mail addresses of members to remove, even if also added.' }),
      memberships: z
        .record(idField, z.object({ role: teamRole }))
        .refine((map) => Object.keys(map).length <= 1000, 'must name at most 1000 members')
        .optional()
        .meta({ description: 'Roles by user ID; users outside the team are added.' }),
    }),
    returns: noContent,
  }),
  route('PUT /v1/orgs/:organizationId/teams/:teamId/members/:userId', addMemberToOrganizationTeamById, {
    summary: 'Add or update a team member',
    body: z.object({ role: teamRole.optional() }),
    returns: noContent,
  }),
  route('DELETE /v1/orgs/:organizationId/teams/:teamId/members/:userId', deleteMemberFromOrganizationTeamById, {
    summary: 'Remove a member from a team',
    returns: removed,
  }),

  route('GET /v1/orgs/:organizationId/members/:userId/teams', listTeamsForOrganizationMember, {
    summary: 'List the teams of a member',
    query: { title: titleFilter.optional().meta({ description: 'Part of the title, case-insensitive.' }) },
    paged: true,
    returns: list(TeamOfMemberResource),
  }),
]);
