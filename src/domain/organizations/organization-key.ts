import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { Id } from '../kernel/id.ts';

/** The public half of a key, as a JSON Web Key has it. */
export type PublicKey = Readonly<Record<string, string>>;

export interface OrganizationKeyState extends State {
  readonly organizationId: Id;
  readonly publicKey: PublicKey;
  /** The private half, sealed under the instance's secret key. */
  readonly privateKey: string;
  readonly createdAt: string;
}

/** The key with which an organization signs what it says about its members. Its id is the `kid`; an organization has one. */
export class OrganizationKey extends Aggregate<OrganizationKeyState> {
  static readonly kind = 'organization key';
  static restore = (state: OrganizationKeyState) => new OrganizationKey(state);

  static create(state: OrganizationKeyState): OrganizationKey {
    const key = new OrganizationKey(state);
    key.record('organization.key-made');
    return key;
  }
}
