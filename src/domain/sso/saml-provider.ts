import type { Role } from '../permissions/level.ts';
import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { Id } from '../kernel/id.ts';

/** What an administrator says about an identity provider. */
export interface SamlProviderDetails {
  readonly label: string;
  /** What the provider calls itself; null as long as nobody said. */
  readonly entityID: string | null;
  /** Where people are sent to sign in. */
  readonly ssoURL: string | null;
  /** X.509 certificates that sign its assertions, as they were given: PEM, several while one replaces the other, or the base64 of one. */
  readonly certificate: string | null;
  /** The team that those join who first come through it. */
  readonly defaultTeam: Id | null;
  /** The role that those get who first come through it; null makes guests. */
  readonly defaultRole: Role;
  /** Whether people may also begin at the provider, without having asked here before. */
  readonly idpInitiated: boolean;
}

export interface SamlProviderState extends State, SamlProviderDetails {
  readonly organizationId: Id;
  readonly createdAt: string;
}

/** An identity provider with all that signing in needs. */
export type ActiveSamlProvider = SamlProviderState & {
  readonly entityID: string;
  readonly ssoURL: string;
  readonly certificate: string;
};

/** Whether everything is there that signing in needs. */
export const isActiveProvider = (provider: SamlProviderState): provider is ActiveSamlProvider =>
  provider.entityID !== null && provider.ssoURL !== null && provider.certificate !== null;

/** How sessions say that this provider opened them. */
export const providerOrigin = (id: Id): string => `saml:${id}`;

/** Connects an organization to an identity provider that speaks SAML 2.0. */
export class SamlProvider extends Aggregate<SamlProviderState> {
  static readonly kind = 'SAML provider';
  static restore = (state: SamlProviderState) => new SamlProvider(state);

  static add(of: SamlProviderDetails & { id: Id; organizationId: Id; at: string }): SamlProvider {
    const { at, ...details } = of;
    const provider = new SamlProvider({ ...details, createdAt: at });
    provider.record('saml-provider.created', detailsEventData(details));
    return provider;
  }

  /** Changes what is given and leaves the rest. */
  change(details: Partial<SamlProviderDetails>): void {
    const changed = Object.fromEntries(
      Object.entries(details).filter(([field, value]) => value !== this.state[field as keyof SamlProviderDetails]),
    ) as Partial<SamlProviderDetails>;
    if (Object.keys(changed).length > 0) this.apply(changed, 'saml-provider.changed', detailsEventData(changed));
  }

  /** @param revoked the number of sessions and API tokens that ended with it */
  remove(revoked: number): void {
    this.record('saml-provider.deleted', { label: this.state.label, revoked });
  }

  /** Somebody was sent away. What was claimed is told only where the provider had signed it. */
  recordSignInFailure(reason: string, claimed: { readonly nameId?: string; readonly email?: string } = {}): void {
    this.record('saml-provider.sign-in-failed', { reason, ...claimed });
  }
}

/** What the audit log says of the details: a certificate is only known to have changed. */
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
