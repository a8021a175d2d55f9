import { Migration } from './migration.ts';

/** Point at which a space and its repository were last equal, pending changes, and the last stale event. */
export class Migration052SyncPoints extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE git_syncs ADD COLUMN ignored jsonb, ADD COLUMN synced jsonb, ADD COLUMN pending jsonb');
  }
}
