import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { Id } from '../kernel/id.ts';

/** The state's id is the user's. */
export interface CredentialState extends State {
  /** What a password is compared with; null as long as none was set. */
  readonly passwordHash: string | null;
  readonly passwordAt: string | null;
  /** The secret of one-time codes, encrypted; null where none are asked for. */
  readonly totpSecret: string | null;
  /** A secret that is shown and not confirmed yet, encrypted. */
  readonly totpPending: string | null;
  /** The time step of the last code that was taken: no code is taken twice. */
  readonly totpStep: number;
  /** Hashes of the codes that stand in for a lost device, each good for once. */
  readonly recoveryCodes: readonly string[];
  /** The hash of the secret by which a new password may be set, and until when. */
  readonly resetHash: string | null;
  readonly resetExpiresAt: string | null;
}

/** How a user signs in without an identity provider. */
export class Credential extends Aggregate<CredentialState> {
  static readonly kind = 'credential';
  static restore = (state: CredentialState) => new Credential(state);

  /** Of a user who has set nothing yet. */
  static create(userId: Id): Credential {
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

  /** Puts an end to whatever link there was. */
  setPassword(passwordHash: string, at: string): void {
    this.apply({ passwordHash, passwordAt: at, resetHash: null, resetExpiresAt: null }, 'password.set', {
      userId: this.id,
    });
  }

  /** From now on the secret behind this hash sets a new password, once, and no other does. */
  startPasswordReset(resetHash: string, resetExpiresAt: string): void {
    this.apply({ resetHash, resetExpiresAt }, 'password.link-made', { userId: this.id });
  }

  /** Shows a secret that counts once a code of it was seen. */
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

  /** @returns whether the code may count: one of an earlier step, or of the same, was seen already */
  consumeCode(step: number): boolean {
    if (step <= this.state.totpStep) return false;
    this.apply({ totpStep: step }, 'two-factor.code-used', { userId: this.id });
    return true;
  }
  /** @returns whether there was such a code; it is used up */
  consumeRecoveryCode(hash: string): boolean {
    if (!this.state.recoveryCodes.includes(hash)) return false;
    this.apply(
      { recoveryCodes: this.state.recoveryCodes.filter((one) => one !== hash) },
      'two-factor.recovery-code-used',
      { userId: this.id, left: this.state.recoveryCodes.length - 1 },
    );
    return true;
  }

  /** Removes the password, the codes and the link to set a password. */
  clear(): void {
    const { passwordHash, totpSecret, totpPending, recoveryCodes, resetHash } = this.state;
    const isEmpty = [passwordHash, totpSecret, totpPending, resetHash].every((each) => each === null);
    if (isEmpty && recoveryCodes.length === 0) return;
    const none = { passwordHash: null, passwordAt: null, totpSecret: null, totpPending: null, recoveryCodes: [] };
    this.apply({ ...none, resetHash: null, resetExpiresAt: null }, 'password.removed', { userId: this.id });
  }
}
