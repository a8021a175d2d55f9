import type { ImportedItem } from '../../../domain/imports/import-report.ts';

/** Collects the items of a report; of one item, the worst outcome counts. */
export class ImportItems {
  readonly #items = new Map<string, ImportedItem>();

  get all(): readonly ImportedItem[] {
    return [...this.#items.values()];
  }

  imported(item: string, became: Pick<ImportedItem, 'page' | 'file'> = {}): void {
    const known = this.#items.get(item);
    this.#items.set(item, { outcome: 'imported', item, ...known, ...became });
  }

  /** Records that an item is imported differently from its source. */
  changed(item: string, reason: string, became: Pick<ImportedItem, 'page' | 'file'> = {}): void {
    const known = this.#items.get(item);
    if (known?.outcome === 'lost') return;
    const reasons = known?.reason === undefined ? reason : `${known.reason}; ${reason}`;
    this.#items.set(item, { ...known, ...became, outcome: 'changed', item, reason: reasons });
  }

  lost(item: string, reason: string): void {
    this.#items.set(item, { outcome: 'lost', item, reason });
  }

  has(item: string): boolean {
    return this.#items.has(item);
  }
}
