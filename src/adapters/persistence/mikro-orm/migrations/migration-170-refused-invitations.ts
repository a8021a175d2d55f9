import { Migration } from './migration.ts';

/** Status with which a mail server refused an invitation for good. */
export class Migration170RefusedInvitations extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE invites ADD COLUMN refusal text');
  }
}
