import { PAUSE_MESSAGES, type Initiator, type PauseReason } from '../../domain/permissions/pause.ts';
import type { Level } from '../../domain/permissions/level.ts';
import { isAllowed, type Permission } from '../../domain/permissions/policy.ts';
import { effectiveLevel } from '../../domain/permissions/access-facts.ts';
import { DomainError, NotFound } from '../../domain/kernel/errors.ts';
import type { CollectionId, OrganizationId, SpaceId, UserId } from '../../domain/kernel/id.ts';
import type { Caller } from '../../ports/permissions.ts';
import type { Reads } from '../kernel/services.ts';

/** Background work may not run: its initiator no longer has the required permission. */
export class InitiatorRightsLost extends DomainError {
  readonly category = 'forbidden';

  constructor(readonly reason: PauseReason) {
    super(`stopped: ${PAUSE_MESSAGES[reason]}; a user with the required permission can start the operation again`);
  }
}

/** Scope in which a permission is required: a space or a collection of the organization, or the organization itself. */
export type RightsScope = { readonly organizationId: OrganizationId } & (
  | { readonly spaceId?: SpaceId; readonly collectionId?: undefined }
  | { readonly collectionId: CollectionId; readonly spaceId?: undefined }
);

type RightsReads = Pick<Reads, 'spacesOf' | 'samlProviders' | 'spaces' | 'users'>;

const SAML = 'saml:';

/** Returns the initiator of background work that a caller requests. */
export const initiatorOf = ({ userId, via }: Pick<Caller, 'userId' | 'via'>): Initiator => ({ userId, via });

/** Builds the error for an initiator who lost the permission or whose account was disabled. */
async function lostPermission(read: Pick<Reads, 'users'>, userId: UserId): Promise<InitiatorRightsLost> {
  const user = await read.users.find({ id: userId });
  return new InitiatorRightsLost(user?.snapshot().disabled === true ? 'user-disabled' : 'permission-lost');
}

/**
 * Requires that the initiator of background work still has the permission. Called at the start of each run, and as the
 * last step of each unit of work that writes.
 * @returns the initiator's level in the scope
 * @throws InitiatorRightsLost; NotFound for a space or a collection that the organization no longer has
 */
export async function requireInitiatorRights(
  read: RightsReads,
  { userId, via }: Initiator,
  permission: Permission,
  { organizationId, spaceId, collectionId }: RightsScope,
): Promise<Level | undefined> {
  const user = await read.users.find({ id: userId });
  if (user?.snapshot().disabled === true) throw new InitiatorRightsLost('user-disabled');
  if (via?.startsWith(SAML) === true) {
    const provider = await read.samlProviders.find({ id: via.slice(SAML.length), organizationId });
    if (provider === undefined) throw new InitiatorRightsLost('identity-provider-deleted');
  }
  const viewer = { organizationId, userId, via };
  const root = await read.spacesOf.organizationAccess(viewer);
  if (root === undefined || root.access.role === undefined) throw await lostPermission(read, userId);
  if (root.ssoRequired) throw new InitiatorRightsLost('sso-required');
  let { access } = root;
  if (collectionId !== undefined) {
    const found = await read.spacesOf.findCollection(viewer, collectionId);
    if (found === undefined) throw new NotFound('collection');
    access = found.access;
  }
  if (spaceId !== undefined) {
    const [found] = (await read.spacesOf.listSpaces(viewer, { ids: [spaceId] }, { limit: 1 })).items;
    if (found === undefined) {
      const space = await read.spaces.find({ id: spaceId, organizationId, deletedAt: null });
      if (space === undefined) throw new NotFound('space');
      throw await lostPermission(read, userId);
    }
    access = found.access;
  }
  const level = effectiveLevel(access);
  if (!isAllowed(permission, { level, member: true, operator: false })) throw await lostPermission(read, userId);
  return level;
}
