import { Migration } from './migration.ts';

const ID = 'text COLLATE "C"';

/** Audience of sites: share links, keys for visitor tokens, and schemas of visitor claims. */
export class Migration041Audiences extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `CREATE TABLE site_share_links (
    id ${ID} PRIMARY KEY, version int NOT NULL DEFAULT 1,
    organization_id ${ID} NOT NULL,
    site_id ${ID} NOT NULL REFERENCES sites ON DELETE CASCADE,
    name text NOT NULL, active boolean NOT NULL,
    key_hash text COLLATE "C" NOT NULL, sealed_key text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    CONSTRAINT site_share_links_key_unique UNIQUE (key_hash)
  )`,
  `CREATE INDEX site_share_links_of_site ON site_share_links (site_id, id)`,
  `CREATE TABLE site_publishing_auths (
    id ${ID} PRIMARY KEY REFERENCES sites ON DELETE CASCADE, version int NOT NULL DEFAULT 1,
    organization_id ${ID} NOT NULL,
    fallback_url text, key_number int NOT NULL, old_key_until timestamptz(3)
  )`,
  `CREATE TABLE site_adaptive_schemas (
    id ${ID} PRIMARY KEY REFERENCES sites ON DELETE CASCADE, version int NOT NULL DEFAULT 1,
    organization_id ${ID} NOT NULL,
    json_schema jsonb NOT NULL, updated_at timestamptz(3) NOT NULL
  )`,
];
