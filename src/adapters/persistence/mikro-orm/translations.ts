import type pg from 'pg';
import type { OrganizationId } from '../../../domain/kernel/id.ts';
import type { TranslationMemory } from '../../../ports/translations/translation-memory.ts';
import { rows, statement } from './kernel/sql.ts';

/** Finds answers, and updates the day of their last use: most lookups write nothing. */
const FIND = statement(
  `WITH found AS MATERIALIZED (
     SELECT key, answer, used_at FROM translation_memory WHERE organization_id = $1 AND key IN (SELECT decode(k, 'hex') FROM unnest($2::text[]) k)
   ),
   stale AS MATERIALIZED (
     SELECT m.key FROM translation_memory m JOIN found f USING (key) WHERE m.organization_id = $1 AND f.used_at < $3::timestamptz - interval '1 day' ORDER BY m.key FOR UPDATE OF m SKIP LOCKED
   ),
   used AS (UPDATE translation_memory m SET used_at = $3::timestamptz FROM stale s WHERE m.organization_id = $1 AND m.key = s.key)
   SELECT encode(key, 'hex') AS key, answer FROM found`,
);
// Rows are inserted in the order of keys, so that concurrent statements do not deadlock.
const KEEP = statement(
  `INSERT INTO translation_memory (organization_id, key, answer, used_at)
   SELECT o.id, decode(k.key, 'hex'), k.answer, $4::timestamptz FROM unnest($2::text[], $3::text[]) k (key, answer), organizations o WHERE o.id = $1 ORDER BY k.key
   ON CONFLICT (organization_id, key) DO UPDATE SET answer = EXCLUDED.answer, used_at = EXCLUDED.used_at`,
);
const FORGET_UNUSED = statement(
  'DELETE FROM translation_memory WHERE organization_id = $1 AND used_at < $2::timestamptz',
);
const FORGET_BEYOND = statement(
  `DELETE FROM translation_memory WHERE organization_id = $1 AND key IN (SELECT key FROM translation_memory WHERE organization_id = $1 ORDER BY used_at DESC, key OFFSET $2::int)`,
);

/** Answers of translation engines, for all nodes. */
export class PgTranslationMemory implements TranslationMemory {
  constructor(private readonly pool: pg.Pool) {}

  async find(
    organizationId: OrganizationId,
    keys: readonly string[],
    at: string,
  ): Promise<ReadonlyMap<string, string>> {
    if (keys.length === 0) return new Map();
    const found = await rows<{ key: string; answer: string }>(this.pool, FIND, [organizationId, keys, at]);
    return new Map(found.map(({ key, answer }) => [key, answer]));
  }

  async store(organizationId: OrganizationId, answers: ReadonlyMap<string, string>, at: string): Promise<void> {
    if (answers.size > 0) await rows(this.pool, KEEP, [organizationId, [...answers.keys()], [...answers.values()], at]);
  }

  async prune(
    organizationId: OrganizationId,
    { usedBefore, maxEntries }: { readonly usedBefore: string; readonly maxEntries: number },
  ): Promise<void> {
    await rows(this.pool, FORGET_UNUSED, [organizationId, usedBefore]);
    await rows(this.pool, FORGET_BEYOND, [organizationId, maxEntries]);
  }
}
