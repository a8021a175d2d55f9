import { Migration } from './migration.ts';

const ID = 'text COLLATE "C"';

/**
 * Counts of the pages and heads of each space that have a term, so that no query counts the pages of a common word.
 */
export class Migration015TermCounts extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  // The empty term stands for every page.
  `CREATE TABLE search_terms (
    space_id ${ID} NOT NULL REFERENCES spaces ON DELETE CASCADE,
    term text COLLATE "C" NOT NULL,
    pages int NOT NULL, heads int NOT NULL,
    PRIMARY KEY (space_id, term)
  ) WITH (fillfactor = 85)`,
  `INSERT INTO search_terms (space_id, term, pages, heads)
   SELECT space_id, term, sum(pages), sum(heads) FROM (
     SELECT space_id, '' AS term, 1 AS pages, 0 AS heads FROM page_search
     UNION ALL SELECT space_id, unnest(tsvector_to_array(head || body)), 1, 0 FROM page_search
     UNION ALL SELECT space_id, unnest(tsvector_to_array(head)), 0, 1 FROM page_search
   ) t GROUP BY space_id, term`,
  'CREATE INDEX page_search_heads ON page_search USING gin (space_id, head) WITH (gin_pending_list_limit = 1024)',
];
