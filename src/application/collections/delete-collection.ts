import {
  Grant,
  collectionScope,
  spaceScope,
  type GrantScope,
  type GrantState,
} from '../../domain/permissions/grant.ts';
import { isAtLeast } from '../../domain/permissions/level.ts';
import type { Id, CollectionId } from '../../domain/kernel/id.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import { listAll } from '../kernel/list-all.ts';
import { command, type CommandContext } from '../kernel/use-case.ts';
import { inCollection } from '../kernel/scope.ts';
import { assignRanks } from './sibling-order.ts';

/**
 * Deletes a collection. Its spaces and collections move to where it was, and everyone keeps their level on them: the
 * default level of the collection and the permissions granted on it are copied to each. Its invite links end.
 */
export const deleteCollectionById = command<{ readonly collectionId: CollectionId }>()({
  name: 'deleteCollectionById',
  requires: 'collection:admin',
  scope: inCollection,
  needs: ['ids'],
  whenNotFound: false,
  async run(context, { collectionId }): Promise<boolean> {
    const { work, now, scope } = context;
    const { organizationId } = scope;
    await work.lock('organizations', organizationId);
    const collection = await work.collections.get({ id: collectionId, organizationId });
    const { parentId, defaultLevel } = collection.snapshot();
    const siblings = await work.siblings.list(organizationId, parentId);
    const inside = await work.siblings.list(organizationId, collectionId);
    const place = siblings.findIndex(({ id }) => id === collectionId);
    const ranks = await assignRanks(context, siblings.toSpliced(place, 1), place, inside.length);
    const grants = await listGrants(work, collectionScope(collectionId));
    for (const [i, { kind, id }] of inside.entries()) {
      const to = { parentId, rank: ranks[i]! };
      if (kind === 'space') {
        const space = await work.spaces.get({ id });
        space.detachFromCollection({ defaultLevel }, to, now);
        await work.spaces.save(space);
      } else {
        const inner = await work.collections.get({ id });
        inner.detachFromCollection({ defaultLevel }, to, now);
        await work.collections.save(inner);
      }
      await copyGrants(context, grants, kind === 'space' ? spaceScope(id) : collectionScope(id));
    }
    await deleteInvites(work, collectionId);
    collection.delete();
    await work.collections.delete(collection);
    return true;
  },
});

/** Deletes the invite links to a collection, so that the audit log tells that they end with it. */
async function deleteInvites(work: Work, collectionId: CollectionId): Promise<void> {
  for await (const invite of listAll((page) => work.invites.list({ collectionId }, page))) {
    invite.delete();
    await work.invites.delete(invite);
  }
}

/** Lists all grants on exactly this space or collection. */
async function listGrants(work: Work, place: GrantScope): Promise<readonly Grant[]> {
  const all: Grant[] = [];
  for await (const grant of listAll((page) => work.grants.list(place, page))) all.push(grant);
  return all;
}

/**
 * Copies grants of the deleted collection to a place, where a holder has no higher level already. That one stays as it
 * is, so that a grant on a copy of a space is still revoked with its source.
 */
async function copyGrants(
  { work, ids }: Pick<CommandContext<'self', 'ids'>, 'work' | 'ids'>,
  grants: readonly Grant[],
  place: GrantScope,
): Promise<void> {
  if (grants.length === 0) return;
  const holderOf = ({ userId, teamId }: GrantState): Id => (userId ?? teamId)!;
  const known = new Map((await listGrants(work, place)).map((grant) => [holderOf(grant.snapshot()), grant]));
  for (const one of grants) {
    const { organizationId, userId, teamId, level } = one.snapshot();
    const own = known.get((userId ?? teamId)!);
    if (own !== undefined && !isAtLeast(level, own.snapshot().level)) continue;
    own?.changeLevel(level);
    await work.grants.save(
      own ??
        Grant.create({
          id: ids.next(),
          organizationId,
          scope: place,
          grantee: { userId, teamId } as Parameters<typeof Grant.create>[0]['grantee'],
          level,
        }),
    );
  }
}
