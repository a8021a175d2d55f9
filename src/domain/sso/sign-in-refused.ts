import { DomainError } from '../kernel/errors.ts';

/** Reasons for a refused sign-in, with the message for the person; the key is stored in the audit log. */
const SIGN_IN_REFUSALS = {
  malformed: 'The response of the identity provider could not be read.',
  'not-successful': 'The identity provider did not sign you in.',
  issuer: 'The response comes from another identity provider.',
  unsigned: 'The assertion of the identity provider is not signed.',
  signature: 'The signature of the response does not match the identity provider.',
  algorithm: 'The response is signed with an insecure algorithm.',
  encrypted: 'The assertion is encrypted, which is not supported.',
  audience: 'The response is intended for another service.',
  recipient: 'The response is addressed to another URL.',
  'not-yet-valid': 'The response is not valid yet; a clock may be wrong.',
  expired: 'The response has expired. Please try again.',
  'in-response-to': 'The response belongs to another request. Please try again.',
  unsolicited: 'Start the sign-in here, not at the identity provider.',
  replayed: 'The response has already been used. Please try again.',
  'other-browser': 'The sign-in was started in another browser. Please try again.',
  pending: 'Signing in through this identity provider is not set up yet.',
  'no-email': 'The identity provider did not send your e-mail address.',
  'email-not-ours':
    'The identity provider is not allowed to sign in your e-mail address here. Ask an administrator of the organization.',
  'account-elsewhere':
    'An account with your e-mail address already exists outside this organization. Ask an administrator to add you as a member.',
  'address-unproven':
    'An account with your e-mail address already exists, but the address is unproven. Ask an administrator to prove the e-mail domain of the organization.',
  'account-disabled': 'Your account is disabled.',
} as const;
export type SignInRefusal = keyof typeof SIGN_IN_REFUSALS;

/** A sign-in through an identity provider was refused. */
export class SignInRefused extends DomainError {
  readonly category = 'forbidden';
  constructor(readonly reason: SignInRefusal) {
    super(SIGN_IN_REFUSALS[reason]);
  }
}
