import { Migration } from './migration.ts';

/**
 * Sizes of the files that each organization stored. Files from before are counted when they are stored again. No foreign
 * key: files are counted beside units of work, which may hold the lock of their organization.
 */
export class Migration079StoredBytes extends Migration {
  override up(): void {
    this.addSql(`CREATE TABLE stored_bytes (
      organization_id text COLLATE "C" NOT NULL, hash bytea NOT NULL, size bigint NOT NULL,
      PRIMARY KEY (organization_id, hash) INCLUDE (size)
    )`);
    this.addSql('CREATE INDEX stored_bytes_hash ON stored_bytes (hash)');
  }
}
