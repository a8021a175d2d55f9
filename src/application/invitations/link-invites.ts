import { isAtLeast, type Level, type Role } from '../../domain/permissions/level.ts';
import { PermissionRequired } from '../../domain/permissions/permission-required.ts';
import { Invite, type InviteGrant, type InviteState } from '../../domain/invitations.ts';
import { Conflict, Forbidden, Invalid, NotAllowed, NotFound } from '../../domain/kernel/errors.ts';
import type { Permission } from '../../domain/permissions/policy.ts';
import type { Id, InviteId } from '../../domain/kernel/id.ts';
import type { Page, PageRequest } from '../../ports/kernel/repository.ts';
import { command, query, type QueryContext } from '../kernel/use-case.ts';
import { type InOrganization, inOrganization } from '../kernel/scope.ts';
import { requireExistingTarget } from '../permissions/existing-target.ts';
import { targetLevel, mayGrant, findInviteTarget, type InviteTarget } from './invite-rights.ts';
type OfInvite = InOrganization & { readonly inviteId: InviteId };
type Context = QueryContext<{ organization: Id }>;

/** Number of invite links that an organization may have; a list reads all of them. */
const MAX_INVITE_LINKS = 500;

export interface InviteView {
  readonly invite: InviteState;
  readonly target: InviteTarget;
  /** True if the caller already has everything that the invite grants. */
  readonly redundant: boolean;
}
/** A role in the organization, or a level on a space or a collection. */
export interface InviteLinkInput {
  readonly role?: Role | undefined;
  readonly level?: Level | undefined;
  readonly space?: Id | undefined;
  readonly collection?: Id | undefined;
}

/**
 * Parses the grant of an invite link. @throws Invalid unless it is a role alone, or a level with one space or
 * collection
 */
function parseInviteGrant({ role, level, space, collection }: InviteLinkInput): InviteGrant {
  if (role !== undefined) {
    for (const [name, value] of Object.entries({ level, space, collection }))
      if (value !== undefined) throw Invalid.field(name, 'must be omitted when role is set');
    return { role };
  }
  if (level === undefined)
    throw Invalid.field('role', 'is required unless a level is set with a space or a collection');
  if (space !== undefined && collection !== undefined)
    throw Invalid.field('collection', 'must be omitted when space is set');
  if (space !== undefined) return { level, spaceId: space };
  if (collection === undefined) throw Invalid.field('space', 'is required with level unless collection is set');
  return { level, collectionId: collection };
}
/** Changes the grant of an invite link. @throws Invalid for a role in place of a level, and the reverse */
function changedGrant(
  { role, level, spaceId, collectionId }: InviteState,
  to: { readonly role?: Role | undefined; readonly level?: Level | undefined },
): InviteGrant {
  if (level === null) {
    if (to.level !== undefined)
      throw Invalid.field('level', 'cannot be set on an invite to the organization; set a role instead');
    return { role: to.role === undefined ? role : to.role };
  }
  if (to.role !== undefined)
    throw Invalid.field('role', 'cannot be set on an invite to a space or collection; set a level instead');
  return spaceId !== null
    ? { level: to.level ?? level, spaceId }
    : { level: to.level ?? level, collectionId: collectionId! };
}
const grantPermission = ({ spaceId }: Pick<InviteState, 'spaceId'>): Permission =>
  spaceId === null ? 'collection:admin' : 'space:grant';
const isAdmin = ({ scope }: Context): boolean => scope.level === 'admin';

/** Target of a grant, with nulls for what it does not name. */
const targetOf = (grant: InviteGrant): Pick<InviteState, 'spaceId' | 'collectionId'> => ({
  spaceId: null,
  collectionId: null,
  ...grant,
});

const targetNotFound = ({ spaceId, collectionId }: Pick<InviteState, 'spaceId' | 'collectionId'>): NotFound =>
  spaceId !== null ? new NotFound('space', spaceId) : new NotFound('collection', collectionId ?? undefined);

/**
 * Builds the view of an invite; `undefined` if its space or collection is invisible to the caller.
 * @throws Forbidden if the caller may not pass the invite on
 */
async function inviteView(context: Context, invite: InviteState): Promise<InviteView | undefined> {
  const { read, scope } = context;
  const place = await findInviteTarget(
    read,
    { organizationId: scope.organizationId, userId: scope.caller.userId },
    invite,
  );
  if (invite.level === null) {
    if (!isAdmin(context)) throw new PermissionRequired('organization:admin');
    return { invite, target: place, redundant: invite.role === null || isAtLeast(scope.level, invite.role) };
  }
  // The space or collection was deleted or is invisible to the caller.
  if (place === undefined) return undefined;
  const own = targetLevel(place);
  if (!mayGrant(own, invite.level)) throw new PermissionRequired(grantPermission(invite));
  return { invite, target: place, redundant: isAtLeast(own, invite.level) };
}

/** Builds the view of an invite that was saved. @throws `missing` if its target was deleted concurrently */
async function viewOfSaved(context: Context, invite: Invite, missing: NotFound): Promise<InviteView> {
  const view = await inviteView(context, invite.snapshot());
  if (view === undefined) throw missing;
  return view;
}

/** Finds the view of an invite. @throws NotFound, Forbidden */
async function findInviteView(
  context: Context & { readonly work?: undefined },
  inviteId: InviteId,
): Promise<InviteView> {
  const invite = await context.read.invites.find({
    id: inviteId,
    organizationId: context.scope.organizationId,
    kind: 'link',
  });
  const seen = invite && (await inviteView(context, invite.snapshot()));
  if (seen === undefined) throw new NotFound('invite');
  return seen;
}

/** Requires that the caller may grant directly what the link grants. @throws NotFound, Forbidden */
async function requireGrantable(context: Context, grant: InviteGrant): Promise<void> {
  const { read, scope } = context;
  if ('role' in grant) {
    if (!isAdmin(context)) throw new PermissionRequired('organization:admin');
    return;
  }
  const place = await findInviteTarget(
    read,
    { organizationId: scope.organizationId, userId: scope.caller.userId },
    targetOf(grant),
  );
  if (place === undefined) throw targetNotFound(targetOf(grant));
  if (!mayGrant(targetLevel(place), grant.level)) throw new PermissionRequired(grantPermission(targetOf(grant)));
}

/**
 * Creates an invite link, with which people who have it can join: with a role in the organization, or as a guest with a
 * level on one space or collection.
 *
 * Callers can give at most what they may grant themselves. Fails with `NotAllowed` when the organization does not allow
 * invite links, and with `Conflict` when it has 500 of them.
 */
export const createOrganizationInvite = command<InOrganization & { body: InviteLinkInput }>()({
  name: 'createOrganizationInvite',
  requires: 'organization:view',
  scope: inOrganization,
  needs: ['ids'],
  async run(context, { organizationId, body }): Promise<InviteView> {
    const { work, ids, scope, now } = context;
    const grant = parseInviteGrant(body);
    await requireGrantable(context, grant);
    await work.lock('organizations', organizationId);
    await requireExistingTarget(work, organizationId, targetOf(grant));
    if (!(await work.organizations.get({ id: organizationId })).snapshot().inviteLinks)
      throw new NotAllowed('the organization does not allow invite links');
    if ((await work.invites.count({ organizationId, kind: 'link' })) >= MAX_INVITE_LINKS)
      throw new Conflict(`an organization can have at most ${MAX_INVITE_LINKS} invite links; delete one first`);
    const invite = Invite.createLink({
      id: ids.random(),
      organizationId,
      grant,
      by: scope.caller.userId,
      at: now,
    });
    await work.invites.save(invite);
    return viewOfSaved(context, invite, targetNotFound(targetOf(grant)));
  },
});

const ignoreForbidden = (error: unknown): undefined => {
  if (!(error instanceof Forbidden)) throw error;
};

/** Lists the invite links that the caller may pass on. Read-only tokens are refused. */
export const listOrganizationInviteLinks = query<InOrganization & { page: PageRequest }>()({
  name: 'listOrganizationInviteLinks',
  returnsSecret: true,
  requires: 'organization:view',
  scope: inOrganization,
  async run(context, { organizationId, page: { limit, after } }): Promise<Page<InviteView>> {
    const { items: all } = await context.read.invites.list(
      { organizationId, kind: 'link' },
      { limit: MAX_INVITE_LINKS },
    );
    const seen: InviteView[] = [];
    for (const invite of all) {
      const one = await inviteView(context, invite.snapshot()).catch(ignoreForbidden);
      if (one !== undefined) seen.push(one);
    }
    const rest = seen.filter(({ invite: { id } }) => after === undefined || id > after);
    const items = rest.slice(0, limit);
    return {
      items,
      count: seen.length,
      ...(rest.length > items.length && items.length > 0 && { next: items.at(-1)!.invite.id }),
    };
  },
});

/** Gets an invite link that the caller may pass on. Read-only tokens are refused. */
export const getOrganizationInviteLink = query<OfInvite>()({
  name: 'getOrganizationInviteLink',
  returnsSecret: true,
  requires: 'organization:view',
  scope: inOrganization,
  run: (context, { inviteId }) => findInviteView(context as Context & { work?: undefined }, inviteId),
});

/**
 * Changes the role or the level that an invite link gives; what is omitted is kept. Callers can give at most what they may
 * grant themselves.
 */
export const updateOrganizationInviteById = command<OfInvite & { body: { role?: Role; level?: Level } }>()({
  name: 'updateOrganizationInviteById',
  requires: 'organization:view',
  scope: inOrganization,
  async run(context, { organizationId, inviteId, body }): Promise<InviteView> {
    const { work, scope } = context;
    const invite = await work.invites.find({ id: inviteId, organizationId, kind: 'link' });
    const seen = invite && (await inviteView(context, invite.snapshot()));
    if (invite === undefined || seen === undefined) throw new NotFound('invite');
    const grant = changedGrant(invite.snapshot(), body);
    await requireGrantable(context, grant);
    invite.change('role' in grant ? grant : { level: grant.level }, scope.caller.userId);
    await work.invites.save(invite);
    return viewOfSaved(context, invite, new NotFound('invite'));
  },
});

/** Deletes an invite link. People who have joined with it stay. */
export const deleteOrganizationInviteById = command<OfInvite>()({
  name: 'deleteOrganizationInviteById',
  requires: 'organization:view',
  scope: inOrganization,
  async run(context, { organizationId, inviteId }): Promise<boolean> {
    const { work } = context;
    const invite = await work.invites.find({ id: inviteId, organizationId, kind: 'link' });
    if (invite === undefined || (await inviteView(context, invite.snapshot())) === undefined) return false;
    invite.delete();
    await work.invites.delete(invite);
    return true;
  },
});
