import type { PauseReason } from '../../domain/permissions/pause.ts';
import { isAtLeast, type Level } from '../../domain/permissions/level.ts';
import { effectiveLevel } from '../../domain/permissions/access-facts.ts';
import type { InviteState } from '../../domain/invitations.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { CollectionView } from '../collections/collections.ts';
import { ANY_ORIGIN } from '../../ports/kernel/viewer.ts';
import type { Reads } from '../kernel/services.ts';
import type { SpaceView } from '../spaces/space-view.ts';

/** What an invite is for, beside the organization. */
export type InviteTarget = { readonly space: SpaceView } | { readonly collection: CollectionView } | undefined;

/** A person in the organization of an invite. */
export interface Person {
  readonly organizationId: Id;
  readonly userId: Id;
}

/** The space or the collection as the person sees it; `undefined` where the person sees no such thing. */
export async function findInviteTarget(
  read: Reads,
  person: Person,
  { spaceId, collectionId }: Pick<InviteState, 'spaceId' | 'collectionId'>,
): Promise<InviteTarget> {
  if (spaceId !== null) {
    const [found] = (await read.library.listSpaces({ ...person, via: ANY_ORIGIN }, { ids: [spaceId] }, { limit: 1 }))
      .items;
    const level = found && effectiveLevel(found.access);
    return level === undefined ? undefined : { space: { space: found!.space, level } };
  }
  if (collectionId === null) return undefined;
  const found = await read.library.findCollection(person, collectionId);
  const level = found && effectiveLevel(found.access);
  return level === undefined ? undefined : { collection: { collection: found!.collection, level } };
}

export const targetLevel = (place: InviteTarget): Level | undefined =>
  place === undefined ? undefined : 'space' in place ? place.space.level : place.collection.level;

/** Whether somebody with these levels may give `level` on a space or a collection: to give needs create, and nobody gives more than they have. */
export const mayGrant = (own: Level | undefined, level: Level): boolean =>
  isAtLeast(own, 'create') && isAtLeast(own, level);

/** Whether the person may make such an invite, and see, change and delete it: administrators all, others what is for a place where they give levels. */
export async function mayInvite(
  read: Reads,
  person: Person,
  invite: Pick<InviteState, 'spaceId' | 'collectionId' | 'level'>,
): Promise<boolean> {
  const member = await read.members.find(person as { organizationId: Id; userId: Id });
  if (member === undefined) return false;
  if (member.snapshot().role === 'admin') return true;
  return invite.level !== null && mayGrant(targetLevel(await findInviteTarget(read, person, invite)), invite.level);
}

/** Why an invite holds no longer: its creator could not make it now. */
export async function invitePauseReason(read: Reads, invite: InviteState): Promise<PauseReason | undefined> {
  const { organizationId, createdBy: userId } = invite;
  const inviter = await read.users.find({ id: userId });
  if (inviter?.snapshot().disabled === true) return 'user-disabled';
  const may = inviter !== undefined && (await mayInvite(read, { organizationId, userId }, invite));
  return may ? undefined : 'permission-lost';
}
