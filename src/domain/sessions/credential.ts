import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { UserId } from '../kernel/id.ts';

/** State of a credential; its id is the user's. */
export interface CredentialState extends State {
  /** Hash of the password; null if none was set. */
  readonly passwordHash: string | null;
  readonly passwordAt: string | null;
  /** Secret of one-time codes, encrypted; null if two-factor sign-in is off. */
  readonly totpSecret: string | null;
  /** Secret that was shown and is not confirmed yet, encrypted. */
  readonly totpPending: string | null;
  /** Time step of the last accepted code; no code is accepted twice. */
  readonly totpStep: number;
  /** Hashes of the remaining recovery codes. */
  readonly recoveryCodes: readonly string[];
  /** Hash of the secret of the password reset link, and its expiry. */
  readonly resetHash: string | null;
  readonly resetExpiresAt: string | null;
}

/** Means of a user to sign in without an identity provider. */
export class Credential extends Aggregate<CredentialState> {
  static readonly kind = 'credential';
  static restore = (state: CredentialState) => new Credential(state);

  /** Creates an empty credential. */
  static create(userId: UserId): Credential {
    return new Credential({
      id: userId,
      passwordHash: null,
      passwordAt: null,
      totpSecret: null,
      totpPending: null,
      totpStep: 0,
      recoveryCodes: [],
      resetHash: null,
      resetExpiresAt: null,
    });
  }

  /** Sets the password and invalidates any reset link. */
  setPassword(passwordHash: string, at: string): void {
    this.apply({ passwordHash, passwordAt: at, resetHash: null, resetExpiresAt: null }, 'password.set', {
      userId: this.id,
    });
  }

  /** Creates a reset link: only the secret with this hash can set a new password, once. */
  startPasswordReset(resetHash: string, resetExpiresAt: string): void {
    this.apply({ resetHash, resetExpiresAt }, 'password.link-made', { userId: this.id });
  }

  /** Invalidates the reset link, which was used to sign in. */
  consumeLink(): void {
    this.apply({ resetHash: null, resetExpiresAt: null }, 'password.link-used', { userId: this.id });
  }

  /** Stores a secret that becomes active once a code confirms it. */
  startTwoFactorSetup(totpPending: string): void {
    this.apply({ totpPending }, 'two-factor.offered', { userId: this.id });
  }
  enableTwoFactor(step: number, recoveryCodes: readonly string[]): void {
    this.apply(
      { totpSecret: this.state.totpPending, totpPending: null, totpStep: step, recoveryCodes },
      'two-factor.on',
      { userId: this.id },
    );
  }
  disableTwoFactor(): void {
    this.apply({ totpSecret: null, totpPending: null, recoveryCodes: [] }, 'two-factor.off', { userId: this.id });
  }

  /**
   * Accepts a code of a time step.
   * @returns false if a code of this or a later step was accepted before
   */
  consumeCode(step: number): boolean {
    if (step <= this.state.totpStep) return false;
    this.apply({ totpStep: step }, 'two-factor.code-used', { userId: this.id });
    return true;
  }
  /**
   * Uses up a recovery code.
   * @returns false if there is no such code
   */
  consumeRecoveryCode(hash: string): boolean {
    if (!this.state.recoveryCodes.includes(hash)) return false;
    this.apply(
      { recoveryCodes: this.state.recoveryCodes.filter((one) => one !== hash) },
      'two-factor.recovery-code-used',
      { userId: this.id, left: this.state.recoveryCodes.length - 1 },
    );
    return true;
  }

  /** Removes the password, the codes and the reset link. */
  clear(): void {
    const { passwordHash, totpSecret, totpPending, recoveryCodes, resetHash } = this.state;
    const isEmpty = [passwordHash, totpSecret, totpPending, resetHash].every((each) => each === null);
    if (isEmpty && recoveryCodes.length === 0) return;
    const none = { passwordHash: null, passwordAt: null, totpSecret: null, totpPending: null, recoveryCodes: [] };
    this.apply({ ...none, resetHash: null, resetExpiresAt: null }, 'password.removed', { userId: this.id });
  }
}
