import { Migration } from './migration.ts';

/**
 * Spaces that are removed for good: their revisions go a part at a time. That the head of a branch is a revision is seen to
 * where heads move; looking for one in all branches, for each revision that goes, would take an index that slows every move.
 */
export class Migration031SpaceLife extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE branches DROP CONSTRAINT branches_revision_id_fkey');
  }
}
