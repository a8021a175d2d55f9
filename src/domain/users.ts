import { Aggregate, type State } from './kernel/aggregate.ts';
import type { Id, UserId } from './kernel/id.ts';

export interface UserState extends State {
  readonly id: UserId;
  /** E-mail address in lower case; unique on the instance. */
  readonly email: string;
  readonly displayName: string;
  readonly photoURL: string | null;
  /** Operator of the instance, who may use `/v1/instance`. */
  readonly operator: boolean;
  /** Disabled by the operator: tokens and sessions give no access. */
  readonly disabled: boolean;
  /** True until the user has proven the address; until then, the account may be a stranger's. */
  readonly unproven: boolean;
  readonly createdAt: string;
}

/** Person, or a script that acts as one. */
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

  /** Changes the profile. */
  change(to: { readonly displayName?: string; readonly photoURL?: string | null }): void {
    const changed = Object.fromEntries(
      Object.entries(to).filter(
        ([field, value]) => value !== undefined && value !== this.state[field as keyof UserState],
      ),
    );
    if (Object.keys(changed).length > 0) this.apply(changed, 'user.changed', { userId: this.id, ...changed });
  }

  /** Disables or enables the user. */
  setDisabled(disabled: boolean): void {
    if (disabled !== this.state.disabled)
      this.apply({ disabled }, disabled ? 'user.disabled' : 'user.enabled', { userId: this.id });
  }

  /** Marks the address as proven. */
  proveAddress(): void {
    if (this.state.unproven) this.apply({ unproven: false }, 'user.address-proven', { userId: this.id });
  }

  /**
   * Removes profile data that a stranger may have entered; `displayName` replaces the name if the identity provider
   * states one.
   */
  resetProfile(displayName: string = this.state.displayName): void {
    this.apply({ displayName, photoURL: null }, 'user.profile-reset', { userId: this.id });
  }
}
