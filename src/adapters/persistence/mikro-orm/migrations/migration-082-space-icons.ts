import { Migration } from './migration.ts';

/** Icons of spaces. */
export class Migration082SpaceIcons extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE spaces ADD COLUMN icon text');
  }
}
