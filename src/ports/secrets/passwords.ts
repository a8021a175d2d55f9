import type { ShareHolder } from '../kernel/share-holder.ts';

/**
 * Hashes passwords slowly, so that a stolen hash says little. Both methods throw ShareExhausted or PoolBusy when too many
 * hashes are waited for.
 */
export interface Passwords {
  /** @param holder network and account that the work is charged to */
  hash(password: string, holder: ShareHolder): Promise<string>;
  /** Compares; where there is no hash it takes as long and says no. */
  matches(password: string, hash: string | null | undefined, holder: ShareHolder): Promise<boolean>;
}
