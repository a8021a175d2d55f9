import { effectiveLevel } from '../../domain/permissions/access-facts.ts';
import { isAllowed, type Permission } from '../../domain/permissions/policy.ts';
import type { Viewer } from '../../ports/kernel/viewer.ts';
import type { ViewerAccess } from '../../ports/spaces.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { Reads } from '../kernel/services.ts';

/**
 * Tells whether a user in whose name background work runs still has the permission in the organization: not disabled, a
 * member with the level, and signed in as enforced single sign-on requires.
 */
export async function isPermitted(
  read: Pick<Reads, 'spacesOf'>,
  permission: Permission,
  viewer: Viewer,
): Promise<boolean> {
  return isAllowedWith(permission, await read.spacesOf.organizationAccess(viewer));
}

/**
 * As `isPermitted`, for a permission on a site. For a site that the organization does not have, the role decides alone.
 */
export async function isPermittedOnSite(
  read: Pick<Reads, 'sitesOf'>,
  permission: Permission,
  viewer: Viewer,
  siteId: Id,
): Promise<boolean> {
  return isAllowedWith(permission, await read.sitesOf.access(viewer, siteId));
}

const isAllowedWith = (permission: Permission, found: ViewerAccess | undefined): boolean =>
  found !== undefined &&
  !found.ssoRequired &&
  isAllowed(permission, {
    level: effectiveLevel(found.access),
    member: found.access.role !== undefined,
    operator: false,
  });
