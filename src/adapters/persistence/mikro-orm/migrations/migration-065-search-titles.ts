import { Migration } from './migration.ts';

/** Index of titles, for titles whose words are in most titles. */
export class Migration065SearchTitles extends Migration {
  override up(): void {
    // Titles may be longer than an index entry can be.
    this.addSql('CREATE INDEX page_search_titles ON page_search (space_id, left(title, 100), page_id)');
  }
}
