import { Migration } from './migration.ts';

/** Hostname that is claimed for a site, and a unique copy of it once it is proven. */
export class Migration043Hostnames extends Migration {
  override up(): void {
    this.addSql(
      `ALTER TABLE sites ADD COLUMN hostname text COLLATE "C", ADD COLUMN hostname_claim jsonb, ADD COLUMN served_hostname text COLLATE "C",
        ADD CONSTRAINT sites_hostname_unique UNIQUE (served_hostname)`,
    );
  }
}
