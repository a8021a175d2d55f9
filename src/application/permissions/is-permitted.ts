import { effectiveLevel } from '../../domain/permissions/access-facts.ts';
import { isAllowed, type Permission } from '../../domain/permissions/policy.ts';
import type { Viewer } from '../../ports/kernel/viewer.ts';
import type { Reads } from '../kernel/services.ts';

/**
 * Tells whether a person, in whose name something is done later, still has the permission in the organization: not
 * disabled, still a member with the level, and through a sign-in that satisfies enforced SSO.
 */
export async function isPermitted(
  read: Pick<Reads, 'library'>,
  permission: Permission,
  viewer: Viewer,
): Promise<boolean> {
  const root = await read.library.organizationAccess(viewer);
  return (
    root !== undefined &&
    !root.ssoRequired &&
    isAllowed(permission, {
      level: effectiveLevel(root.access),
      member: root.access.role !== undefined,
      operator: false,
    })
  );
}
