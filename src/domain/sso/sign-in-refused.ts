import { DomainError } from '../kernel/errors.ts';

/** Why nobody was signed in, in a word for the audit log and a sentence for the person. */
export const SIGN_IN_REFUSALS = {
  malformed: 'The answer of the identity provider could not be read.',
  'not-successful': 'The identity provider did not sign you in.',
  issuer: 'The answer comes from another identity provider.',
  unsigned: 'The assertion of the identity provider is not signed.',
  signature: 'The answer is not signed as the identity provider signs.',
  algorithm: 'The answer is signed by a method that is not safe any more.',
  encrypted: 'The assertion is encrypted, which is not supported.',
  audience: 'The answer is meant for another service.',
  recipient: 'The answer was meant to be sent to another address.',
  'not-yet-valid': 'The answer is not valid yet: a clock may be wrong.',
  expired: 'The answer is too old. Please try again.',
  'in-response-to': 'The answer belongs to another request. Please try again.',
  unsolicited: 'Please begin to sign in here, not at the identity provider.',
  replayed: 'The answer was used already. Please try again.',
  'other-browser': 'You began to sign in in another browser. Please try again.',
  pending: 'Signing in through this identity provider is not set up yet.',
  'no-email': 'The identity provider did not say your e-mail address.',
  'email-not-ours':
    'The identity provider may not speak for your e-mail address here. Ask an administrator of the organization.',
  'account-elsewhere':
    'There is an account with your e-mail address already, outside of this organization. Ask an administrator to add you as a member.',
  'address-unproven':
    'There is an account with your e-mail address, and nobody has proven that the address is yours. Ask an administrator to prove the e-mail domain of the organization.',
  'account-disabled': 'Your account is disabled.',
} as const;
export type SignInRefusal = keyof typeof SIGN_IN_REFUSALS;

/** A sign-in through an identity provider came to nothing. */
export class SignInRefused extends DomainError {
  readonly category = 'forbidden';
  constructor(readonly reason: SignInRefusal) {
    super(SIGN_IN_REFUSALS[reason]);
  }
}
