import { isAllowed } from '../../domain/permissions/policy.ts';
import { PermissionRequired } from '../../domain/permissions/permission-required.ts';
import type { OrganizationId, UserId } from '../../domain/kernel/id.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import { listBatches } from '../kernel/list-all.ts';
import { command, type CommandContext } from '../kernel/use-case.ts';
import { inOrganization } from '../kernel/scope.ts';
import { removeFromMergeRules } from '../change-requests/merge-rule-users.ts';
import { revokeGrants } from '../permissions/revoke-grants.ts';
import { leaveTeams } from '../teams/change-members.ts';
import { requireAnotherAdmin, type OfMember } from './members.ts';

/** Deletes the review requests of the user in spaces of the organization. */
async function deleteReviewRequests(work: Work, organizationId: OrganizationId, userId: UserId): Promise<void> {
  for await (const requests of listBatches((page) => work.reviewRequests.list({ userId }, page))) {
    const spaceIds = [...new Set(requests.map((request) => request.snapshot().spaceId))];
    const spaces = await work.spaces.list({ organizationId, id: spaceIds }, { limit: spaceIds.length });
    const here = new Set(spaces.items.map(({ id }) => id));
    for (const request of requests) {
      if (!here.has(request.snapshot().spaceId)) continue;
      request.withdraw();
      await work.reviewRequests.delete(request);
    }
  }
}

/**
 * Removes a member from the organization with all dependents. @returns true if the member existed @throws Conflict for
 * the last administrator
 */
async function removeFromOrganization(
  { work, now }: Pick<CommandContext<'self'>, 'work' | 'now'>,
  { organizationId, userId }: OfMember,
): Promise<boolean> {
  await work.lock('organizations', organizationId);
  const member = await work.members.find({ organizationId, userId });
  if (member === undefined) return false;
  if (member.isAdminDemotion(null)) await requireAnotherAdmin(work, organizationId, userId);
  await revokeGrants(work, organizationId, { userId });
  await leaveTeams(work, organizationId, userId);
  await deleteReviewRequests(work, organizationId, userId);
  await removeFromMergeRules(work, { organizationId, userId }, now);
  member.leave();
  await work.members.delete(member);
  return true;
}

/**
 * Removes a member from an organization, along with the member's permissions, team memberships and requested reviews.
 * Merge rules no longer name the member; where one required the member's approval, merges are refused until the rules
 * are changed.
 *
 * Every member may leave; only administrators may remove others. Fails with `Conflict` for the last administrator.
 */
export const removeMemberFromOrganizationById = command<OfMember>()({
  name: 'removeMemberFromOrganizationById',
  requires: 'organization:view',
  scope: inOrganization,
  async run(context, of): Promise<boolean> {
    const { caller, level } = context.scope;
    if (
      of.userId !== caller.userId &&
      !isAllowed('organization:admin', { level, member: true, operator: caller.operator })
    )
      throw new PermissionRequired('organization:admin');
    return removeFromOrganization(context, of);
  },
});
