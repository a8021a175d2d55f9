import type { Role } from '../permissions/level.ts';
import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { Id, OrganizationId, SamlProviderId } from '../kernel/id.ts';

/** Maximum number of SAML providers of an organization. */
export const MAX_SAML_PROVIDERS = 20;

/** Configuration of an identity provider. */
export interface SamlProviderDetails {
  readonly label: string;
  /** Entity id of the provider; null until configured. */
  readonly entityID: string | null;
  /** URL to which people are sent to sign in. */
  readonly ssoURL: string | null;
  /** X.509 certificates that sign its assertions, as entered: PEM, several during a rollover, or the base64 of one. */
  readonly certificate: string | null;
  /** Team that new members are added to. */
  readonly defaultTeam: Id | null;
  /** Role of new members; null makes them guests. */
  readonly defaultRole: Role;
  /** Tells whether sign-ins may start at the provider. */
  readonly idpInitiated: boolean;
}

export interface SamlProviderState extends State, SamlProviderDetails {
  readonly id: SamlProviderId;
  readonly organizationId: OrganizationId;
  readonly createdAt: string;
}

/** Identity provider with a complete configuration. */
export type ActiveSamlProvider = SamlProviderState & {
  readonly entityID: string;
  readonly ssoURL: string;
  readonly certificate: string;
};

/** Tells whether the configuration is complete. */
export const isActiveProvider = (provider: SamlProviderState): provider is ActiveSamlProvider =>
  provider.entityID !== null && provider.ssoURL !== null && provider.certificate !== null;

/** Returns the origin of sessions opened by this provider. */
export const providerOrigin = (id: Id): string => `saml:${id}`;

/** SAML 2.0 identity provider of an organization. */
export class SamlProvider extends Aggregate<SamlProviderState> {
  static readonly kind = 'SAML provider';
  static restore = (state: SamlProviderState) => new SamlProvider(state);

  static add(of: SamlProviderDetails & { id: Id; organizationId: OrganizationId; at: string }): SamlProvider {
    const { at, certificate, ...details } = of;
    const provider = new SamlProvider({ ...details, certificate, createdAt: at });
    provider.record(
      'saml-provider.created',
      detailsEventData({ ...details, ...(certificate !== null && { certificate }) }),
    );
    return provider;
  }

  /** Changes the given details; absent ones stay unchanged. */
  change(details: Partial<SamlProviderDetails>): void {
    const changed = Object.fromEntries(
      Object.entries(details).filter(([field, value]) => value !== this.state[field as keyof SamlProviderDetails]),
    ) as Partial<SamlProviderDetails>;
    if (Object.keys(changed).length > 0) this.apply(changed, 'saml-provider.changed', detailsEventData(changed));
  }

  /**
   * Records the removal.
   * @param revoked number of sessions and API tokens that were revoked with it
   */
  remove(revoked: number): void {
    this.record('saml-provider.deleted', { label: this.state.label, revoked });
  }

  /** Records a failed sign-in. `claimed` is only passed if the provider had signed it. */
  recordSignInFailure(reason: string, claimed: { readonly nameId?: string; readonly email?: string } = {}): void {
    this.record('saml-provider.sign-in-failed', { reason, ...claimed });
  }
}

/** Returns the audit log data of the details; certificates are not included. */
function detailsEventData({
  label,
  entityID,
  ssoURL,
  certificate,
  defaultTeam,
  defaultRole,
  idpInitiated,
}: Partial<SamlProviderDetails>): Readonly<Record<string, unknown>> {
  const all = {
    label,
    entityID,
    ssoURL,
    defaultTeam,
    defaultRole,
    idpInitiated,
    ...(certificate !== undefined && { certificate: certificate === null ? 'removed' : 'given' }),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
