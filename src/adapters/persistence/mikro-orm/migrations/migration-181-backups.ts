import { Migration } from './migration.ts';

/** Runs of scheduled backups. */
export class Migration181Backups extends Migration {
  override up(): void {
    this.addSql(`CREATE TABLE backups (
      id text COLLATE "C" PRIMARY KEY, name text NOT NULL, state text NOT NULL,
      started_at timestamptz(3) NOT NULL, finished_at timestamptz(3), bytes bigint, error text
    )`);
    this.addSql('CREATE INDEX backups_by_start ON backups (started_at)');
  }
}
