import { Migration } from './migration.ts';

const ID = 'text COLLATE "C"';

/** Fonts of organizations, with their files. */
export class Migration132CustomFonts extends Migration {
  override up(): void {
    this.addSql(`CREATE TABLE custom_fonts (
      id ${ID} PRIMARY KEY, version int NOT NULL DEFAULT 1,
      organization_id ${ID} NOT NULL REFERENCES organizations ON DELETE CASCADE,
      font_family text NOT NULL, font_faces jsonb NOT NULL,
      created_at timestamptz(3) NOT NULL, updated_at timestamptz(3) NOT NULL
    )`);
    this.addSql('CREATE INDEX custom_fonts_in ON custom_fonts (organization_id, id)');
  }
}
