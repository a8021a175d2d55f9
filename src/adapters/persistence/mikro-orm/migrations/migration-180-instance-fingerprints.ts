import { Migration } from './migration.ts';

/** One row with the fingerprints of the secret key and the file storage that belong to the database. */
export class Migration180InstanceFingerprints extends Migration {
  override up(): void {
    this.addSql(`CREATE TABLE instance_fingerprints (
      one boolean PRIMARY KEY DEFAULT true CHECK (one), secret_key text, file_storage text
    )`);
    this.addSql('INSERT INTO instance_fingerprints DEFAULT VALUES');
  }
}
