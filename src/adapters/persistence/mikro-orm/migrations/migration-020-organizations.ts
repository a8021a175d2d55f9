import { Migration } from './migration.ts';

const ID = 'text COLLATE "C"';

/** Profile of organizations, last activity of members, disabled users, and addresses in the audit log. */
export class Migration020Organizations extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  'ALTER TABLE users ADD COLUMN disabled boolean NOT NULL DEFAULT false',
  'ALTER TABLE members ADD COLUMN last_seen_at timestamptz(3), ADD COLUMN sso boolean NOT NULL DEFAULT false',
  'CREATE INDEX members_by_joining ON members (organization_id, joined_at, id)',

  `ALTER TABLE organizations
    ADD COLUMN hostname text COLLATE "C", ADD COLUMN type text NOT NULL DEFAULT 'business', ADD COLUMN use_case text, ADD COLUMN community_type text,
    ADD COLUMN default_content ${ID}, ADD COLUMN logo text,
    ADD CONSTRAINT organizations_hostname_unique UNIQUE (hostname)`,
  'CREATE INDEX organizations_by_email_domain ON organizations USING gin (email_domains jsonb_path_ops)',
  `CREATE TABLE organization_keys (
    id ${ID} PRIMARY KEY, version int NOT NULL DEFAULT 1,
    organization_id ${ID} NOT NULL REFERENCES organizations ON DELETE CASCADE,
    public_key jsonb NOT NULL, private_key text NOT NULL, created_at timestamptz(3) NOT NULL,
    CONSTRAINT organization_keys_unique UNIQUE (organization_id)
  )`,

  'ALTER TABLE events ADD COLUMN address text',
  // Indexes for reading the audit log by time: all of it, or by actor or target.
  'CREATE INDEX events_by_time ON events (organization_id, at, seq)',
  'CREATE INDEX events_by_actor ON events (organization_id, actor_id, at, seq)',
  'CREATE INDEX events_by_type ON events (organization_id, type, at, seq)',
  'DROP INDEX events_of_organization',
  `CREATE FUNCTION refuse_to_change_events() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN RAISE EXCEPTION 'events are written once: they are neither changed nor deleted'; END $$`,
  'CREATE TRIGGER events_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_change_events()',
];
