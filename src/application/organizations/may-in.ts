import { levelOf } from '../../domain/access/standing.ts';
import { allows, type Permission } from '../../domain/access/policy.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { Reads } from '../kernel/services.ts';

/** Whether somebody who is not asking now, but in whose name something is to be done, still has that permission in the organization: is not shut out, and came in as it wants. */
export async function mayIn(read: Pick<Reads, 'library'>, permission: Permission, organizationId: Id, userId: Id): Promise<boolean> {
  const root = await read.library.rootFor({ organizationId, userId });
  return root !== undefined && !root.ssoRequired && allows(permission, { level: levelOf(root.standing), member: root.standing.role !== undefined, operator: false });
}
