import { Migration } from './migration.ts';

const ID = 'text COLLATE "C"';

/** Sections of sites, section groups, and an order; existing site spaces keep theirs, by age. */
export class Migration040SiteStructure extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `CREATE TABLE site_section_groups (
    id ${ID} PRIMARY KEY, version int NOT NULL DEFAULT 1,
    organization_id ${ID} NOT NULL,
    site_id ${ID} NOT NULL REFERENCES sites ON DELETE CASCADE,
    title text NOT NULL, icon text, rank int NOT NULL
  )`,
  `CREATE INDEX site_section_groups_of_site ON site_section_groups (site_id)`,
  `CREATE TABLE site_sections (
    id ${ID} PRIMARY KEY, version int NOT NULL DEFAULT 1,
    organization_id ${ID} NOT NULL,
    site_id ${ID} NOT NULL REFERENCES sites ON DELETE CASCADE,
    group_id ${ID}, title text NOT NULL, description text, icon text,
    path text COLLATE "C" NOT NULL, is_default boolean NOT NULL, condition text, rank int NOT NULL,
    CONSTRAINT site_sections_path_unique UNIQUE (site_id, path)
  )`,
  `ALTER TABLE site_spaces ADD COLUMN section_id ${ID}, ADD COLUMN rank int NOT NULL DEFAULT 0`,
  `ALTER TABLE site_spaces DROP CONSTRAINT site_spaces_path_unique`,
  `CREATE UNIQUE INDEX site_spaces_path_unique ON site_spaces (site_id, coalesce(section_id, ''), path)`,
  `ALTER TABLE sites ADD COLUMN proxy text, ADD COLUMN adaptive_content boolean NOT NULL DEFAULT false, ADD COLUMN agents_context text NOT NULL DEFAULT 'excluded'`,
];
