import { Migration } from './migration.ts';

const ID = 'text COLLATE "C"';

/** Users, organizations, collections, spaces, content, change requests, Git sync, sites, events. */
export class Migration001Foundation extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `CREATE TABLE users (
    id ${ID} PRIMARY KEY, version int NOT NULL DEFAULT 1,
    email text NOT NULL, display_name text NOT NULL, photo_url text, operator boolean NOT NULL,
    created_at timestamptz(3) NOT NULL,
    CONSTRAINT users_email_unique UNIQUE (email)
  )`,
  `CREATE TABLE api_tokens (
    id ${ID} PRIMARY KEY, version int NOT NULL DEFAULT 1,
    user_id ${ID} NOT NULL REFERENCES users ON DELETE CASCADE,
    name text NOT NULL, hash text COLLATE "C" NOT NULL, read_only boolean NOT NULL,
    created_at timestamptz(3) NOT NULL, expires_at timestamptz(3),
    CONSTRAINT api_tokens_hash_unique UNIQUE (hash)
  )`,
  `CREATE INDEX api_tokens_user ON api_tokens (user_id, id)`,

  `CREATE TABLE organizations (
    id ${ID} PRIMARY KEY, version int NOT NULL DEFAULT 1,
    title text NOT NULL, email_domains jsonb NOT NULL, default_role text,
    sso boolean NOT NULL, ai boolean NOT NULL, invite_links boolean NOT NULL,
    created_at timestamptz(3) NOT NULL
  )`,
  `CREATE TABLE members (
    id ${ID} PRIMARY KEY, version int NOT NULL DEFAULT 1,
    organization_id ${ID} NOT NULL REFERENCES organizations ON DELETE CASCADE,
    user_id ${ID} NOT NULL REFERENCES users ON DELETE CASCADE,
    role text, joined_at timestamptz(3) NOT NULL,
    CONSTRAINT members_user_unique UNIQUE (organization_id, user_id)
  )`,
  `CREATE INDEX members_of_user ON members (user_id, organization_id)`,

  `CREATE TABLE collections (
    id ${ID} PRIMARY KEY, version int NOT NULL DEFAULT 1,
    organization_id ${ID} NOT NULL REFERENCES organizations ON DELETE CASCADE,
    parent_id ${ID} REFERENCES collections,
    title text NOT NULL, description text, default_level text,
    created_at timestamptz(3) NOT NULL, updated_at timestamptz(3) NOT NULL
  )`,
  `CREATE INDEX collections_in ON collections (organization_id, parent_id, id)`,
  `CREATE INDEX collections_parent ON collections (parent_id)`,

  `CREATE TABLE spaces (
    id ${ID} PRIMARY KEY, version int NOT NULL DEFAULT 1,
    organization_id ${ID} NOT NULL REFERENCES organizations ON DELETE CASCADE,
    parent_id ${ID} REFERENCES collections,
    title text NOT NULL, emoji text, visibility text NOT NULL, edit_mode text NOT NULL, default_level text,
    created_at timestamptz(3) NOT NULL, updated_at timestamptz(3) NOT NULL, deleted_at timestamptz(3)
  )`,
  `CREATE INDEX spaces_in ON spaces (organization_id, parent_id, id)`,
  `CREATE INDEX spaces_parent ON spaces (parent_id)`,

  `CREATE TABLE grants (
    id ${ID} PRIMARY KEY, version int NOT NULL DEFAULT 1,
    organization_id ${ID} NOT NULL REFERENCES organizations ON DELETE CASCADE,
    space_id ${ID} NOT NULL REFERENCES spaces ON DELETE CASCADE,
    user_id ${ID} NOT NULL REFERENCES users ON DELETE CASCADE,
    level text NOT NULL,
    CONSTRAINT grants_user_unique UNIQUE (space_id, user_id)
  )`,
  `CREATE INDEX grants_of_user ON grants (organization_id, user_id)`,

  // Content: immutable objects, revisions that name them, branches that point at revisions.
  `CREATE TABLE objects (
    hash bytea PRIMARY KEY, type text NOT NULL, bytes bytea NOT NULL, refs bytea[] NOT NULL,
    condemned_at timestamptz(3)
  )`,
  `ALTER TABLE objects ALTER COLUMN bytes SET STORAGE EXTENDED`,
  `CREATE TABLE revisions (
    id ${ID} PRIMARY KEY,
    space_id ${ID} NOT NULL REFERENCES spaces ON DELETE CASCADE,
    branch_id ${ID} NOT NULL,
    parents text[] NOT NULL, content bytea NOT NULL, type text NOT NULL,
    created_at timestamptz(3) NOT NULL, created_by ${ID} REFERENCES users ON DELETE SET NULL,
    merged_from ${ID}, git jsonb
  )`,
  `CREATE INDEX revisions_of_branch ON revisions (space_id, branch_id, id)`,
  `CREATE INDEX revisions_by_author ON revisions (branch_id, created_by)`,
  `CREATE TABLE branches (
    id ${ID} PRIMARY KEY,
    space_id ${ID} NOT NULL REFERENCES spaces ON DELETE CASCADE,
    revision_id ${ID} NOT NULL REFERENCES revisions,
    content bytea NOT NULL
  ) WITH (fillfactor = 70)`,
  `CREATE INDEX branches_of_space ON branches (space_id)`,

  `CREATE TABLE change_requests (
    id ${ID} PRIMARY KEY, version int NOT NULL DEFAULT 1,
    space_id ${ID} NOT NULL REFERENCES spaces ON DELETE CASCADE,
    number int NOT NULL, status text NOT NULL, subject text NOT NULL,
    created_by ${ID} NOT NULL REFERENCES users,
    created_at timestamptz(3) NOT NULL, updated_at timestamptz(3) NOT NULL,
    agent_task_id text,
    revision_initial ${ID} NOT NULL, revision_merged_ancestor ${ID}, revision_merged ${ID},
    CONSTRAINT change_requests_number_unique UNIQUE (space_id, number)
  )`,
  `CREATE INDEX change_requests_by_status ON change_requests (space_id, status, id)`,
  `CREATE TABLE counters (scope ${ID} NOT NULL, name text NOT NULL, value bigint NOT NULL, PRIMARY KEY (scope, name))`,

  `CREATE TABLE git_syncs (
    id ${ID} PRIMARY KEY REFERENCES spaces ON DELETE CASCADE, version int NOT NULL DEFAULT 1,
    organization_id ${ID} NOT NULL, state text NOT NULL,
    repo_name text, installation_provider text, url text, tree_url text, updated_at timestamptz(3), event_at timestamptz(3), last_operation jsonb
  )`,

  `CREATE TABLE sites (
    id ${ID} PRIMARY KEY, version int NOT NULL DEFAULT 1,
    organization_id ${ID} NOT NULL REFERENCES organizations ON DELETE CASCADE,
    type text NOT NULL, title text NOT NULL, visibility text NOT NULL, basename text COLLATE "C" NOT NULL,
    published boolean NOT NULL, created_at timestamptz(3) NOT NULL,
    CONSTRAINT sites_basename_unique UNIQUE (basename)
  )`,
  `CREATE INDEX sites_of_organization ON sites (organization_id, id)`,
  `CREATE TABLE site_spaces (
    id ${ID} PRIMARY KEY, version int NOT NULL DEFAULT 1,
    organization_id ${ID} NOT NULL,
    site_id ${ID} NOT NULL REFERENCES sites ON DELETE CASCADE,
    space_id ${ID} NOT NULL REFERENCES spaces ON DELETE CASCADE,
    path text COLLATE "C" NOT NULL, is_default boolean NOT NULL, condition text,
    CONSTRAINT site_spaces_path_unique UNIQUE (site_id, path),
    CONSTRAINT site_spaces_space_unique UNIQUE (site_id, space_id)
  )`,
  `CREATE INDEX site_spaces_of_space ON site_spaces (space_id)`,

  // Processes that run jobs, and when each was last alive.
  'CREATE TABLE worker_heartbeats (worker_id text PRIMARY KEY, seen_at timestamptz NOT NULL)',

  // The audit log, and the events that webhooks and other consumers read.
  `CREATE TABLE events (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    type text NOT NULL, subject ${ID} NOT NULL,
    organization_id ${ID}, space_id ${ID}, actor_id ${ID}, token_id ${ID}, request_id text,
    at timestamptz(3) NOT NULL, data jsonb
  )`,
  `CREATE INDEX events_of_organization ON events (organization_id, seq)`,
];
