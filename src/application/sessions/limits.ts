import { TooManyAttempts } from '../../domain/kernel/errors.ts';
import type { ShareHolder } from '../../ports/kernel/share-holder.ts';
import type { AttemptRule, Attempts } from '../../ports/secrets/attempts.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** How often what may be tried: so many at once, then one more each so often. */
export const RULES = {
  /** Sign-ins that failed, for one account, whoever tries from wherever. */
  account: { atOnce: 10, every: 3 * MINUTE },
  /** Sign-ins that failed, from one network. */
  address: { atOnce: 60, every: 20 * SECOND },
  /** Answers of identity providers that were not taken, from one network. */
  saml: { atOnce: 60, every: 20 * SECOND },
  /** One-time codes and recovery codes of one account. */
  code: { atOnce: 6, every: 5 * MINUTE },
  /** Mails with a link to set a password, to one address; requests for them, from one network. */
  reset: { atOnce: 3, every: 20 * MINUTE },
  resetFrom: { atOnce: 20, every: 3 * MINUTE },
  /** Links of any kind that are tried out, from one network. */
  link: { atOnce: 60, every: 20 * SECOND },
  /** Invitations that one person tries to take up. */
  join: { atOnce: 30, every: MINUTE },
  /** Addresses that one person invites. */
  invite: { atOnce: 500, every: 2 * MINUTE },
  /** Invitations of one person to one address, and of everybody to one address, whatever the organizations. */
  invited: { atOnce: 10, every: 60 * MINUTE },
  mailbox: { atOnce: 20, every: 30 * MINUTE },
  /** Organizations that one user creates. */
  organization: { atOnce: 30, every: 10 * MINUTE },
  /** Questions to name servers about the hostname of one site. */
  hostname: { atOnce: 20, every: MINUTE },
  /** Mails to one administrator of an organization about background work that was paused. */
  pausedWork: { atOnce: 20, every: 30 * MINUTE },
  /** Questions to name servers about the e-mail domains of one organization. */
  emailDomain: { atOnce: 20, every: MINUTE },
} as const satisfies Record<string, AttemptRule>;
export type RuleName = keyof typeof RULES;

/** A try of something by somebody: what is limited, and whom the limit is for. */
export type Try = readonly [RuleName, string];

const keyOf = ([rule, of]: Try): string => `${rule}:${of}`;

/** Takes a try of each, or of none. @returns 0, or after how many seconds all are left */
export async function tryAll(attempts: Attempts, tries: readonly Try[], at: string): Promise<number> {
  for (const [index, each] of tries.entries()) {
    const wait = await attempts.take(keyOf(each), RULES[each[0]], at);
    if (wait === 0) continue;
    await giveBack(attempts, tries.slice(0, index));
    return Math.ceil(wait / SECOND);
  }
  return 0;
}

/** @throws TooManyAttempts */
export async function requireTries(attempts: Attempts, tries: readonly Try[], at: string): Promise<void> {
  const wait = await tryAll(attempts, tries, at);
  if (wait > 0) throw new TooManyAttempts(wait);
}

/** What went well does not count. */
export async function giveBack(attempts: Attempts, tries: readonly Try[]): Promise<void> {
  for (const each of tries) await attempts.giveBack(keyOf(each), RULES[each[0]]);
}

export const forget = (attempts: Attempts, of: Try): Promise<void> => attempts.forget(keyOf(of));

/** Account that hashing a password is charged to: the network as the group, within it the account that is meant. */
export const hashingHolder = (address: string | undefined, email: string): ShareHolder => ({
  organizationId: networkOf(address),
  user: email.toLowerCase(),
});

/** Whom tries from an address are counted for: an IPv4 address itself, the /64 of an IPv6 address, as one person has all of it. */
export function networkOf(address: string | undefined): string {
  if (address === undefined) return 'unknown';
  if (!address.includes(':')) return address;
  const [head = '', tail = ''] = address.split('%')[0]!.split('::');
  const [before, after] = [head, tail].map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]];
  const groups = address.includes('::')
    ? [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after]
    : before;
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
