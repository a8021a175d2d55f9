import { Migration } from './migration.ts';

const ID = 'text COLLATE "C"';

/** MCP servers of sites, with their headers in secret boxes. */
export class Migration110SiteMcpServers extends Migration {
  override up(): void {
    this.addSql(`CREATE TABLE site_mcp_servers (
      id ${ID} PRIMARY KEY, version int NOT NULL DEFAULT 1,
      organization_id ${ID} NOT NULL,
      site_id ${ID} NOT NULL REFERENCES sites ON DELETE CASCADE,
      name text NOT NULL, url text NOT NULL, transport text NOT NULL, headers text NOT NULL, condition text
    )`);
    this.addSql('CREATE INDEX site_mcp_servers_of_site ON site_mcp_servers (site_id, id)');
  }
}
