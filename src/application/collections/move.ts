import type { Collection } from '../../domain/collections.ts';
import { Conflict, NotFound } from '../../domain/kernel/errors.ts';
import { PermissionRequired } from '../../domain/permissions/permission-required.ts';
import type { Id, CollectionId, SpaceId } from '../../domain/kernel/id.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import { command } from '../kernel/use-case.ts';
import { inSpace, inCollection } from '../kernel/scope.ts';
import { requireDefaultChange } from '../permissions/level-rights.ts';
import { effectiveDefaultLevel, narrowCopies, narrowCopiesInside } from '../spaces/copied-access.ts';
import type { SpaceView } from '../spaces/space-view.ts';
import type { CollectionView } from './collections.ts';
import { levelAfterMove, rankFor, type MoveInput } from './sibling-order.ts';
import { requireTarget } from './require-collection.ts';

/**
 * Moves a space into another collection of its organization, or to another position among its siblings. Requires level
 * `create` in the new place. Fails with `Conflict` when nothing would change.
 */
export const moveSpace = command<{ readonly spaceId: SpaceId; body: MoveInput }>()({
  name: 'moveSpace',
  requires: 'space:admin',
  scope: inSpace,
  async run(context, { spaceId, body }): Promise<SpaceView> {
    const { work, now, scope } = context;
    const { organizationId } = scope;
    await work.lock('organizations', organizationId);
    const space = await work.spaces.get({ id: spaceId, organizationId, deletedAt: null });
    const before = space.snapshot();
    const { parentId: from } = before;
    const parentId = body.parent === undefined ? from : body.parent;
    const parentAccess = await requireTarget(context, organizationId, parentId).catch(ignoreUnchangedParent(body));
    const moved = { kind: 'space' as const, id: spaceId, from, to: parentId };
    space.move({ parentId, rank: await rankFor(context, organizationId, moved, body) }, now);
    await requireDefaultChange(context, scope.level, before, space.snapshot());
    await work.spaces.save(space);
    await narrowCopies(work, [space], now);
    const state = space.snapshot();
    return {
      space: { ...scope.space, state },
      level: await levelAfterMove(context, organizationId, parentAccess, moved, state.defaultLevel),
    };
  },
});

/**
 * Moves a collection with its content into another collection of its organization, or to another position among its
 * siblings. Requires level `create` in the new place. Fails with `Conflict` when nothing would change or the collection
 * would be inside itself.
 */
export const moveCollection = command<{ readonly collectionId: CollectionId; body: MoveInput }>()({
  name: 'moveCollection',
  requires: 'collection:admin',
  scope: inCollection,
  async run(context, { collectionId, body }): Promise<CollectionView> {
    const { work, now, scope } = context;
    const { organizationId } = scope;
    await work.lock('organizations', organizationId);
    const collection = await work.collections.get({ id: collectionId, organizationId });
    const before = collection.snapshot();
    const { parentId: from } = before;
    const parentId = body.parent === undefined ? from : body.parent;
    const parentAccess = await requireTarget(context, organizationId, parentId).catch(ignoreUnchangedParent(body));
    await requireNoCycle(work, collection, parentId);
    const defaultBefore = await effectiveDefaultLevel(work, collection);
    const moved = { kind: 'collection' as const, id: collectionId, from, to: parentId };
    collection.move({ parentId, rank: await rankFor(context, organizationId, moved, body) }, now);
    await requireDefaultChange(context, scope.level, before, collection.snapshot());
    await work.collections.save(collection);
    await narrowCopiesInside(work, collection, defaultBefore, now);
    const state = collection.snapshot();
    return {
      collection: state,
      level: await levelAfterMove(context, organizationId, parentAccess, moved, state.defaultLevel),
    };
  },
});

/** Replaces `NotFound` by `Forbidden` if the request names no parent, and therefore no unknown collection. */
const ignoreUnchangedParent =
  ({ parent }: MoveInput) =>
  (error: unknown): never => {
    throw parent === undefined && error instanceof NotFound ? new PermissionRequired('collection:create') : error;
  };

/** Requires that a move puts no collection inside itself. @throws Conflict */
export async function requireNoCycle(work: Work, { id }: Collection, parentId: Id | null): Promise<void> {
  for (let at = parentId; at !== null; at = (await work.collections.get({ id: at })).snapshot().parentId)
    if (at === id) throw new Conflict('a collection cannot be moved into itself');
}
