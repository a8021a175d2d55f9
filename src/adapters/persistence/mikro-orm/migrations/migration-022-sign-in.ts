import { Migration } from './migration.ts';

const ID = 'text COLLATE "C"';

/** Sessions, passwords, invitations, and rate limits of sign-in. */
export class Migration022SignIn extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `ALTER TABLE api_tokens ADD COLUMN kind text NOT NULL DEFAULT 'api', ADD COLUMN via text`,

  // The id is that of the user.
  `CREATE TABLE credentials (
    id ${ID} PRIMARY KEY REFERENCES users ON DELETE CASCADE, version int NOT NULL DEFAULT 1,
    password_hash text, password_at timestamptz(3),
    totp_secret text, totp_pending text, totp_step int NOT NULL, recovery_codes jsonb NOT NULL,
    reset_hash text COLLATE "C", reset_expires_at timestamptz(3), unproven boolean NOT NULL,
    CONSTRAINT credentials_reset_unique UNIQUE (reset_hash)
  )`,

  `CREATE TABLE invites (
    id ${ID} PRIMARY KEY, version int NOT NULL DEFAULT 1,
    organization_id ${ID} NOT NULL REFERENCES organizations ON DELETE CASCADE,
    kind text NOT NULL, role text, level text,
    space_id ${ID} REFERENCES spaces ON DELETE CASCADE,
    collection_id ${ID} REFERENCES collections ON DELETE CASCADE,
    email text, sso boolean NOT NULL, hash text COLLATE "C",
    created_by ${ID} NOT NULL REFERENCES users,
    created_at timestamptz(3) NOT NULL, expires_at timestamptz(3), sent_at timestamptz(3),
    CONSTRAINT invites_hash_unique UNIQUE (hash),
    CONSTRAINT invites_email_unique UNIQUE (organization_id, email)
  )`,
  `CREATE INDEX invites_of_organization ON invites (organization_id, kind, id)`,
  `CREATE INDEX invites_of_space ON invites (space_id)`,
  `CREATE INDEX invites_of_collection ON invites (collection_id)`,

  // Rate limits: the time until which the attempts of a key are used up.
  `CREATE TABLE attempts (key text COLLATE "C" PRIMARY KEY, until timestamptz(3) NOT NULL)`,
  `CREATE INDEX attempts_over ON attempts (until)`,
];
