import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { Id, OrganizationId, UserId } from '../kernel/id.ts';

export interface SamlIdentityState extends State {
  readonly organizationId: OrganizationId;
  readonly providerId: Id;
  /** Name id of the person, unique within the provider. */
  readonly nameId: string;
  readonly userId: UserId;
  /** True if the account was created by the first sign-in under this name. */
  readonly madeAccount: boolean;
  readonly createdAt: string;
}

/** Link from a provider's name id to a user; once created, the name id always refers to this user. */
export class SamlIdentity extends Aggregate<SamlIdentityState> {
  static readonly kind = 'SAML identity';
  static restore = (state: SamlIdentityState) => new SamlIdentity(state);

  static create(of: Omit<SamlIdentityState, 'createdAt'> & { at: string }): SamlIdentity {
    const { at, ...rest } = of;
    const identity = new SamlIdentity({ ...rest, createdAt: at });
    identity.record('saml-identity.recognized', { userId: of.userId, providerId: of.providerId, nameId: of.nameId });
    return identity;
  }

  /** Removes the provider's access to the account. */
  unlink(): void {
    const { userId, providerId, nameId } = this.state;
    this.record('saml-identity.forgotten', { userId, providerId, nameId });
  }
}
