import { Aggregate, type State } from './kernel/aggregate.ts';
import type { Id } from './kernel/id.ts';

export interface UserState extends State {
  /** Lower case; unique on the instance. */
  readonly email: string;
  readonly displayName: string;
  readonly photoURL: string | null;
  /** The instance's owner: may use `/v1/instance`. */
  readonly operator: boolean;
  /** Shut out by the operator: neither tokens nor sessions open anything. */
  readonly disabled: boolean;
  /** True until somebody has shown that the address is theirs; absent proof, the account may be a stranger's. */
  readonly unproven: boolean;
  readonly createdAt: string;
}

/** A person, or a script that acts as one. */
export class User extends Aggregate<UserState> {
  static readonly kind = 'user';
  static restore = (state: UserState) => new User(state);

  static create(of: {
    id: Id;
    email: string;
    displayName: string;
    operator?: boolean;
    unproven?: boolean;
    at: string;
  }): User {
    const user = new User({
      id: of.id,
      email: of.email.toLowerCase(),
      displayName: of.displayName,
      photoURL: null,
      operator: of.operator ?? false,
      disabled: false,
      unproven: of.unproven ?? false,
      createdAt: of.at,
    });
    user.record('user.created');
    return user;
  }

  /** What people say of themselves. */
  change(to: { readonly displayName?: string; readonly photoURL?: string | null }): void {
    const changed = Object.fromEntries(
      Object.entries(to).filter(
        ([field, value]) => value !== undefined && value !== this.state[field as keyof UserState],
      ),
    );
    if (Object.keys(changed).length > 0) this.apply(changed, 'user.changed', { userId: this.id, ...changed });
  }

  /** Shuts the user out, or lets them in again. */
  setDisabled(disabled: boolean): void {
    if (disabled !== this.state.disabled)
      this.apply({ disabled }, disabled ? 'user.disabled' : 'user.enabled', { userId: this.id });
  }

  /** Marks the address as proven. */
  proveAddress(): void {
    if (this.state.unproven) this.apply({ unproven: false }, 'user.address-proven', { userId: this.id });
  }

  /** Removes what a stranger may have written into the profile; a name that the identity provider states replaces theirs. */
  resetProfile(displayName: string = this.state.displayName): void {
    this.apply({ displayName, photoURL: null }, 'user.profile-reset', { userId: this.id });
  }
}
