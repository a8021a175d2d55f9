import { Migration } from './migration.ts';

/** The hostname that is claimed for a site, and the same again once it is proven: only then it is nobody else's. */
export class Migration043Hostnames extends Migration {
  override up(): void {
    this.addSql(
      `ALTER TABLE sites ADD COLUMN hostname text COLLATE "C", ADD COLUMN hostname_claim jsonb, ADD COLUMN served_hostname text COLLATE "C",
        ADD CONSTRAINT sites_hostname_unique UNIQUE (served_hostname)`,
    );
  }
}
