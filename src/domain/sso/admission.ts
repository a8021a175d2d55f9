import type { Refusal } from './sign-in-refused.ts';

/** Somebody whom an organization's identity provider has named. */
export interface Claimant {
  /** The address of the account where there is one, else the one that the provider says. */
  readonly email: string;
  /** The domains that are the organization's own. */
  readonly emailDomains: readonly string[];
  /** Whether this very name came through this provider before. */
  readonly known: boolean;
  readonly account?: {
    readonly disabled: boolean;
    /** Whether it is an operator's, or belongs to any organization but this. */
    readonly elsewhere: boolean;
  };
  /** The place of the account in the organization. */
  readonly member?: { readonly sso: boolean };
}

/**
 * Whether a provider may speak for somebody: it speaks for its organization's own members, where their address is of the
 * organization's domains or they sign in through it already, and it brings in people of those domains who are new.
 * It never speaks for an account that others have made elsewhere.
 * @returns `enter` for a member, `join` for who becomes one, else why not
 */
export function admit({ email, emailDomains, known, account, member }: Claimant): 'enter' | 'join' | Refusal {
  if (account?.disabled) return 'account-disabled';
  const ours = emailDomains.includes(email.slice(email.lastIndexOf('@') + 1));
  if (member !== undefined) return known || member.sso || ours ? 'enter' : 'email-not-ours';
  if (!ours) return 'email-not-ours';
  return account?.elsewhere && !known ? 'account-elsewhere' : 'join';
}
