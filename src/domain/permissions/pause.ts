import type { Id } from '../kernel/id.ts';

/** Person who ordered background work, and the origin of the credential that it was ordered with. */
export interface Initiator {
  readonly userId: Id;
  /** Origin of the credential, as `ApiTokenState.via`; null where it was not recorded, which no enforced SSO accepts. */
  readonly via: string | null;
}

/** Reasons for which background work no longer may run on its grounds. */
export const PAUSE_REASONS = ['user-disabled', 'permission-lost', 'sso-required', 'identity-provider-deleted'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** State of background work that waits for somebody with the right to order it again. */
export interface Pause {
  readonly reason: PauseReason;
  readonly since: string;
}

/** Sentences about the person who ordered the work, for people who look after it. */
export const PAUSE_MESSAGES: Readonly<Record<PauseReason, string>> = {
  'user-disabled': 'the account of the user who started the operation is disabled',
  'permission-lost': 'the user who started the operation no longer has the required permission',
  'sso-required': 'the organization requires single sign-on, and the operation was started without single sign-on',
  'identity-provider-deleted': 'the identity provider of the user who started the operation was deleted',
};
