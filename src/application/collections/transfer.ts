import { isAllowed } from '../../domain/permissions/policy.ts';
import { PermissionRequired } from '../../domain/permissions/permission-required.ts';
import { effectiveLevel, type AccessFacts } from '../../domain/permissions/access-facts.ts';
import { Conflict } from '../../domain/kernel/errors.ts';
import type { Id, CollectionId, OrganizationId, SpaceId } from '../../domain/kernel/id.ts';
import { command, type CommandContext } from '../kernel/use-case.ts';
import { viewerOf, type CollectionFacts, inSpace, inCollection } from '../kernel/scope.ts';
import { requireDefaultChange } from '../permissions/level-rights.ts';
import type { SpaceView } from '../spaces/space-view.ts';
import type { CollectionView } from './collections.ts';
import { requireNoCycle } from './move.ts';
import { levelAfterMove, assignRanks } from './sibling-order.ts';
import { requireTarget } from './require-collection.ts';
import { Transfer, type RemovedAccess } from './transfer-dependents.ts';

/** Target organization and collection; omitted or null is the root. */
export interface TransferInput {
  readonly organization: Id;
  readonly parent?: Id | null;
}

type Context = Pick<CommandContext<'self'>, 'read' | 'work'> & {
  readonly scope: Pick<CollectionFacts, 'caller' | 'organizationId'>;
};

/**
 * Finds and locks the target of a transfer. Requires permission to create there and, between organizations, the role of
 * an administrator in the source: its members cannot undo the transfer.
 */
async function resolveTarget(
  context: Context,
  input: TransferInput,
  from: (organizationId: OrganizationId) => Promise<Id | null>,
  kind: string,
): Promise<{ organizationId: OrganizationId; parentId: Id | null; rank: string; parentAccess: AccessFacts }> {
  const { work, scope } = context;
  const { organization: organizationId } = input;
  await requireTarget(context, organizationId, input.parent ?? null);
  for (const id of [...new Set([scope.organizationId, organizationId])].sort()) await work.lock('organizations', id);
  const stays = organizationId === scope.organizationId;
  const present = await from(scope.organizationId);
  const parentId = input.parent === undefined && stays ? present : (input.parent ?? null);
  if (stays && parentId === present) throw new Conflict(`the ${kind} is already at this position`);
  if (!stays) await requireAdmin(context, scope.organizationId);
  const parentAccess = await requireTarget(context, organizationId, parentId);
  const others = await work.siblings.list(organizationId, parentId);
  return { organizationId, parentId, rank: (await assignRanks(context, others, others.length, 1))[0]!, parentAccess };
}

/** Requires that the caller administers the organization. @throws Forbidden */
async function requireAdmin({ read, scope }: Context, organizationId: OrganizationId): Promise<void> {
  const root = await read.spacesOf.organizationAccess(viewerOf(scope.caller, organizationId));
  const role = root?.access.role;
  const rights = { level: role ?? undefined, member: role !== undefined, operator: false };
  if (root === undefined || root.ssoRequired || !isAllowed('organization:admin', rights))
    throw new PermissionRequired('organization:admin');
}

/**
 * Transfers a space to another organization, or into another collection of its organization.
 *
 * Permissions of users and teams who do not belong to the new organization are dropped, and merge rules no longer name
 * them; the response lists them.
 * Leaving an organization requires the role of an administrator in it. Fails with `Conflict` when the space is already
 * there, with `PreconditionFailed` while a Git import or export of the space runs, and with `NotAllowed` when a level
 * above the caller's own would take effect.
 */
export const transferSpace = command<{ readonly spaceId: SpaceId; body: TransferInput }>()({
  name: 'transferSpace',
  requires: 'space:admin',
  scope: inSpace,
  async run(context, { spaceId, body }): Promise<SpaceView & { readonly dropped: RemovedAccess }> {
    const { work, scope } = context;
    const find = (organizationId: OrganizationId) => work.spaces.get({ id: spaceId, organizationId, deletedAt: null });
    const { parentAccess, ...to } = await resolveTarget(
      context,
      body,
      async (organizationId) => (await find(organizationId)).snapshot().parentId,
      'space',
    );
    const transfer = new Transfer(context, scope.organizationId, to.organizationId, effectiveLevel(parentAccess));
    const space = await find(scope.organizationId);
    const before = space.snapshot();
    await transfer.transferSpace(space, to);
    const state = space.snapshot();
    if (to.organizationId === scope.organizationId) await requireDefaultChange(context, scope.level, before, state);
    return {
      space: { ...scope.space, state },
      level: await levelAfterMove(
        context,
        to.organizationId,
        parentAccess,
        { kind: 'space', id: spaceId },
        state.defaultLevel,
      ),
      dropped: transfer.removedAccess(),
    };
  },
});

/**
 * Transfers a collection with its content to another organization, or into another collection of its organization.
 *
 * Permissions of users and teams who do not belong to the new organization are dropped, and merge rules no longer name
 * them; the response lists them.
 * Leaving an organization requires the role of an administrator in it. Fails with `Conflict` when the collection is
 * already there or would be inside itself, with `PreconditionFailed` while a Git import or export of one of its spaces
 * runs, and with `NotAllowed` when a level above the caller's own would take effect.
 */
export const transferCollection = command<{ readonly collectionId: CollectionId; body: TransferInput }>()({
  name: 'transferCollection',
  requires: 'collection:admin',
  scope: inCollection,
  async run(context, { collectionId, body }): Promise<CollectionView & { readonly dropped: RemovedAccess }> {
    const { work, scope } = context;
    const find = (organizationId: OrganizationId) => work.collections.get({ id: collectionId, organizationId });
    const { parentAccess, ...to } = await resolveTarget(
      context,
      body,
      async (organizationId) => (await find(organizationId)).snapshot().parentId,
      'collection',
    );
    const collection = await find(scope.organizationId);
    await requireNoCycle(work, collection, to.parentId);
    const before = collection.snapshot();
    const transfer = new Transfer(context, scope.organizationId, to.organizationId, effectiveLevel(parentAccess));
    await transfer.transferCollection(collection, to);
    const state = collection.snapshot();
    if (to.organizationId === scope.organizationId) await requireDefaultChange(context, scope.level, before, state);
    return {
      collection: state,
      level: await levelAfterMove(
        context,
        to.organizationId,
        parentAccess,
        { kind: 'collection', id: collectionId },
        state.defaultLevel,
      ),
      dropped: transfer.removedAccess(),
    };
  },
});
