import { Migration } from './migration.ts';

const ID = 'text COLLATE "C"';

/** Branches that spaces follow. */
export class Migration053GitFollows extends Migration {
  override up(): void {
    this.addSql(`CREATE TABLE git_follows (
      id ${ID} PRIMARY KEY REFERENCES spaces ON DELETE CASCADE, version int NOT NULL DEFAULT 1,
      generation ${ID} NOT NULL, url text NOT NULL, address text NOT NULL, ref text NOT NULL, directory text NOT NULL,
      tree_url text, commit_url text, provider text, shown_url text, interval int,
      secret text NOT NULL, old_secret text, old_secret_until timestamptz(3),
      created_by ${ID} NOT NULL, created_at timestamptz(3) NOT NULL, updated_at timestamptz(3) NOT NULL,
      checked_at timestamptz(3), tip text, failure jsonb
    )`);
  }
}
