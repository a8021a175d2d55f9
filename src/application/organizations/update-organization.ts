import type { OrganizationChange } from '../../domain/organizations/organization.ts';
import { Conflict, NotFound } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import { isActive } from '../../domain/sso/saml-provider.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import { command } from '../kernel/use-case.ts';
import { organizationView } from './organizations.ts';

const MANY = 1000;

/** @throws Conflict where nobody could sign in: then no one would be left who gets in */
async function requireSignIn(work: Work, organizationId: Id): Promise<void> {
  const { items } = await work.samlProviders.list({ organizationId }, { limit: MANY });
  if (!items.some((provider) => isActive(provider.snapshot()))) throw new Conflict('sso: the organization has no active SAML provider to sign in through');
}

/** @throws Conflict where whoever asks it of everybody does not sign in through a provider: they would shut themselves out */
async function requireStillIn(work: Work, organizationId: Id, userId: Id): Promise<void> {
  const member = await work.members.find({ organizationId, userId });
  if (member?.snapshot().sso !== true) throw new Conflict('sso: sign in through the SAML provider yourself first, or you would shut yourself out');
}

/** @param by who has to be able to come in afterwards; nobody for the operator, who is not in it */
async function change(work: Work, organizationId: Id, to: OrganizationChange, by?: Id) {
  const organization = await work.organizations.get({ id: organizationId });
  if (to.sso === true && !organization.snapshot().sso) {
    await requireSignIn(work, organizationId);
    if (by !== undefined) await requireStillIn(work, organizationId, by);
  }
  organization.change(to);
  await work.organizations.save(organization);
  return organization.snapshot();
}

export interface OrganizationWish extends Omit<OrganizationChange, 'defaultContent'> {
  readonly defaultContent?: { readonly type: 'site'; readonly site: Id } | null;
}

export const updateOrganization = command({
  name: 'updateOrganizationById',
  requires: 'organization:admin',
  within: ({ organizationId }: { organizationId: Id; body: OrganizationWish }) => ({ organization: organizationId }),
  async run(context, { organizationId, body: { defaultContent, ...rest } }) {
    const { work, at } = context;
    if (defaultContent != null) {
      if ((await work.sites.find({ id: defaultContent.site, organizationId })) === undefined) throw new NotFound('site');
      // Whoever deletes it waits, and then sees what names it.
      await work.guard('sites', defaultContent.site);
    }
    const changed = await change(work, organizationId, { ...rest, ...(defaultContent !== undefined && { defaultContent: defaultContent?.site ?? null }) }, at.caller.userId);
    return organizationView(context, changed);
  },
});

/** The operator's way in where an organization has shut itself out. */
export const updateOrganizationByOperator = command({
  name: 'updateOrganizationByOperator',
  requires: 'instance:operate',
  within: (_: { organizationId: Id; body: { sso?: boolean } }) => 'instance' as const,
  run: async (context, { organizationId, body }) => organizationView(context, await change(context.work, organizationId, body)),
});
