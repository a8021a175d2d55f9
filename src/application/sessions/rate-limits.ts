import { TooManyAttempts } from '../../domain/kernel/errors.ts';
import type { ResourceConsumer } from '../../ports/kernel/request-limits.ts';
import type { RateLimitRule, RateLimiter } from '../../ports/sessions.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Rate limits: `burst` attempts at once, then one more every `refillMs` milliseconds. */
export const RATE_LIMITS = {
  /** Failed sign-ins to one account, from any network. */
  account: { burst: 10, refillMs: 3 * MINUTE },
  /** Failed sign-ins from one network. */
  address: { burst: 60, refillMs: 20 * SECOND },
  /** Rejected responses of identity providers, from one network. */
  saml: { burst: 60, refillMs: 20 * SECOND },
  /** One-time codes and recovery codes of one account. */
  code: { burst: 6, refillMs: 5 * MINUTE },
  /** Mails with a link to set a password, to one address; requests for them, from one network. */
  reset: { burst: 3, refillMs: 20 * MINUTE },
  resetFrom: { burst: 20, refillMs: 3 * MINUTE },
  /** Attempts with links of any kind, from one network. */
  link: { burst: 60, refillMs: 20 * SECOND },
  /** Attempts of one user to accept an invitation. */
  join: { burst: 30, refillMs: MINUTE },
  /** Addresses that one user invites. */
  invite: { burst: 500, refillMs: 2 * MINUTE },
  /** Invitations of one user to one address, and of all users to one address, in all organizations. */
  invited: { burst: 10, refillMs: 60 * MINUTE },
  mailbox: { burst: 20, refillMs: 30 * MINUTE },
  /** Organizations that one user creates. */
  organization: { burst: 30, refillMs: 10 * MINUTE },
  /** DNS queries for the hostname of one site. */
  hostname: { burst: 20, refillMs: MINUTE },
  /** Mails to one administrator of an organization about background work that was paused. */
  pausedWork: { burst: 20, refillMs: 30 * MINUTE },
  /** DNS queries for the e-mail domains of one organization. */
  emailDomain: { burst: 20, refillMs: MINUTE },
} as const satisfies Record<string, RateLimitRule>;
export type RateLimitName = keyof typeof RATE_LIMITS;

/** An attempt: the limit, and the key that it is counted for. */
export type Attempt = readonly [RateLimitName, string];

const keyOf = ([rule, of]: Attempt): string => `${rule}:${of}`;

/**
 * Counts an attempt against each limit, or against none. @returns 0, or the number of seconds until all are possible
 */
export async function consumeAttempts(attempts: RateLimiter, tries: readonly Attempt[], at: string): Promise<number> {
  for (const [index, each] of tries.entries()) {
    const wait = await attempts.consume(keyOf(each), RATE_LIMITS[each[0]], at);
    if (wait === 0) continue;
    await refundAttempts(attempts, tries.slice(0, index));
    return Math.ceil(wait / SECOND);
  }
  return 0;
}

/** Counts attempts and requires that none exceeds its limit. @throws TooManyAttempts */
export async function requireAttempts(attempts: RateLimiter, tries: readonly Attempt[], at: string): Promise<void> {
  const wait = await consumeAttempts(attempts, tries, at);
  if (wait > 0) throw new TooManyAttempts(wait);
}

/** Returns the attempts of a successful request. */
export async function refundAttempts(attempts: RateLimiter, tries: readonly Attempt[]): Promise<void> {
  for (const each of tries) await attempts.refund(keyOf(each), RATE_LIMITS[each[0]]);
}

export const resetAttempts = (attempts: RateLimiter, of: Attempt): Promise<void> => attempts.reset(keyOf(of));

/** Consumer that is charged for hashing a password: the network as the group, the account within it. */
export const hashingConsumer = (address: string | undefined, email: string): ResourceConsumer => ({
  organizationId: networkOf(address),
  user: email.toLowerCase(),
});

/**
 * Returns the network of an address for rate limits: an IPv4 address itself, the /64 prefix of an IPv6 address, since
 * one subscriber usually has all of it.
 */
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
