import { Migration } from './migration.ts';

/**
 * Permanent deletion of spaces, whose revisions are deleted in parts. No foreign key from branches to revisions: each
 * deleted revision would need an index that slows every move of a head, which checks the revision itself.
 */
export class Migration031SpaceLife extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE branches DROP CONSTRAINT branches_revision_id_fkey');
  }
}
