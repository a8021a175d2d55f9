import { Conflict, Invalid, NotFound } from '../../domain/kernel/errors.ts';
import { isId, type Id, type OrganizationId, type SamlProviderId } from '../../domain/kernel/id.ts';
import {
  isActiveProvider,
  MAX_SAML_PROVIDERS,
  SamlProvider,
  providerOrigin,
  type SamlProviderDetails,
  type SamlProviderState,
} from '../../domain/sso/saml-provider.ts';
import type { PageRequest } from '../../ports/kernel/repository.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import type { Reads, Services } from '../kernel/services.ts';
import { command, query, type QueryContext } from '../kernel/use-case.ts';
import { inOrganization, inPublic } from '../kernel/scope.ts';
import type { TeamView } from '../teams/teams.ts';
import { serviceAddresses, type ServiceAddresses } from './addresses.ts';

/** Maximum number of providers of an organization that are read. */
export const MAX_PROVIDERS = 1000;

/** A provider as administrators see it. */
export interface ProviderView {
  readonly provider: SamlProviderState;
  readonly active: boolean;
  readonly service: ServiceAddresses;
  /** Default team; undefined also if it was deleted. */
  readonly defaultTeam: TeamView | undefined;
}

/** Settings of a provider as sent; omitted ones keep their value, or are empty for a new provider. */
export type SamlProviderInput = { readonly [K in keyof SamlProviderDetails]?: SamlProviderDetails[K] | undefined };

async function providerView(
  provider: SamlProviderState,
  { read, publicUrl, scope }: QueryContext<{ organization: Id }, 'publicUrl'>,
): Promise<ProviderView> {
  const { id, organizationId, defaultTeam } = provider;
  const team =
    defaultTeam === null
      ? undefined
      : await read.teamsOf.find({ organizationId, userId: scope.caller.userId }, defaultTeam);
  return {
    provider,
    active: isActiveProvider(provider),
    service: serviceAddresses(publicUrl, id),
    defaultTeam: team && { ...team, level: scope.level },
  };
}

/**
 * Validates the settings; converts empty texts to null. @throws Invalid naming `certificate`, NotFound for an unknown
 * team
 */
async function detailsFrom(
  { certificate, defaultTeam, entityID, ...rest }: SamlProviderInput,
  organizationId: OrganizationId,
  { work, saml }: { work: Work } & Pick<Services, 'saml'>,
): Promise<Partial<SamlProviderDetails>> {
  if (certificate) {
    const wrong = saml.findCertificateProblem(certificate);
    if (wrong !== undefined) throw Invalid.field('certificate', wrong);
  }
  if (defaultTeam && (await work.teams.find({ id: defaultTeam, organizationId })) === undefined)
    throw new NotFound('team', defaultTeam);
  const all = {
    ...rest,
    certificate: certificate === '' ? null : certificate,
    entityID: entityID === '' ? null : entityID,
    defaultTeam,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/**
 * Requires another active provider while the organization enforces single sign-on: without one, nobody could sign in.
 * The caller holds the lock of the organization.
 * @throws Conflict
 */
async function requireOtherProvider(work: Work, provider: SamlProviderState, action: string): Promise<void> {
  const { id, organizationId } = provider;
  if (!isActiveProvider(provider) || !(await work.organizations.get({ id: organizationId })).snapshot().sso) return;
  const { items } = await work.samlProviders.list({ organizationId }, { limit: MAX_PROVIDERS });
  if (items.some((other) => other.id !== id && isActiveProvider(other.snapshot()))) return;
  throw new Conflict(
    `the organization requires single sign-on and has no other active SAML provider; add one or set sso to false before you ${action} this one`,
  );
}

/** Lists the SAML providers of an organization. */
export const listSAMLProvidersInOrganizationById = query<{ organizationId: OrganizationId; page: PageRequest }>()({
  name: 'listSAMLProvidersInOrganizationById',
  requires: 'organization:admin',
  scope: (input) => inOrganization(input),
  needs: ['publicUrl'],
  async run(context, { page }) {
    const { items, ...rest } = await context.read.samlProviders.list(
      { organizationId: context.scope.organizationId },
      page,
    );
    return { items: await Promise.all(items.map((provider) => providerView(provider.snapshot(), context))), ...rest };
  },
});

/**
 * Adds a SAML provider to an organization. It becomes active once its entity ID, sign-on URL and certificate are known.
 * Fails with `Invalid` when the certificate cannot be read, and with `Conflict` when the organization has as many
 * providers as it may have.
 */
export const createOrganizationSAMLProvider = command<{
  organizationId: OrganizationId;
  body: SamlProviderInput & { label: string };
}>()({
  name: 'createOrganizationSAMLProvider',
  requires: 'organization:admin',
  scope: (input) => inOrganization(input),
  needs: ['ids', 'saml', 'publicUrl'],
  async run(context, { body }): Promise<ProviderView> {
    const { work, ids, now, scope } = context;
    const { organizationId } = scope;
    await work.lock('organizations', organizationId);
    if ((await work.samlProviders.count({ organizationId })) >= MAX_SAML_PROVIDERS)
      throw new Conflict(`an organization can have at most ${MAX_SAML_PROVIDERS} SAML providers; delete one first`);
    const { defaultRole } = (await work.organizations.get({ id: organizationId })).snapshot();
    const details = await detailsFrom(body, organizationId, context);
    const nothing = {
      entityID: null,
      ssoURL: null,
      certificate: null,
      defaultTeam: null,
      defaultRole,
      idpInitiated: false,
    };
    const provider = SamlProvider.add({
      id: ids.next(),
      organizationId,
      at: now,
      ...nothing,
      ...details,
      label: body.label,
    });
    await work.samlProviders.save(provider);
    return providerView(provider.snapshot(), context);
  },
});

/** Gets a SAML provider, with the URLs to configure at the identity provider. */
export const getOrganizationSAMLProviderById = query<{
  organizationId: OrganizationId;
  samlProviderId: SamlProviderId;
}>()({
  name: 'getOrganizationSAMLProviderById',
  requires: 'organization:admin',
  scope: (input) => inOrganization(input),
  needs: ['publicUrl'],
  run: async (context, { samlProviderId }) =>
    providerView(
      (
        await context.read.samlProviders.get({ id: samlProviderId, organizationId: context.scope.organizationId })
      ).snapshot(),
      context,
    ),
});

/**
 * Updates a SAML provider. Fields that are omitted keep their value; empty texts remove the entity ID or the
 * certificate. Fails with `Conflict` when the organization requires single sign-on and would be left without an active
 * provider.
 */
export const updateOrganizationSAMLProvider = command<{
  organizationId: OrganizationId;
  samlProviderId: SamlProviderId;
  body: SamlProviderInput;
}>()({
  name: 'updateOrganizationSAMLProvider',
  requires: 'organization:admin',
  scope: (input) => inOrganization(input),
  needs: ['saml', 'publicUrl'],
  async run(context, { samlProviderId, body }): Promise<ProviderView> {
    const { work, scope } = context;
    // Enforcing single sign-on waits for this lock, and then finds the changed providers.
    await work.lock('organizations', scope.organizationId);
    const provider = await work.samlProviders.get({ id: samlProviderId, organizationId: scope.organizationId });
    const before = provider.snapshot();
    provider.change(await detailsFrom(body, scope.organizationId, context));
    if (!isActiveProvider(provider.snapshot())) await requireOtherProvider(work, before, 'deactivate');
    await work.samlProviders.save(provider);
    return providerView(provider.snapshot(), context);
  },
});

/**
 * Deletes a SAML provider with the identities that it knows, and revokes the sessions it opened and the API tokens
 * created in them. Fails with `Conflict` when the organization requires single sign-on and has no other active provider.
 */
export const deleteOrganizationSAMLProvider = command<{
  organizationId: OrganizationId;
  samlProviderId: SamlProviderId;
}>()({
  name: 'deleteOrganizationSAMLProvider',
  requires: 'organization:admin',
  scope: (input) => inOrganization(input),
  async run({ work, scope }, { samlProviderId }): Promise<boolean> {
    // Sign-ins and new tokens of the provider wait for this lock, and then find no provider.
    await work.lock('organizations', scope.organizationId);
    const provider = await work.samlProviders.find({ id: samlProviderId, organizationId: scope.organizationId });
    if (provider === undefined) return false;
    await requireOtherProvider(work, provider.snapshot(), 'delete');
    provider.remove(await work.tokenRevoker.revoke({ via: providerOrigin(samlProviderId) }));
    await work.samlProviders.delete(provider);
    return true;
  },
});

/** A sign-in option of a login page. */
export interface ProviderLogin {
  readonly id: Id;
  readonly label: string;
  readonly startURL: string;
}

/** Lists the active providers of an organization. */
async function listLogins(
  { read, publicUrl }: { read: Pick<Reads, 'samlProviders'>; publicUrl: string },
  organizationId: OrganizationId,
): Promise<readonly ProviderLogin[]> {
  const { items } = await read.samlProviders.list({ organizationId }, { limit: MAX_PROVIDERS });
  return items
    .map((provider) => provider.snapshot())
    .filter(isActiveProvider)
    .map(({ id, label }) => ({ id, label, startURL: serviceAddresses(publicUrl, id).startURL }));
}

/** Lists the active SAML providers of an organization, with the URLs at which members sign in. */
export const listSSOProviderLoginsInOrganization = query<{ organizationId: OrganizationId }>()({
  name: 'listSSOProviderLoginsInOrganization',
  requires: 'organization:view',
  scope: (input) => inOrganization(input),
  needs: ['publicUrl'],
  run: async (context) => ({ items: await listLogins(context, context.scope.organizationId) }),
});

/**
 * Lists the sign-in options for callers who are not signed in. The list of an unknown organization is empty, like that
 * of one without providers.
 */
export const viewLogins = query<{ organizationId: OrganizationId }>()({
  name: 'viewLogins',
  requires: 'nothing',
  scope: inPublic,
  needs: ['publicUrl'],
  run: async (context, { organizationId }) => (isId(organizationId) ? listLogins(context, organizationId) : []),
});
