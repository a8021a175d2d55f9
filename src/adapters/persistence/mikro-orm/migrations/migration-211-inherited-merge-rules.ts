import { Migration } from './migration.ts';

/** Merge rules of organizations, and descriptions of change requests, which a merge rule can require. */
export class Migration211InheritedMergeRules extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE organizations ADD COLUMN merge_rules jsonb');
    this.addSql('ALTER TABLE change_requests ADD COLUMN description jsonb');
  }
}
