import { Migration } from './migration.ts';

/** Index for finding the spaces that have a term, without looking into each. */
export class Migration213TermsOfSpaces extends Migration {
  override up(): void {
    this.addSql('CREATE INDEX search_terms_by_term ON search_terms (term, space_id)');
  }
}
