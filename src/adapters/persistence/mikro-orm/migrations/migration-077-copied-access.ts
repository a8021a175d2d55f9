import { Migration } from './migration.ts';

const ID = 'text COLLATE "C"';

/** Source of each copied space by the first event that names it. */
const COPIES = `SELECT DISTINCT ON (subject) subject AS id, data->>'from' AS source
  FROM events WHERE type = 'space.created' AND data->>'from' IS NOT NULL ORDER BY subject, seq`;

/**
 * Access of copies and translations, which follows that of their sources when it is reduced. For older copies, equal
 * access counts as copied and different access as granted on the copy.
 */
export class Migration077CopiedAccess extends Migration {
  override up(): void {
    this.addSql(`ALTER TABLE grants ADD COLUMN copied_from ${ID}`);
    this.addSql(`ALTER TABLE spaces ADD COLUMN default_from ${ID}`);
    this.addSql(`UPDATE spaces s SET default_from = c.source FROM (${COPIES}) c JOIN spaces o ON o.id = c.source
      WHERE s.id = c.id AND s.organization_id = o.organization_id AND s.default_level IS NOT DISTINCT FROM o.default_level`);
    this.addSql(`UPDATE grants g SET copied_from = o.id FROM (${COPIES}) c JOIN grants o ON o.space_id = c.source
      WHERE g.space_id = c.id AND g.organization_id = o.organization_id AND g.holder_id = o.holder_id AND g.level = o.level`);
    this.addSql('CREATE INDEX grants_copied ON grants (copied_from) WHERE copied_from IS NOT NULL');
    this.addSql('CREATE INDEX spaces_default_from ON spaces (default_from) WHERE default_from IS NOT NULL');
  }
}
