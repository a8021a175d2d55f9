import { Migration } from './migration.ts';

const ID = 'text COLLATE "C"';

/** Identity providers, their identities, consumed tokens, and credentials that are confined to one organization. */
export class Migration023Sso extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `CREATE TABLE saml_providers (
    id ${ID} PRIMARY KEY, version int NOT NULL DEFAULT 1,
    organization_id ${ID} NOT NULL REFERENCES organizations ON DELETE CASCADE,
    label text NOT NULL, entity_id text, sso_url text, certificate text,
    default_team ${ID}, default_role text, idp_initiated boolean NOT NULL,
    created_at timestamptz(3) NOT NULL
  )`,
  `CREATE INDEX saml_providers_of_organization ON saml_providers (organization_id, id)`,

  `CREATE TABLE saml_identities (
    id ${ID} PRIMARY KEY, version int NOT NULL DEFAULT 1,
    organization_id ${ID} NOT NULL REFERENCES organizations ON DELETE CASCADE,
    provider_id ${ID} NOT NULL REFERENCES saml_providers ON DELETE CASCADE,
    name_id text COLLATE "C" NOT NULL,
    user_id ${ID} NOT NULL REFERENCES users ON DELETE CASCADE,
    created_at timestamptz(3) NOT NULL,
    CONSTRAINT saml_identities_name_unique UNIQUE (provider_id, name_id)
  )`,
  `CREATE INDEX saml_identities_of_user ON saml_identities (user_id)`,

  `CREATE TABLE spent_marks (id text COLLATE "C" PRIMARY KEY, version int NOT NULL DEFAULT 1, expires_at timestamptz(3) NOT NULL)`,

  // Null: valid in all organizations of the user.
  `ALTER TABLE api_tokens ADD COLUMN organization_id ${ID} REFERENCES organizations ON DELETE CASCADE`,
  `CREATE INDEX api_tokens_via ON api_tokens (via) WHERE via IS NOT NULL`,
];
