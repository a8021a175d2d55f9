import { isAtLeast, type Level } from '../../domain/permissions/level.ts';
import { PermissionRequired } from '../../domain/permissions/permission-required.ts';
import { effectiveLevel } from '../../domain/permissions/access-facts.ts';
import type { OrganizationId, SpaceId, UserId } from '../../domain/kernel/id.ts';
import type { SpaceState } from '../../domain/spaces.ts';
import { copyAccess } from './copied-access.ts';
import { assignRanks } from '../collections/sibling-order.ts';
import { requireLevels } from '../permissions/level-rights.ts';
import { command, type CommandContext } from '../kernel/use-case.ts';
import { inSpace } from '../kernel/scope.ts';
import { deferProjections } from '../content/projections/build-projections.ts';
import { rowOfNewSpace, type SpaceView } from './space-view.ts';
import { newRevision } from '../content/new-revision.ts';

/** Context of an operation within an organization that duplicates a space. */
type DuplicationContext = Pick<CommandContext<'self', 'ids'>, 'read' | 'work' | 'ids'> & {
  readonly scope: { readonly caller: { readonly userId: UserId } };
};

/**
 * Creates a copy of a space beside it, in the same time whatever its size.
 *
 * The copy gets the permissions of the original, up to the caller's own level, and loses those that the original loses
 * later. Comments, change requests, history and Git synchronization are not copied. Requires level `create` in the
 * place of the original.
 */
export const duplicateSpace = command<{ readonly spaceId: SpaceId }>()({
  name: 'duplicateSpace',
  requires: 'space:admin',
  scope: inSpace,
  needs: ['ids'],
  run: (context, { spaceId }) => duplicateBeside(context, context.scope, spaceId),
});

/**
 * Creates a copy beside the original.
 * @param original its place, and the caller's level on it
 * @throws NotFound, Forbidden if the caller may not create spaces beside it
 */
export async function duplicateBeside(
  context: DuplicationContext & Pick<CommandContext<'self'>, 'now'>,
  { organizationId, level }: { readonly organizationId: OrganizationId; readonly level: Level },
  spaceId: SpaceId,
): Promise<SpaceView> {
  const { work, ids, now } = context;
  await work.lock('organizations', organizationId);
  const [primary] = await work.branches.lock(spaceId, spaceId);
  const { content } = primary!;
  const original = await work.spaces.get({ id: spaceId, organizationId, deletedAt: null });
  await requireCreateBeside(context, original.snapshot());
  requireLevels(level, [original.snapshot().defaultLevel]);
  const space = original.duplicate({
    id: ids.next(),
    rank: await rankAfter(context, original.snapshot()),
    level,
    at: now,
  });
  await work.spaces.save(space);
  await copyAccess(context, { source: original, copy: space, level });
  const revision = newRevision(context, { spaceId: space.id, parents: [], content });
  await work.branches.create({ primary: deferProjections(content), revision, objects: [] });
  return { space: rowOfNewSpace(space, { revisionId: revision.id, content }), level };
}

/** Requires that the caller may create spaces beside the space. @throws Forbidden */
export async function requireCreateBeside(
  { read, scope }: Pick<DuplicationContext, 'read' | 'scope'>,
  { organizationId, parentId }: SpaceState,
): Promise<void> {
  const { userId } = scope.caller;
  if (parentId === null) {
    const member = await read.members.find({ organizationId, userId });
    if (!isAtLeast(member?.snapshot().role ?? undefined, 'create'))
      throw new PermissionRequired('organization:create-content');
    return;
  }
  const parent = await read.spacesOf.findCollection({ organizationId, userId }, parentId);
  if (!isAtLeast(parent && effectiveLevel(parent.access), 'create')) throw new PermissionRequired('collection:create');
}

/** Returns the rank directly after the original. */
export async function rankAfter(
  { work }: Pick<DuplicationContext, 'work'>,
  { id, organizationId, parentId }: SpaceState,
): Promise<string> {
  const siblings = await work.siblings.list(organizationId, parentId);
  return (await assignRanks({ work }, siblings, siblings.findIndex((one) => one.id === id) + 1, 1))[0]!;
}
