import type { Id } from '../../domain/kernel/id.ts';

/** Our side of a provider, always at the configured address and never at the one that a request came to. */
export interface ServiceAddresses {
  /** What we are called there; metadata about us is at this address. */
  readonly entityID: string;
  /** Where responses are posted to. */
  readonly acsURL: string;
  /** Where signing in begins. */
  readonly startURL: string;
}

/** Every provider has addresses and a name for us of its own, so that what is meant for one is of no use at another. */
export function serviceAddresses(publicUrl: string, providerId: Id): ServiceAddresses {
  const entityID = `${publicUrl}/saml/${providerId}`;
  return { entityID, acsURL: `${entityID}/acs`, startURL: `${entityID}/login` };
}
