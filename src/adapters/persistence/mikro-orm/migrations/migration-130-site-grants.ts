import { Migration } from './migration.ts';

const ID = 'text COLLATE "C"';

/** Grants on sites, beside those on spaces and collections. */
export class Migration130SiteGrants extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  // The constraint and the indexes on the generated column are dropped with it.
  `ALTER TABLE grants
    DROP CONSTRAINT grants_one_place, DROP COLUMN place_id,
    ADD COLUMN site_id ${ID} REFERENCES sites ON DELETE CASCADE`,
  `ALTER TABLE grants
    ADD CONSTRAINT grants_one_place CHECK (num_nonnulls(space_id, collection_id, site_id) = 1),
    ADD COLUMN place_id ${ID} GENERATED ALWAYS AS (coalesce(space_id, collection_id, site_id)) STORED,
    ADD CONSTRAINT grants_holder_unique UNIQUE (place_id, holder_id)`,
  `CREATE INDEX grants_of_holder ON grants (holder_id, place_id) INCLUDE (level)`,
  `CREATE INDEX grants_on_site ON grants (site_id) WHERE site_id IS NOT NULL`,
];
