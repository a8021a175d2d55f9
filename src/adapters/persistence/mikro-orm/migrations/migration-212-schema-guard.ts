import { Migration } from './migration.ts';

/** Last migration that a build must know to run on this schema, for builds that are older than the schema. */
export class Migration212SchemaGuard extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE instance_fingerprints ADD COLUMN required_migration text');
  }
}
