import type { ResourceConsumer } from '../kernel/request-limits.ts';

/**
 * Hashes passwords with a slow function, so that a leaked hash is hard to reverse. Both methods throw ShareExhausted or
 * PoolBusy if too many hashes are pending.
 */
export interface PasswordHasher {
  /**
   * Hashes a password.
   * @param consumer network and account that the work is charged to
   */
  hash(password: string, consumer: ResourceConsumer): Promise<string>;
  /** Compares a password with a hash. Without a hash, takes the same time and returns false. */
  verify(password: string, hash: string | null | undefined, consumer: ResourceConsumer): Promise<boolean>;
}
