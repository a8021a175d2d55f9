import * as z from 'zod';
import {
  createOrganizationSAMLProvider,
  deleteOrganizationSAMLProvider,
  getOrganizationSAMLProviderById,
  listSSOProviderLoginsInOrganization,
  listSAMLProvidersInOrganizationById,
  updateOrganizationSAMLProvider,
  type ProviderLogin,
  type ProviderView,
} from '../../application/sso/providers.ts';
import { hasNoCredentials, idField, instant, MAX_URL_LENGTH, role, uri, visibleTitle } from './kernel/fields.ts';
import { created, list, ok, removed, resource } from './kernel/reply.ts';
import { route, tagged } from './kernel/route.ts';
import { TeamResource } from './teams.routes.ts';

/** Placeholder for a URL that is not set yet, since the contract requires a URL. */
const NO_ADDRESS = 'about:blank';

const label = visibleTitle(1, 30);
// Assertions are read without white space around the issuer, so that no other text would match.
const entityID = z.string().trim().max(1024);
const certificate = z.string().max(10_000);
// The message of a type would also be that of its length.
const ssoURL = z
  .string()
  .max(MAX_URL_LENGTH)
  .url('must be an http or https URL')
  .refine((url) => url === NO_ADDRESS || /^https?:\/\//i.test(url), 'must be an http or https URL')
  // Everybody who signs in sees it.
  .refine(hasNoCredentials, 'must not contain a user name or a password')
  .transform((url) => (url === NO_ADDRESS ? null : url));

const SamlProviderResource = resource(
  'SAMLProvider',
  z.object({
    object: z.literal('saml-provider'),
    id: z.string(),
    label,
    ssoURL: uri.max(MAX_URL_LENGTH),
    entityID,
    certificate,
    defaultTeam: TeamResource.schema.optional(),
    defaultRole: role,
    idpInitiated: z.boolean().meta({ description: 'Whether users may start the sign-in at the identity provider' }),
    createdAt: instant,
    status: z.enum(['active', 'pending']),
    service: z.object({ acsURL: uri, startURL: uri, entityID }),
    urls: z.object({ location: uri }),
  }),
  ({ provider, active, service, defaultTeam }: ProviderView, links) => ({
    object: 'saml-provider' as const,
    id: provider.id,
    label: provider.label,
    ssoURL: provider.ssoURL ?? NO_ADDRESS,
    entityID: provider.entityID ?? '',
    certificate: provider.certificate ?? '',
    ...(defaultTeam !== undefined && { defaultTeam: TeamResource.present(defaultTeam, links) }),
    defaultRole: provider.defaultRole,
    idpInitiated: provider.idpInitiated,
    createdAt: provider.createdAt,
    status: active ? ('active' as const) : ('pending' as const),
    service: { ...service },
    urls: { location: links.api('orgs', provider.organizationId, 'saml', provider.id) },
  }),
);

const SsoLogins = resource(
  'SSOProviderLogins',
  z.object({ items: z.array(z.object({ id: z.string(), label, startURL: uri })) }),
  ({ items }: { readonly items: readonly ProviderLogin[] }) => ({ items: items.map((each) => ({ ...each })) }),
);

const details = {
  label,
  entityID: entityID.optional(),
  certificate: certificate.optional().meta({
    description: 'Certificate of the identity provider; must be an X.509 certificate, as PEM or as bare base64.',
  }),
  ssoURL: ssoURL.optional(),
  defaultTeam: idField.nullable().optional(),
  defaultRole: role.optional(),
  idpInitiated: z.boolean().optional(),
};

export const ssoRoutes = tagged('SAML and SSO', [
  route('GET /v1/orgs/:organizationId/saml', listSAMLProvidersInOrganizationById, {
    summary: 'List the SAML providers',
    paged: true,
    returns: list(SamlProviderResource),
  }),
  route('POST /v1/orgs/:organizationId/saml', createOrganizationSAMLProvider, {
    summary: 'Create a SAML provider',
    body: z.object(details),
    returns: created(SamlProviderResource),
  }),
  route('GET /v1/orgs/:organizationId/saml/:samlProviderId', getOrganizationSAMLProviderById, {
    summary: 'Get a SAML provider',
    returns: ok(SamlProviderResource),
  }),
  route('PATCH /v1/orgs/:organizationId/saml/:samlProviderId', updateOrganizationSAMLProvider, {
    summary: 'Update a SAML provider',
    body: z.object({ ...details, label: label.optional() }),
    returns: ok(SamlProviderResource),
  }),
  route('DELETE /v1/orgs/:organizationId/saml/:samlProviderId', deleteOrganizationSAMLProvider, {
    summary: 'Delete a SAML provider',
    returns: removed,
  }),
  route('GET /v1/orgs/:organizationId/sso', listSSOProviderLoginsInOrganization, {
    summary: 'List the SSO sign-in options',
    returns: ok(SsoLogins),
  }),
]);
