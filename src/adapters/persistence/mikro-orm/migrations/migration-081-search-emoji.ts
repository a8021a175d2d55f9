import { Migration } from './migration.ts';

/**
 * Rebuilds the search rows of all pages, because shortcodes of emoji are no words any more; until then pages are found
 * by their old rows.
 */
export class Migration081SearchEmoji extends Migration {
  override up(): void {
    this.addSql(
      'INSERT INTO unsearched_pages (space_id, page_id) SELECT space_id, page_id FROM page_search ON CONFLICT DO NOTHING',
    );
    // Links are those of the present content and stay.
    this.addSql(`WITH behind AS (
        INSERT INTO projection_backlog (space_id, links_from) SELECT b.id, b.content FROM branches b WHERE EXISTS (SELECT FROM unsearched_pages u WHERE u.space_id = b.id)
        ON CONFLICT DO NOTHING RETURNING space_id
      ) UPDATE branches SET ahead = true WHERE id IN (SELECT space_id FROM behind)`);
  }
}
