import { Migration } from './migration.ts';

const ID = 'text COLLATE "C"';

/** Images of organizations, such as logos. */
export class Migration215OrganizationImages extends Migration {
  override up(): void {
    this.addSql(`CREATE TABLE organization_images (
      id ${ID} PRIMARY KEY, version int NOT NULL DEFAULT 1,
      organization_id ${ID} NOT NULL REFERENCES organizations ON DELETE CASCADE,
      name text NOT NULL, blob text NOT NULL, content_type text NOT NULL, size int NOT NULL,
      created_at timestamptz(3) NOT NULL
    )`);
    this.addSql('CREATE INDEX organization_images_in ON organization_images (organization_id, id)');
  }
}
