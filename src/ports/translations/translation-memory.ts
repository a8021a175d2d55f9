import type { Id } from '../../domain/kernel/id.ts';

/**
 * What engines answered, by organization and key. Outside of any unit of work: what was paid for stays, whatever becomes of
 * the run that asked.
 */
export interface TranslationMemory {
  /** What is known; that counts as being used. */
  find(organizationId: Id, keys: readonly string[], at: string): Promise<ReadonlyMap<string, string>>;
  store(organizationId: Id, answers: ReadonlyMap<string, string>, at: string): Promise<void>;
  /** Forgets what was not used since then, and of the rest what was not used for the longest time, beyond `most`. */
  prune(organizationId: Id, limits: { readonly usedBefore: string; readonly maxEntries: number }): Promise<void>;
}
