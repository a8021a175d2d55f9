import { Migration } from './migration.ts';

/** Finds the pages of a space that have a title, where its words are in most titles. */
export class Migration065SearchTitles extends Migration {
  override up(): void {
    // Whole titles may be longer than entries of an index can be.
    this.addSql('CREATE INDEX page_search_titles ON page_search (space_id, left(title, 100), page_id)');
  }
}
