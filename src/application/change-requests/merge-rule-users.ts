import type { OrganizationId, UserId } from '../../domain/kernel/id.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';

/**
 * Removes a user who leaves an organization from its merge rules and from those of its spaces, so that no right to
 * approve or to bypass the rules returns with the user.
 */
export async function removeFromMergeRules(
  work: Pick<Work, 'mergeChecks' | 'organizations' | 'spaces'>,
  { organizationId, userId }: { readonly organizationId: OrganizationId; readonly userId: UserId },
  now: string,
): Promise<void> {
  const users = new Set([userId]);
  const organization = await work.organizations.get({ id: organizationId });
  organization.removeFromMergeRules(users);
  await work.organizations.save(organization);
  for (const id of await work.mergeChecks.listSpacesNaming(organizationId, userId)) {
    const space = await work.spaces.get({ id, organizationId });
    space.removeFromMergeRules(users, now);
    await work.spaces.save(space);
  }
}
