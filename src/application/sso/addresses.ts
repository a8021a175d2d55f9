import type { Id } from '../../domain/kernel/id.ts';

/**
 * Addresses of the service provider for one identity provider; always at the configured public URL, never at the
 * request's.
 */
export interface ServiceAddresses {
  /** Entity ID of the instance; its metadata is at this address. */
  readonly entityID: string;
  /** Assertion consumer service: responses are posted here. */
  readonly acsURL: string;
  /** Address at which a sign-in starts. */
  readonly startURL: string;
}

/**
 * Returns the addresses for a provider. Each provider has its own, so that a response for one is not accepted for
 * another.
 */
export function serviceAddresses(publicUrl: string, providerId: Id): ServiceAddresses {
  const entityID = `${publicUrl}/saml/${providerId}`;
  return { entityID, acsURL: `${entityID}/acs`, startURL: `${entityID}/login` };
}
