import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { Id } from '../kernel/id.ts';

export interface SamlIdentityState extends State {
  readonly organizationId: Id;
  readonly providerId: Id;
  /** What the provider calls the person; unique there. */
  readonly nameId: string;
  readonly userId: Id;
  /** True where the account was created by the first sign-in under this name. */
  readonly madeAccount: boolean;
  readonly createdAt: string;
}

/** Whom a provider means by a name: from the first time on, the name leads to this user and to nobody else. */
export class SamlIdentity extends Aggregate<SamlIdentityState> {
  static readonly kind = 'SAML identity';
  static restore = (state: SamlIdentityState) => new SamlIdentity(state);

  static create(of: Omit<SamlIdentityState, 'createdAt'> & { at: string }): SamlIdentity {
    const { at, ...rest } = of;
    const identity = new SamlIdentity({ ...rest, createdAt: at });
    identity.record('saml-identity.recognized', { userId: of.userId, providerId: of.providerId, nameId: of.nameId });
    return identity;
  }

  /** Ends the provider's way into the account. */
  unlink(): void {
    const { userId, providerId, nameId } = this.state;
    this.record('saml-identity.forgotten', { userId, providerId, nameId });
  }
}
