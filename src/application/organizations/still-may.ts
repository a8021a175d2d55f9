import { allows, type Permission } from '../../domain/access/policy.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { Reads } from '../kernel/services.ts';

/** What has to be looked at before something is done in the name of somebody who is not asking now. */
export type StillMayReads = Pick<Reads, 'users' | 'organizations' | 'members'>;

/** Whether a user could do something in an organization now: still is a member with the role for it, is not shut out, and came in as the organization wants. */
export async function stillMay(read: StillMayReads, permission: Permission, { organizationId, userId }: { readonly organizationId: Id; readonly userId: Id }): Promise<boolean> {
  const [user, organization, member] = await Promise.all([read.users.find({ id: userId }), read.organizations.find({ id: organizationId }), read.members.find({ organizationId, userId })]);
  const signedIn = organization?.snapshot().sso !== true || member?.snapshot().sso === true;
  if (user?.snapshot().disabled !== false || !signedIn) return false;
  return allows(permission, { level: member?.snapshot().role ?? undefined, member: member !== undefined, operator: false });
}
