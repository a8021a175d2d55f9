import { Conflict, Invalid, NotFound } from '../../domain/kernel/errors.ts';
import type { Id, GlossaryEntryId } from '../../domain/kernel/id.ts';
import {
  GlossaryEntry,
  type GlossaryEntryState,
  type TermTranslations,
} from '../../domain/translations/glossary-entry.ts';
import type { PageRequest } from '../../ports/kernel/repository.ts';
import { command, query } from '../kernel/use-case.ts';
import { inOrganization, type InOrganization } from '../kernel/scope.ts';

/** Maximum number of terms of an organization. */
const MAX_ENTRIES = 5_000;

export type GlossaryOperation =
  | { readonly type: 'insert'; readonly translations: TermTranslations }
  | { readonly type: 'update'; readonly id: Id; readonly translations: TermTranslations }
  | { readonly type: 'delete'; readonly id: Id };

/** Lists the glossary entries of an organization. */
export const listGlossaryEntries = query<InOrganization & { page: PageRequest }>()({
  name: 'listGlossaryEntries',
  requires: 'translations:view',
  scope: inOrganization,
  async run({ read }, { organizationId, page }) {
    const { items, ...rest } = await read.glossaryEntries.list({ organizationId }, page);
    return { items: items.map((entry): GlossaryEntryState => entry.snapshot()), ...rest };
  },
});

/** Gets a glossary entry. */
export const getGlossaryEntry = query<InOrganization & { glossaryEntryId: GlossaryEntryId }>()({
  name: 'getGlossaryEntry',
  requires: 'translations:view',
  scope: inOrganization,
  run: async ({ read }, { organizationId, glossaryEntryId }): Promise<GlossaryEntryState> =>
    (await read.glossaryEntries.get({ id: glossaryEntryId, organizationId })).snapshot(),
});

/**
 * Inserts, updates and deletes glossary entries, in the given order: all of it or nothing. Fails with `Invalid` when an
 * entry is named twice, and with `Conflict` when the organization would have more than 5,000 entries.
 */
export const updateGlossaryEntries = command<InOrganization & { body: { operations: readonly GlossaryOperation[] } }>()(
  {
    name: 'updateGlossaryEntries',
    requires: 'translations:manage',
    scope: inOrganization,
    needs: ['ids'],
    async run({ work, ids, now }, { organizationId, body: { operations } }): Promise<void> {
      await work.lock('organizations', organizationId);
      const named = operations.map((operation) => (operation.type === 'insert' ? undefined : operation.id));
      const twice = named.findIndex((id, at) => id !== undefined && named.indexOf(id) < at);
      if (twice >= 0) throw Invalid.field(`operations.${twice}.id`, 'is already used by another operation');
      for (const operation of operations) {
        if (operation.type === 'insert')
          await work.glossaryEntries.save(
            GlossaryEntry.create({ id: ids.next(), organizationId, translations: operation.translations, at: now }),
          );
        else {
          const entry = await work.glossaryEntries.find({ id: operation.id, organizationId });
          if (entry === undefined) throw new NotFound('glossary entry', operation.id);
          if (operation.type === 'update') entry.change(operation.translations, now);
          else entry.delete();
          await (operation.type === 'update' ? work.glossaryEntries.save(entry) : work.glossaryEntries.delete(entry));
        }
      }
      if ((await work.glossaryEntries.count({ organizationId })) > MAX_ENTRIES)
        throw new Conflict(`an organization can have at most ${MAX_ENTRIES.toLocaleString('en')} terms`);
    },
  },
);
