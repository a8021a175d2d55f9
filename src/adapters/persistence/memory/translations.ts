import type { Id, OrganizationId } from '../../../domain/kernel/id.ts';
import type { TranslationMemory } from '../../../ports/translations/translation-memory.ts';

/** Answers of translation engines, in this process. */
export class MemoryTranslationMemory implements TranslationMemory {
  /** Answers by organization; the one that was used last is at the end. */
  readonly #kept = new Map<Id, Map<string, { readonly answer: string; readonly usedAt: string }>>();

  async find(
    organizationId: OrganizationId,
    keys: readonly string[],
    at: string,
  ): Promise<ReadonlyMap<string, string>> {
    const kept = this.#kept.get(organizationId);
    const found = new Map<string, string>();
    for (const key of keys) {
      const known = kept?.get(key);
      if (kept === undefined || known === undefined) continue;
      found.set(key, known.answer);
      kept.delete(key);
      kept.set(key, { answer: known.answer, usedAt: at });
    }
    return found;
  }

  async store(organizationId: OrganizationId, answers: ReadonlyMap<string, string>, at: string): Promise<void> {
    const kept =
      this.#kept.get(organizationId) ?? new Map<string, { readonly answer: string; readonly usedAt: string }>();
    this.#kept.set(organizationId, kept);
    for (const [key, answer] of answers) {
      kept.delete(key);
      kept.set(key, { answer, usedAt: at });
    }
  }

  async prune(
    organizationId: OrganizationId,
    { usedBefore, maxEntries }: { readonly usedBefore: string; readonly maxEntries: number },
  ): Promise<void> {
    const kept = this.#kept.get(organizationId);
    if (kept === undefined) return;
    let beyond = kept.size - maxEntries;
    for (const [key, { usedAt }] of kept)
      if (beyond-- > 0 || Date.parse(usedAt) < Date.parse(usedBefore)) kept.delete(key);
  }
}
