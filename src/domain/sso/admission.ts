import { emailDomainOf } from '../organizations/organization.ts';
import type { SignInRefusal } from './sign-in-refused.ts';

/** Somebody whom an organization's identity provider has named. */
export interface Claimant {
  /** The address of the account where there is one, else the one that the provider says. */
  readonly email: string;
  /** Domains that the organization has proven. */
  readonly emailDomains: readonly string[];
  /** Whether this very name came through this provider before. */
  readonly isKnown: boolean;
  readonly account?: {
    readonly disabled: boolean;
    /** Whether it is an operator's, or belongs to any organization but this. */
    readonly belongsElsewhere: boolean;
    /** True while nobody has proven the address. */
    readonly unproven: boolean;
    /** True where the account was created by the first sign-in under this name through this provider. */
    readonly createdByProvider: boolean;
  };
  /** The place of the account in the organization. */
  readonly member?: { readonly sso: boolean };
}

/**
 * Whether a provider may speak for somebody: it speaks for its organization's own members, where their address is of the
 * organization's domains or they sign in through it already, and it brings in people of those domains who are new.
 * It never speaks for an account that others have made elsewhere. An account with an unproven address may be a stranger's:
 * only a provider of the organization that has proven the domain takes it over, and the provider that created it goes on.
 * @returns `enter` for a member, `join` for who becomes one, `take-over` for who becomes one once all that the account had
 * has ended, else why not
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
  return account?.belongsElsewhere && !known ? 'account-elsewhere' : 'join';
}
