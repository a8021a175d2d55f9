import { emailDomainOf } from '../organizations/organization.ts';
import type { SignInRefusal } from './sign-in-refused.ts';

/** Person named by an organization's identity provider. */
export interface Claimant {
  /** Address of the account if there is one, otherwise the one that the provider states. */
  readonly email: string;
  /** Domains that the organization has proven. */
  readonly emailDomains: readonly string[];
  /** True if this name was used through this provider before. */
  readonly isKnown: boolean;
  readonly account?: {
    readonly disabled: boolean;
    /** True if it is an operator's account, or a member of any other organization. */
    readonly hasOtherMemberships: boolean;
    /** True until the address is proven. */
    readonly unproven: boolean;
    /** True if the account was created by the first sign-in under this name through this provider. */
    readonly createdByProvider: boolean;
  };
  /** Membership of the account in the organization. */
  readonly member?: { readonly sso: boolean };
}

/**
 * Decides whether a provider may sign a person in. It may sign in members of its organization if their address is in
 * one of the organization's domains or they already sign in through it, and may add new people of those domains. It may
 * never sign in to an account that was created elsewhere by others. An account with an unproven address may be a
 * stranger's: only a provider of the organization that has proven the domain may take it over; the provider that
 * created the account may continue to use it.
 * @returns `enter` for a member, `join` for a new member, `take-over` for a new member whose existing account must be
 * reset first, otherwise the reason for refusal
 */
export function decideAdmission({
  email,
  emailDomains,
  isKnown: known,
  account,
  member,
}: Claimant): 'enter' | 'join' | 'take-over' | SignInRefusal {
  if (account?.disabled) return 'account-disabled';
  const ours = emailDomains.includes(emailDomainOf(email));
  if (account?.unproven && !account.createdByProvider) return ours ? 'take-over' : 'address-unproven';
  if (member !== undefined) return known || member.sso || ours ? 'enter' : 'email-not-ours';
  if (!ours) return 'email-not-ours';
  return account?.hasOtherMemberships && !known ? 'account-elsewhere' : 'join';
}
