import type { PauseReason } from '../../domain/permissions/pause.ts';
import { isAtLeast, type Level } from '../../domain/permissions/level.ts';
import { effectiveLevel } from '../../domain/permissions/access-facts.ts';
import type { InviteState } from '../../domain/invitations.ts';
import type { OrganizationId, UserId } from '../../domain/kernel/id.ts';
import type { CollectionView } from '../collections/collections.ts';
import { ANY_ORIGIN } from '../../ports/kernel/viewer.ts';
import type { Reads } from '../kernel/services.ts';
import type { SpaceView } from '../spaces/space-view.ts';

/** Space or collection that an invite is for, besides the organization. */
export type InviteTarget = { readonly space: SpaceView } | { readonly collection: CollectionView } | undefined;

/** A user in the organization of an invite. */
export interface Person {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
}

/**
 * Finds the space or collection of an invite as the user sees it; `undefined` if it is invisible to the user. A deleted
 * space is found by users who may restore it, which makes the invite valid again.
 */
export async function findInviteTarget(
  read: Reads,
  person: Person,
  { spaceId, collectionId }: Pick<InviteState, 'spaceId' | 'collectionId'>,
): Promise<InviteTarget> {
  if (spaceId !== null) {
    for (const deleted of [false, true]) {
      const filter = { ids: [spaceId], deleted };
      const [found] = (await read.spacesOf.listSpaces({ ...person, via: ANY_ORIGIN }, filter, { limit: 1 })).items;
      const level = found && effectiveLevel(found.access);
      if (level !== undefined) return { space: { space: found!.space, level } };
    }
    return undefined;
  }
  if (collectionId === null) return undefined;
  const found = await read.spacesOf.findCollection(person, collectionId);
  const level = found && effectiveLevel(found.access);
  return level === undefined ? undefined : { collection: { collection: found!.collection, level } };
}

export const targetLevel = (place: InviteTarget): Level | undefined =>
  place === undefined ? undefined : 'space' in place ? place.space.level : place.collection.level;

/** Tells whether a user with level `own` may grant `level`: this requires `create` and at least the granted level. */
export const mayGrant = (own: Level | undefined, level: Level): boolean =>
  isAtLeast(own, 'create') && isAtLeast(own, level);

/**
 * Tells whether the user may create, see, change and delete an invite: administrators all, others those for places
 * where they may grant levels.
 */
export async function mayInvite(
  read: Reads,
  person: Person,
  invite: Pick<InviteState, 'spaceId' | 'collectionId' | 'level'>,
): Promise<boolean> {
  const member = await read.members.find(person as { organizationId: OrganizationId; userId: UserId });
  if (member === undefined) return false;
  if (member.snapshot().role === 'admin') return true;
  return invite.level !== null && mayGrant(targetLevel(await findInviteTarget(read, person, invite)), invite.level);
}

/** Returns why an invite is paused: its creator could not create it now; undefined if it is valid. */
export async function invitePauseReason(read: Reads, invite: InviteState): Promise<PauseReason | undefined> {
  const { organizationId, createdBy: userId } = invite;
  const inviter = await read.users.find({ id: userId });
  if (inviter?.snapshot().disabled === true) return 'user-disabled';
  const may = inviter !== undefined && (await mayInvite(read, { organizationId, userId }, invite));
  return may ? undefined : 'permission-lost';
}
