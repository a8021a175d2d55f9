import { effectiveLevel } from '../../domain/permissions/access-facts.ts';
import { isAllowed, type Permission } from '../../domain/permissions/policy.ts';
import type { Viewer } from '../../ports/kernel/viewer.ts';
import type { Reads } from '../kernel/services.ts';

/**
 * Tells whether a user in whose name background work runs still has the permission in the organization: not disabled, a
 * member with the level, and signed in as enforced single sign-on requires.
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
