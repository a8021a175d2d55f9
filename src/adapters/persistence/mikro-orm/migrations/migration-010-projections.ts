import { Migration } from './migration.ts';

const ID = 'text COLLATE "C"';

/** Search rows of pages of primary content, words of spaces, and spaces whose derived data is still to be made. */
export class Migration010Projections extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  'CREATE EXTENSION IF NOT EXISTS btree_gin',
  'CREATE EXTENSION IF NOT EXISTS pg_trgm',

  `CREATE TABLE page_search (
    space_id ${ID} NOT NULL REFERENCES spaces ON DELETE CASCADE,
    page_id ${ID} NOT NULL,
    title text COLLATE "C" NOT NULL, head tsvector NOT NULL, body tsvector NOT NULL,
    PRIMARY KEY (space_id, page_id)
  ) WITH (fillfactor = 85)`,
  `ALTER TABLE page_search ALTER COLUMN head SET STORAGE MAIN`,
  // The COST is high, as it is for long texts: otherwise the planner scans all pages for a common word.
  `CREATE FUNCTION all_terms(head tsvector, body tsvector) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 200
   AS $$ BEGIN RETURN head || body; END $$`,
  `CREATE INDEX page_search_terms ON page_search USING gin (space_id, all_terms(head, body)) WITH (gin_pending_list_limit = 1024)`,

  // Words that a space ever had; a word that is gone finds nothing.
  `CREATE TABLE search_words (
    space_id ${ID} NOT NULL REFERENCES spaces ON DELETE CASCADE,
    word text COLLATE "C" NOT NULL,
    PRIMARY KEY (space_id, word)
  )`,
  `CREATE INDEX search_words_alike ON search_words USING gin (space_id, word gin_trgm_ops) WITH (gin_pending_list_limit = 1024)`,

  `CREATE TABLE projection_backlog (space_id ${ID} PRIMARY KEY REFERENCES spaces ON DELETE CASCADE)`,
  `INSERT INTO projection_backlog (space_id) SELECT s.id FROM spaces s JOIN branches b ON b.id = s.id`,
];
