import type { UserId } from '../kernel/id.ts';

/** User who started background work, with the origin of the credential used. */
export interface Initiator {
  readonly userId: UserId;
  /**
   * Origin of the credential, as `ApiTokenState.via`; null if it was not recorded, which enforced SSO does not accept.
   */
  readonly via: string | null;
}

/** Reasons for which background work may no longer run. */
export const PAUSE_REASONS = ['user-disabled', 'permission-lost', 'sso-required', 'identity-provider-deleted'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** State of background work that is paused until an authorized user starts it again. */
export interface Pause {
  readonly reason: PauseReason;
  readonly since: string;
}

/** Messages about the user who started the work, for the people who maintain it. */
export const PAUSE_MESSAGES: Readonly<Record<PauseReason, string>> = {
  'user-disabled': 'the account of the user who started the operation is disabled',
  'permission-lost': 'the user who started the operation no longer has the required permission',
  'sso-required': 'the organization requires single sign-on, and the operation was started without single sign-on',
  'identity-provider-deleted': 'the identity provider of the user who started the operation was deleted',
};
