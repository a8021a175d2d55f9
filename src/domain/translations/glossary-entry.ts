import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { Id, OrganizationId, GlossaryEntryId } from '../kernel/id.ts';
import type { TranslationLanguage } from './languages.ts';

/** Translations of one term, by language. */
export type TermTranslations = { readonly [L in TranslationLanguage]?: string };

export interface GlossaryEntryState extends State {
  readonly id: GlossaryEntryId;
  readonly organizationId: OrganizationId;
  readonly translations: TermTranslations;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Term that an organization always translates the same way. */
export class GlossaryEntry extends Aggregate<GlossaryEntryState> {
  static readonly kind = 'glossary entry';
  static restore = (state: GlossaryEntryState) => new GlossaryEntry(state);

  static create(of: {
    readonly id: Id;
    readonly organizationId: OrganizationId;
    readonly translations: TermTranslations;
    readonly at: string;
  }): GlossaryEntry {
    const { id, organizationId, translations, at } = of;
    const entry = new GlossaryEntry({ id, organizationId, translations, createdAt: at, updatedAt: at });
    entry.record('glossary-entry.created', { translations });
    return entry;
  }

  /** Replaces all translations. */
  change(translations: TermTranslations, at: string): void {
    this.apply({ translations, updatedAt: at }, 'glossary-entry.changed', {
      before: this.state.translations,
      after: translations,
    });
  }

  delete(): void {
    this.record('glossary-entry.deleted', { translations: this.state.translations });
  }
}
