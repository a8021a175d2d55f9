import { Migration } from './migration.ts';

const ID = 'text COLLATE "C"';

/** External links in the navigation of sites. */
export class Migration084SiteExternalLinks extends Migration {
  override up(): void {
    this.addSql(`CREATE TABLE site_external_links (
      id ${ID} PRIMARY KEY, version int NOT NULL DEFAULT 1,
      organization_id ${ID} NOT NULL,
      site_id ${ID} NOT NULL REFERENCES sites ON DELETE CASCADE,
      group_id ${ID}, title text NOT NULL, localized_title jsonb, description text, localized_description jsonb,
      icon text, url text NOT NULL, condition text, draft boolean NOT NULL DEFAULT false, rank int NOT NULL
    )`);
    this.addSql('CREATE INDEX site_external_links_of_site ON site_external_links (site_id)');
  }
}
