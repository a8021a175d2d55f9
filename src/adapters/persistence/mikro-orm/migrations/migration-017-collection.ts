import { Migration } from './migration.ts';

/**
 * State of garbage collection: marks of the present run, condemned objects and blobs, and totals. Links of reusable
 * contents are stored too: existing spaces get theirs from the backlog.
 */
export class Migration017Collection extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  'CREATE TABLE condemned_blobs (hash bytea PRIMARY KEY, condemned_at timestamptz(3) NOT NULL)',
  `CREATE TABLE collection_figures (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    finished_at timestamptz(3), condemned_objects bigint NOT NULL, condemned_blobs bigint NOT NULL, collected_objects bigint NOT NULL, collected_blobs bigint NOT NULL
  )`,
  'INSERT INTO collection_figures VALUES (true, NULL, 0, 0, 0, 0)',

  // Both are empty after a crash: a run whose marks are gone is no longer the present one.
  'CREATE UNLOGGED TABLE collection_run (one boolean PRIMARY KEY DEFAULT true CHECK (one), id text COLLATE "C" NOT NULL)',
  'CREATE UNLOGGED TABLE collection_marks (hash bytea PRIMARY KEY, depth smallint NOT NULL)',
  'CREATE INDEX collection_marks_depth ON collection_marks (depth, hash)',

  `INSERT INTO projection_backlog (space_id) SELECT s.id FROM spaces s JOIN branches b ON b.id = s.id
   ON CONFLICT (space_id) DO UPDATE SET links_from = NULL, links_to = NULL`,
];
