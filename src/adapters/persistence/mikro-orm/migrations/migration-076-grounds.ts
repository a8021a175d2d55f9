import { Migration } from './migration.ts';

/**
 * Grounds of background work: the origin of the credential that it was ordered with (unknown for what was ordered before),
 * and the pause of work whose orderer lost the right to it.
 */
export class Migration076Grounds extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE git_follows ADD COLUMN via text, ADD COLUMN paused jsonb');
  }
}
