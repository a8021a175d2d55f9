import { Migration } from './migration.ts';

/** Times of redirects; for those made before, the time of the upgrade. */
export class Migration131RedirectTimes extends Migration {
  override up(): void {
    this.addSql(`ALTER TABLE site_redirects
      ADD COLUMN created_at timestamptz(3) NOT NULL DEFAULT now(), ADD COLUMN updated_at timestamptz(3)`);
    this.addSql('ALTER TABLE site_redirects ALTER COLUMN created_at DROP DEFAULT');
  }
}
