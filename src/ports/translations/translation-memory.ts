import type { OrganizationId } from '../../domain/kernel/id.ts';

/**
 * Answers of translation engines, by organization and key. Written outside of any unit of work, so that paid answers
 * survive a failed run.
 */
export interface TranslationMemory {
  /** Returns the known translations and marks them as used. */
  find(organizationId: OrganizationId, keys: readonly string[], at: string): Promise<ReadonlyMap<string, string>>;
  store(organizationId: OrganizationId, answers: ReadonlyMap<string, string>, at: string): Promise<void>;
  /**
   * Deletes translations that were not used since `usedBefore` and, of the rest, the least recently used beyond
   * `maxEntries`.
   */
  prune(
    organizationId: OrganizationId,
    limits: { readonly usedBefore: string; readonly maxEntries: number },
  ): Promise<void>;
}
