import { Migration } from './migration.ts';

const ID = 'text COLLATE "C"';

/** Uploads before they are used. */
export class Migration013Uploads extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `CREATE TABLE uploads (
    id ${ID} PRIMARY KEY, version int NOT NULL DEFAULT 1,
    organization_id ${ID} NOT NULL REFERENCES organizations ON DELETE CASCADE,
    created_by ${ID} NOT NULL REFERENCES users,
    kind text NOT NULL, name text NOT NULL, content_type text NOT NULL, size int NOT NULL,
    created_at timestamptz(3) NOT NULL, blob text COLLATE "C"
  )`,
  `CREATE INDEX uploads_of_organization ON uploads (organization_id)`,
];
