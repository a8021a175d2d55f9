import { Migration } from './migration.ts';

const ID = 'text COLLATE "C"';

/** Events of visitors of sites, by hour. */
export class Migration091SiteEvents extends Migration {
  override up(): void {
    this.addSql(`CREATE TABLE site_events (
      seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      site_id ${ID} NOT NULL REFERENCES sites ON DELETE CASCADE,
      at timestamptz(3) NOT NULL, type text NOT NULL, visitor text NOT NULL, session text NOT NULL,
      fields jsonb NOT NULL
    )`);
    this.addSql('CREATE INDEX site_events_of_site ON site_events (site_id, at)');
    this.addSql('CREATE INDEX site_events_by_time ON site_events (at, seq)');
  }
}
