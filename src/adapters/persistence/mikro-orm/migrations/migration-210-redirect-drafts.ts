import { Migration } from './migration.ts';

/** Drafts of redirects beside the live redirects of the same source. */
export class Migration210RedirectDrafts extends Migration {
  override up(): void {
    this.addSql(`ALTER TABLE site_redirects DROP CONSTRAINT site_redirects_source_unique,
      ADD CONSTRAINT site_redirects_source_unique UNIQUE (site_id, source, draft)`);
  }
}
