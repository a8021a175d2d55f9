import { Migration } from './migration.ts';

/** Where a space and its repository were last the same, what waits since, and which event came too late. */
export class Migration052SyncPoints extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE git_syncs ADD COLUMN ignored jsonb, ADD COLUMN synced jsonb, ADD COLUMN pending jsonb');
  }
}
