import { Migration } from './migration.ts';

/** Links of change requests to pages elsewhere. */
export class Migration214ChangeRequestLinks extends Migration {
  override up(): void {
    this.addSql(`ALTER TABLE change_requests ADD COLUMN links jsonb NOT NULL DEFAULT '[]'`);
  }
}
