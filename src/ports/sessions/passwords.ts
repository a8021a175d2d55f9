import type { ResourceConsumer } from '../kernel/resource-consumer.ts';

/**
 * Hashes passwords slowly, so that a stolen hash says little. Both methods throw ShareExhausted or PoolBusy when too many
 * hashes are waited for.
 */
export interface PasswordHasher {
  /** @param consumer network and account that the work is charged to */
  hash(password: string, consumer: ResourceConsumer): Promise<string>;
  /** Compares; where there is no hash it takes as long and says no. */
  verify(password: string, hash: string | null | undefined, consumer: ResourceConsumer): Promise<boolean>;
}
