import type { Role } from '../../domain/access/level.ts';
import type { Id } from '../../domain/kernel/id.ts';
import { Member } from '../../domain/organizations/member.ts';
import { Organization, type OrganizationState } from '../../domain/organizations/organization.ts';
import type { PageRequest } from '../../ports/repository.ts';
import { command, query } from '../kernel/use-case.ts';

/** An organization as one of its members sees it. */
export interface OrganizationView {
  readonly organization: OrganizationState;
  readonly role: Role;
}

/** Whoever creates an organization becomes its administrator. */
export const createOrganization = command({
  name: 'createOrganization',
  requires: 'self:act',
  within: (_: { body: { title: string; emailDomains?: readonly string[] } }) => 'self' as const,
  async run({ work, ids, now, at }, { body }): Promise<OrganizationView> {
    const organization = Organization.found({ id: ids.next(), ...body, at: now });
    await work.organizations.save(organization);
    await work.members.save(Member.join({ id: ids.next(), organizationId: organization.id, userId: at.caller.userId, role: 'admin', at: now }));
    return { organization: organization.snapshot(), role: 'admin' };
  },
});

export const listOrganizationsForAuthenticatedUser = query({
  name: 'listOrganizationsForAuthenticatedUser',
  requires: 'self:act',
  within: (_: { page: PageRequest }) => 'self' as const,
  run: ({ read, at }, { page }) => read.people.organizationsOf(at.caller.userId, page),
});

export const getOrganizationById = query({
  name: 'getOrganizationById',
  requires: 'organization:view',
  within: ({ organizationId }: { organizationId: Id }) => ({ organization: organizationId }),
  async run({ read, at }, { organizationId }): Promise<OrganizationView> {
    return { organization: (await read.organizations.get({ id: organizationId })).snapshot(), role: at.level ?? null };
  },
});
