import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { OrganizationId } from '../kernel/id.ts';

/** Public key in the format of a JSON Web Key. */
export type PublicKey = Readonly<Record<string, string>>;

export interface OrganizationKeyState extends State {
  readonly organizationId: OrganizationId;
  readonly publicKey: PublicKey;
  /** Private key, sealed under the instance's secret key. */
  readonly privateKey: string;
  readonly createdAt: string;
}

/**
 * Key with which an organization signs statements about its members. Its id is the `kid`; an organization has one key.
 */
export class OrganizationKey extends Aggregate<OrganizationKeyState> {
  static readonly kind = 'organization key';
  static restore = (state: OrganizationKeyState) => new OrganizationKey(state);

  static create(state: OrganizationKeyState): OrganizationKey {
    const key = new OrganizationKey(state);
    key.record('organization.key-made');
    return key;
  }
}
