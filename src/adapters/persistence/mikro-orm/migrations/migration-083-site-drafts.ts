import { Migration } from './migration.ts';

/** Drafts in sites, and site spaces that navigation hides. The defaults change no row. */
export class Migration083SiteDrafts extends Migration {
  override up(): void {
    this.addSql(
      `ALTER TABLE site_spaces ADD COLUMN draft boolean NOT NULL DEFAULT false, ADD COLUMN hidden boolean NOT NULL DEFAULT false`,
    );
    this.addSql(`ALTER TABLE site_sections ADD COLUMN draft boolean NOT NULL DEFAULT false`);
    this.addSql(`ALTER TABLE site_section_groups ADD COLUMN draft boolean NOT NULL DEFAULT false`);
  }
}
