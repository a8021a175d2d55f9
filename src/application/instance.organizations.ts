import type { OrganizationId } from '../domain/kernel/id.ts';
import type { PageRequest } from '../ports/kernel/repository.ts';
import type { OrganizationRow } from '../ports/users.ts';
import { inInstance } from './kernel/scope.ts';
import { query } from './kernel/use-case.ts';

/** Lists the organizations of the instance, whether or not the operator is a member of them. */
export const listInstanceOrganizations = query<{ search?: string; page: PageRequest }>()({
  name: 'listInstanceOrganizations',
  requires: 'instance:operate',
  scope: inInstance,
  run: ({ read }, { search, page }) => read.usersOf.listOrganizations(search, page),
});

/** Gets an organization of the instance for the operator. */
export const getInstanceOrganization = query<{ organizationId: OrganizationId }>()({
  name: 'getInstanceOrganization',
  requires: 'instance:operate',
  scope: inInstance,
  async run({ read }, { organizationId }): Promise<OrganizationRow> {
    const organization = await read.organizations.get({ id: organizationId });
    return { organization: organization.snapshot(), members: await read.members.count({ organizationId }) };
  },
});
