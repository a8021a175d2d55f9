import { Migration } from './migration.ts';

const ID = 'text COLLATE "C"';

/** Imports that run in the background, their reports, and the runs that use uploads. */
export class Migration093ImportRuns extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  // No foreign keys to the change request, page and site: each may be deleted by itself.
  `CREATE TABLE import_runs (
    id ${ID} PRIMARY KEY, version int NOT NULL DEFAULT 1,
    organization_id ${ID} NOT NULL REFERENCES organizations ON DELETE CASCADE,
    space_id ${ID} NOT NULL REFERENCES spaces ON DELETE CASCADE,
    change_request_id ${ID}, page_id ${ID}, site_id ${ID}, source jsonb NOT NULL,
    created_by ${ID} NOT NULL, via text, status text NOT NULL, reason text, progress jsonb NOT NULL, counts jsonb,
    revision_id ${ID}, created_at timestamptz(3) NOT NULL, started_at timestamptz(3), completed_at timestamptz(3),
    updated_at timestamptz(3) NOT NULL
  )`,
  `CREATE INDEX import_runs_in ON import_runs (organization_id, id)`,
  `CREATE INDEX import_runs_of_space ON import_runs (space_id)`,
  `CREATE TABLE import_reports (
    id ${ID} PRIMARY KEY REFERENCES import_runs ON DELETE CASCADE, version int NOT NULL DEFAULT 1,
    organization_id ${ID} NOT NULL, items jsonb NOT NULL
  )`,
  `ALTER TABLE uploads ADD COLUMN import_run_id ${ID}`,
];
