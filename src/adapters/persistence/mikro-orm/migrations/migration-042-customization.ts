import { Migration } from './migration.ts';

const ID = 'text COLLATE "C"';

/** Customizations of sites and site spaces, and redirects. */
export class Migration042Customization extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `CREATE TABLE site_customizations (
    id ${ID} PRIMARY KEY, version int NOT NULL DEFAULT 1,
    organization_id ${ID} NOT NULL,
    site_id ${ID} NOT NULL REFERENCES sites ON DELETE CASCADE,
    site_space_id ${ID} REFERENCES site_spaces ON DELETE CASCADE,
    settings jsonb NOT NULL
  )`,
  `CREATE INDEX site_customizations_of_site ON site_customizations (site_id)`,
  `CREATE INDEX site_customizations_of_site_space ON site_customizations (site_space_id)`,
  `CREATE TABLE site_redirects (
    id ${ID} PRIMARY KEY, version int NOT NULL DEFAULT 1,
    organization_id ${ID} NOT NULL,
    site_id ${ID} NOT NULL REFERENCES sites ON DELETE CASCADE,
    source text COLLATE "C" NOT NULL,
    target ${ID} NOT NULL,
    destination jsonb NOT NULL,
    permanent boolean NOT NULL, capture_wildcard boolean NOT NULL, draft boolean NOT NULL,
    CONSTRAINT site_redirects_source_unique UNIQUE (site_id, source)
  )`,
  `CREATE INDEX site_redirects_of_site ON site_redirects (site_id, target, id)`,
];
