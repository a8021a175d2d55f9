import type { Id } from '../../domain/kernel/id.ts';
import type { SpaceState } from '../../domain/spaces.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import { command } from '../kernel/use-case.ts';
import { type InSpace } from '../kernel/scope.ts';
import { schedulePurge } from './purge-space.ts';
import type { SpaceView } from './space-view.ts';
const evenDeleted = ({ spaceId }: InSpace) => ({ space: spaceId, evenDeleted: true as const });

/**
 * Deletes a space. It disappears at once and is purged after a week; until then `restoreSpace` brings it back. Deleting
 * it again neither changes nor delays that.
 */
export const deleteSpaceById = command<InSpace>()({
  name: 'deleteSpaceById',
  requires: 'space:admin',
  scope: evenDeleted,
  whenNotFound: false,
  async run({ work, now, scope }, { spaceId }): Promise<boolean> {
    const space = await work.spaces.get({ id: spaceId, organizationId: scope.organizationId });
    if (!space.delete(now)) return false;
    await work.spaces.save(space);
    await work.jobs.enqueue(schedulePurge(space.snapshot(), now));
    return true;
  },
});

/** Restores a deleted space with its content, to where it was. Fails with `Conflict` when the space is not deleted. */
export const restoreSpace = command<InSpace>()({
  name: 'restoreSpace',
  requires: 'space:admin',
  scope: evenDeleted,
  async run({ work, now, scope }, { spaceId }): Promise<SpaceView> {
    const space = await work.spaces.get({ id: spaceId, organizationId: scope.organizationId });
    space.restore(await nearestExistingParent(work, space.snapshot()), now);
    await work.spaces.save(space);
    return { space: { ...scope.space, state: space.snapshot() }, level: scope.level };
  },
});

/**
 * Returns the nearest existing collection for a restored space: deleting a collection moves its content to the
 * enclosing one. Null is the root.
 */
async function nearestExistingParent(work: Work, { parentId, organizationId }: SpaceState): Promise<Id | null> {
  if (parentId === null) return null;
  return (await work.collections.find({ id: parentId, organizationId })) === undefined ? null : parentId;
}
