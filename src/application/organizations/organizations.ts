import type { Role } from '../../domain/permissions/level.ts';
import { Conflict, NotFound } from '../../domain/kernel/errors.ts';
import type { OrganizationId, UserId } from '../../domain/kernel/id.ts';
import { Member } from '../../domain/members.ts';
import { Organization, type OrganizationState } from '../../domain/organizations/organization.ts';
import type { PageRequest } from '../../ports/kernel/repository.ts';
import type { Caller } from '../../ports/permissions.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import type { Reads } from '../kernel/services.ts';
import { command, query } from '../kernel/use-case.ts';
import { inOrganization, onSelf } from '../kernel/scope.ts';
import { lockCaller } from '../sessions/sessions.ts';
import { requireAttempts } from '../sessions/rate-limits.ts';
import { claimEmailDomains } from './email-domain-claims.ts';

/** An organization as its viewer sees it. */
export interface OrganizationView {
  readonly organization: OrganizationState;
  /** Role of the viewer; undefined for users who are not members. */
  readonly role: Role | undefined;
  /** True if the viewer owns one of its teams. */
  readonly ownsTeam: boolean;
}

/** Builds the view of an organization for the caller. */
export async function organizationView(
  { read, scope }: { readonly read: Reads; readonly scope: { readonly caller: Caller } },
  organization: OrganizationState,
): Promise<OrganizationView> {
  const who = { organizationId: organization.id, userId: scope.caller.userId };
  const [member, teams] = await Promise.all([
    read.members.find(who),
    read.teamMembers.count({ ...who, role: 'owner' }),
  ]);
  return { organization, role: member?.snapshot().role, ownsTeam: teams > 0 };
}

/**
 * Creates an organization and makes the caller its administrator.
 *
 * Fails with `Conflict` when the caller already administers as many organizations as the instance allows, and with
 * `TooManyAttempts` when the caller creates organizations too fast. Neither limit applies to operators.
 */
export const createOrganization = command<{ body: { title: string; emailDomains?: readonly string[] } }>()({
  name: 'createOrganization',
  requires: 'self:act',
  scope: onSelf,
  needs: ['attempts', 'ids', 'organizationsPerUser'],
  async prepare({ attempts, scope: { caller }, now }) {
    if (!caller.operator) await requireAttempts(attempts, [['organization', caller.userId]], now);
  },
  async run(context, { body }): Promise<OrganizationView> {
    const { work, ids, now, scope, organizationsPerUser: limit } = context;
    await lockCaller(work, scope.caller);
    if (!scope.caller.operator && limit > 0) await requireBelowLimit(work, scope.caller.userId, limit);
    const organization = Organization.create({ id: ids.next(), ...body, at: now });
    await work.organizations.save(organization);
    await claimEmailDomains(context, organization.id, organization.snapshot().emailDomains);
    await work.members.save(
      Member.join({
        id: ids.next(),
        organizationId: organization.id,
        userId: scope.caller.userId,
        role: 'admin',
        at: now,
      }),
    );
    return { organization: organization.snapshot(), role: 'admin', ownsTeam: false };
  },
});

/**
 * Requires that a user administers fewer than `limit` organizations; concurrent requests of one user wait for each
 * other.
 * @throws Conflict
 */
async function requireBelowLimit(work: Work, userId: UserId, limit: number): Promise<void> {
  await work.lockNames(`organizations of ${userId}`);
  if ((await work.members.count({ userId, role: 'admin' })) < limit) return;
  throw new Conflict(
    `you administer ${limit} organizations, as many as this instance allows; leave one before you create another`,
  );
}

/**
 * Lists the organizations of which the caller is a member or guest. A credential that is confined to one organization
 * lists that organization only.
 */
export const listOrganizationsForAuthenticatedUser = query<{ page: PageRequest }>()({
  name: 'listOrganizationsForAuthenticatedUser',
  requires: 'self:within',
  scope: onSelf,
  async run(context, { page }) {
    const { read, scope } = context;
    const { userId, confinedTo } = scope.caller;
    if (confinedTo === null) return read.usersOf.organizationsOf(userId, page);
    const member = await read.members.find({ organizationId: confinedTo, userId });
    const all =
      member === undefined
        ? []
        : [await organizationView(context, (await read.organizations.get({ id: confinedTo })).snapshot())];
    return { items: page.limit === 0 || page.after !== undefined ? [] : all, count: all.length };
  },
});

/** Gets an organization, with the permissions of the caller in it. */
export const getOrganizationById = query<{ organizationId: OrganizationId }>()({
  name: 'getOrganizationById',
  requires: 'organization:view',
  scope: inOrganization,
  run: async (context, { organizationId }) =>
    organizationView(context, (await context.read.organizations.get({ id: organizationId })).snapshot()),
});

/**
 * Gets the organization that has a subdomain. Only members, guests and operators find it; to other callers the
 * subdomain looks unused.
 */
export const getSubdomain = query<{ subdomain: string }>()({
  name: 'getSubdomain',
  requires: 'self:within',
  scope: onSelf,
  async run({ read, scope: { caller } }, { subdomain }) {
    const organization = await read.organizations.find({ hostname: subdomain });
    const within = organization !== undefined && (caller.confinedTo === null || caller.confinedTo === organization.id);
    const member = within
      ? await read.members.find({ organizationId: organization.id, userId: caller.userId })
      : undefined;
    if (organization === undefined || (member === undefined && !caller.operator)) throw new NotFound('subdomain');
    return organization.snapshot();
  },
});
