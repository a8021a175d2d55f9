import type { Role } from '../../domain/permissions/level.ts';
import { PermissionRequired } from '../../domain/permissions/permission-required.ts';
import { isAllowed } from '../../domain/permissions/policy.ts';
import { Conflict, NotFound } from '../../domain/kernel/errors.ts';
import type { Id, OrganizationId, UserId } from '../../domain/kernel/id.ts';
import { Member } from '../../domain/members.ts';
import type { MemberFilter, MemberSort } from '../../ports/members.ts';
import type { MemberRow } from '../../ports/members.ts';
import type { PageRequest } from '../../ports/kernel/repository.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import { command, query, type QueryContext } from '../kernel/use-case.ts';
import {
  type ScopeFacts,
  type InOrganization,
  inOrganization,
  inInstance,
  type InOrganizationScope,
} from '../kernel/scope.ts';

export type OfMember = InOrganization & { readonly userId: UserId };

const MAX_ADMINS = 1000;

/**
 * Requires that an organization keeps an enabled administrator besides one user. Safe against races because the caller
 * holds the organization's lock.
 * @throws Conflict
 */
export async function requireAnotherAdmin(work: Work, organizationId: OrganizationId, but: Id): Promise<void> {
  const { items } = await work.members.list({ organizationId, role: 'admin' }, { limit: MAX_ADMINS });
  const others = items.map((member) => member.snapshot().userId).filter((userId) => userId !== but);
  if ((await work.users.count({ id: others, disabled: false })) === 0)
    throw new Conflict('the last administrator of the organization can neither leave nor be demoted');
}

/** Requires that the caller may see a member: guests see themselves only. @throws Forbidden */
export function requireMemberVisible({ caller, level }: ScopeFacts<InOrganizationScope>, userId: UserId): void {
  if (
    userId !== caller.userId &&
    !isAllowed('organization:list-people', { level, member: true, operator: caller.operator })
  )
    throw new PermissionRequired('organization:list-people');
}

/** Loads a committed member. @throws NotFound */
export async function loadMemberRow(
  { read }: Pick<QueryContext<InOrganizationScope>, 'read'>,
  organizationId: OrganizationId,
  userId: UserId,
): Promise<MemberRow> {
  const row = await read.membersOf.find(organizationId, userId);
  if (row === undefined) throw new NotFound('member');
  return row;
}

/** Combines a member of this unit of work with the fields of its row that other aggregates state. */
const withRow = async (
  context: QueryContext<any>,
  { organizationId, userId }: OfMember,
  member: Member,
): Promise<MemberRow> => ({
  ...(await loadMemberRow(context, organizationId, userId)),
  member: member.snapshot(),
});

/** Lists the members and guests of an organization. */
export const listMembersInOrganizationById = query<
  InOrganization & {
    role?: Exclude<Role, null> | 'guest';
    search?: string;
    sort: MemberSort;
    order: 'asc' | 'desc';
    page: PageRequest;
  }
>()({
  name: 'listMembersInOrganizationById',
  requires: 'organization:list-people',
  scope: inOrganization,
  run({ read }, { organizationId, role, search, sort, order, page }) {
    const filter: MemberFilter = {
      ...(role !== undefined && { role: role === 'guest' ? null : role }),
      ...(search !== undefined && { search }),
    };
    return read.membersOf.list(organizationId, filter, sort, { ...page, order });
  },
});

/** Gets a member or guest of an organization. Guests can get themselves only. */
export const getMemberInOrganizationById = query<OfMember>()({
  name: 'getMemberInOrganizationById',
  requires: 'organization:view',
  scope: inOrganization,
  async run(context, { organizationId, userId }) {
    requireMemberVisible(context.scope, userId);
    return loadMemberRow(context, organizationId, userId);
  },
});

/** @throws NotFound */
async function lockMember(work: Work, { organizationId, userId }: OfMember): Promise<Member> {
  await work.lock('organizations', organizationId);
  const member = await work.members.find({ organizationId, userId });
  if (member === undefined) throw new NotFound('member');
  return member;
}

/**
 * Changes the role of a member; `null` makes the member a guest. Fails with `Conflict` for the last administrator who
 * is not disabled.
 */
export const updateMemberInOrganizationById = command<OfMember & { body: { role?: Role } }>()({
  name: 'updateMemberInOrganizationById',
  requires: 'organization:admin',
  scope: inOrganization,
  async run(context, { body: { role }, ...of }) {
    const { work } = context;
    const member = await lockMember(work, of);
    if (role !== undefined) {
      if (member.isAdminDemotion(role)) await requireAnotherAdmin(work, of.organizationId, of.userId);
      member.changeRole(role);
      await work.members.save(member);
    }
    return withRow(context, of, member);
  },
});

/** Marks a member as managed by single sign-on. */
export const setUserAsSSOMemberForOrganization = command<OfMember>()({
  name: 'setUserAsSSOMemberForOrganization',
  requires: 'organization:admin',
  scope: inOrganization,
  async run(context, of) {
    const member = await lockMember(context.work, of);
    member.enableSso();
    await context.work.members.save(member);
    return withRow(context, of, member);
  },
});

/**
 * Adds a user to an organization, or changes the role of a member. Deletes the open invitation of the user's address.
 * Fails with `Conflict` when the last administrator would lose the role.
 */
export const setOrganizationMember = command<OfMember & { body: { role: Role } }>()({
  name: 'setOrganizationMember',
  requires: 'instance:operate',
  scope: inInstance,
  needs: ['ids'],
  async run({ work, read, ids, now }, { organizationId, userId, body: { role } }): Promise<MemberRow> {
    await work.lock('organizations', organizationId);
    // Locks the account: proving its address concurrently would end the memberships that exist by then.
    await work.lock('users', userId);
    const user = await work.users.get({ id: userId });
    const known = await work.members.find({ organizationId, userId });
    if (known?.isAdminDemotion(role)) await requireAnotherAdmin(work, organizationId, userId);
    known?.changeRole(role);
    const member = known ?? Member.join({ id: ids.next(), organizationId, userId, role, at: now });
    await work.members.save(member);
    const invite = await work.invites.find({ organizationId, email: user.snapshot().email });
    invite?.delete();
    if (invite !== undefined) await work.invites.delete(invite);
    const { spaces = 0, teams = 0, sites = 0 } = (await read.membersOf.find(organizationId, userId)) ?? {};
    return { member: member.snapshot(), user: user.snapshot(), spaces, teams, sites };
  },
});

/** Lists the members and guests of any organization of the instance. */
export const listOrganizationMembers = query<InOrganization & { page: PageRequest }>()({
  name: 'listOrganizationMembers',
  requires: 'instance:operate',
  scope: inInstance,
  async run({ read }, { organizationId, page }) {
    await read.organizations.get({ id: organizationId });
    return read.membersOf.list(organizationId, {}, 'joinedAt', page);
  },
});
