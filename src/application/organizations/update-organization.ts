import { parseMergeRules, type MergeRulesInput } from '../../domain/change-requests/merge-rules.ts';
import type { OrganizationChange } from '../../domain/organizations/organization.ts';
import { Conflict, NotFound } from '../../domain/kernel/errors.ts';
import type { Id, OrganizationId } from '../../domain/kernel/id.ts';
import { isActiveProvider, providerOrigin, type SamlProviderState } from '../../domain/sso/saml-provider.ts';
import type { Caller } from '../../ports/permissions.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import { inInstance } from '../kernel/scope.ts';
import type { Reads } from '../kernel/services.ts';
import { command } from '../kernel/use-case.ts';
import { MAX_PROVIDERS } from '../sso/providers.ts';
import { claimEmailDomains } from './email-domain-claims.ts';
import { organizationView } from './organizations.ts';

/** Requires an active provider, so that members can still sign in. @throws Conflict */
async function requireUsableSignIn(work: Work, organizationId: OrganizationId): Promise<readonly SamlProviderState[]> {
  const { items } = await work.samlProviders.list({ organizationId }, { limit: MAX_PROVIDERS });
  const providers = items.map((provider) => provider.snapshot());
  if (!providers.some(isActiveProvider))
    throw new Conflict('sso: the organization has no active SAML provider to sign in through');
  return providers;
}

/**
 * Requires that the caller's own credential comes from a sign-in through an active provider of the organization; the
 * member's `sso` flag, which an administrator may set, does not count.
 * @throws Conflict
 */
function requireProviderSession(providers: readonly SamlProviderState[], { via }: Caller): void {
  if (providers.some((provider) => isActiveProvider(provider) && providerOrigin(provider.id) === via)) return;
  throw new Conflict('sso: sign in through the SAML provider first; enforcing SSO would lock your own session out');
}

/** @param by the caller, whose session must satisfy SSO when it becomes enforced; undefined for the operator */
async function changeOrganization(work: Work, organizationId: OrganizationId, to: OrganizationChange, by?: Caller) {
  const organization = await work.organizations.get({ id: organizationId });
  if (to.sso === true && !organization.snapshot().sso) {
    const providers = await requireUsableSignIn(work, organizationId);
    if (by !== undefined) requireProviderSession(providers, by);
  }
  organization.change(to);
  await work.organizations.save(organization);
  return organization.snapshot();
}

export interface OrganizationUpdateInput extends Omit<OrganizationChange, 'defaultContent' | 'mergeRules'> {
  readonly defaultContent?: { readonly type: 'site'; readonly site: Id } | null;
  readonly mergeRules?: MergeRulesInput | null;
}

/**
 * Updates an organization. Fields that are omitted keep their value.
 *
 * New e-mail domains are claims until they are proven. Fails with `Conflict` when single sign-on becomes mandatory while
 * no SAML provider is active, or while the caller is not signed in through an active one, and with `NotFound` when a
 * merge rule names a user who is not a member.
 */
export const updateOrganizationById = command<{ organizationId: OrganizationId; body: OrganizationUpdateInput }>()({
  name: 'updateOrganizationById',
  requires: 'organization:admin',
  scope: ({ organizationId }) => ({
    organization: organizationId,
  }),
  needs: ['ids'],
  async run(context, { organizationId, body: { defaultContent, mergeRules, ...rest } }) {
    const { work, scope, read } = context;
    const rules = mergeRules === undefined ? {} : { mergeRules: parseMergeRules(mergeRules) };
    if (defaultContent != null) {
      if ((await work.sites.find({ id: defaultContent.site, organizationId })) === undefined)
        throw new NotFound('site', defaultContent.site);
      // A concurrent deletion of the site waits for this lock and then finds the reference.
      await work.lock('sites', defaultContent.site);
    }
    await work.lock('organizations', organizationId);
    await requireMembersOfRules(read, organizationId, mergeRules ?? {});
    const changed = await changeOrganization(
      work,
      organizationId,
      { ...rest, ...rules, ...(defaultContent !== undefined && { defaultContent: defaultContent?.site ?? null }) },
      scope.caller,
    );
    if (rest.emailDomains !== undefined) await claimEmailDomains(context, organizationId, changed.emailDomains);
    return organizationView(context, changed);
  },
});

/** Requires that everybody whom merge rules name is a member. Whether they may review depends on the space. */
async function requireMembersOfRules(
  { membersOf }: Pick<Reads, 'membersOf'>,
  organizationId: OrganizationId,
  { rules = [] }: MergeRulesInput,
): Promise<void> {
  const users = [...new Set(rules.flatMap((rule) => ('users' in rule ? rule.users : [])))];
  const found = users.length === 0 ? [] : await membersOf.findByUsers(organizationId, users);
  const missing = users.find((id) => !found.some(({ user }) => user.id === id));
  if (missing !== undefined) throw new NotFound('user', missing);
}

/**
 * Turns mandatory single sign-on of an organization on or off, for example after an organization has locked itself out.
 * Fails with `Conflict` when single sign-on becomes mandatory while no SAML provider is active.
 */
export const updateOrganizationByOperator = command<{ organizationId: OrganizationId; body: { sso?: boolean } }>()({
  name: 'updateOrganizationByOperator',
  requires: 'instance:operate',
  scope: inInstance,
  async run(context, { organizationId, body }) {
    await context.work.lock('organizations', organizationId);
    return organizationView(context, await changeOrganization(context.work, organizationId, body));
  },
});
