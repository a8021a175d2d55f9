import { effectiveLevel, type AccessFacts } from '../../domain/permissions/access-facts.ts';
import { PermissionRequired } from '../../domain/permissions/permission-required.ts';
import { isAtLeast, type Level } from '../../domain/permissions/level.ts';
import { NotFound, SsoRequired } from '../../domain/kernel/errors.ts';
import type { Id, OrganizationId } from '../../domain/kernel/id.ts';
import type { Caller } from '../../ports/permissions.ts';
import { type CommandContext } from '../kernel/use-case.ts';
import { viewerOf } from '../kernel/scope.ts';

type Context = Pick<CommandContext<'self'>, 'read' | 'work'> & { readonly scope: { readonly caller: Caller } };

/**
 * Requires permission to create in `parent` (null: the root of the organization) and returns the caller's level there.
 *
 * Authorizes the parent like the first ID of the request: an unknown, foreign or invisible one is not found. Locks it
 * until the unit of work ends.
 * @throws NotFound, Forbidden
 */
export async function requireCollection(
  context: Context,
  organizationId: OrganizationId,
  parent: Id | null,
  atRoot: Level | undefined,
): Promise<Level | undefined> {
  if (parent === null) {
    if (!isAtLeast(atRoot, 'create')) throw new PermissionRequired('organization:create-content');
    return atRoot;
  }
  await context.work.lock('organizations', organizationId);
  return effectiveLevel(await requireCreatable(context, organizationId, parent));
}

/**
 * Requires permission to create in `parent` of an organization that may differ from the request's; checks the access
 * rules of that organization. The caller holds the organization's lock.
 * @returns the caller's access facts in the target
 * @throws NotFound for the organization or the parent, Forbidden
 */
export async function requireTarget(
  context: Context,
  organizationId: OrganizationId,
  parent: Id | null,
): Promise<AccessFacts> {
  const { confinedTo } = context.scope.caller;
  const root =
    confinedTo === null || confinedTo === organizationId
      ? await context.read.spacesOf.organizationAccess(viewerOf(context.scope.caller, organizationId))
      : undefined;
  if (root === undefined || root.access.role === undefined) throw new NotFound('organization', organizationId);
  if (root.ssoRequired) throw new SsoRequired();
  if (parent !== null) return requireCreatable(context, organizationId, parent);
  if (!isAtLeast(effectiveLevel(root.access), 'create')) throw new PermissionRequired('organization:create-content');
  return root.access;
}

async function requireCreatable(
  { read, work, scope }: Context,
  organizationId: OrganizationId,
  parent: Id,
): Promise<AccessFacts> {
  const found = await read.spacesOf.findCollection({ organizationId, userId: scope.caller.userId }, parent);
  const level = found && effectiveLevel(found.access);
  // `read` sees committed rows only; `work` also sees rows that this unit of work has locked or deleted.
  if (level === undefined || (await work.collections.find({ id: parent, organizationId })) === undefined)
    throw new NotFound('parent', parent);
  if (!isAtLeast(level, 'create')) throw new PermissionRequired('collection:create');
  return found!.access;
}
