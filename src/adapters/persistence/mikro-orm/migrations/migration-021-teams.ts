import { Migration } from './migration.ts';

const ID = 'text COLLATE "C"';

/** Teams, and permissions of users and teams on spaces and collections. */
export class Migration021Teams extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `CREATE TABLE teams (
    id ${ID} PRIMARY KEY, version int NOT NULL DEFAULT 1,
    organization_id ${ID} NOT NULL REFERENCES organizations ON DELETE CASCADE,
    title text NOT NULL, created_at timestamptz(3) NOT NULL
  )`,
  `CREATE INDEX teams_in ON teams (organization_id, id)`,
  `CREATE TABLE team_members (
    id ${ID} PRIMARY KEY, version int NOT NULL DEFAULT 1,
    organization_id ${ID} NOT NULL REFERENCES organizations ON DELETE CASCADE,
    team_id ${ID} NOT NULL REFERENCES teams ON DELETE CASCADE,
    user_id ${ID} NOT NULL REFERENCES users ON DELETE CASCADE,
    role text NOT NULL, joined_at timestamptz(3) NOT NULL,
    CONSTRAINT team_members_user_unique UNIQUE (team_id, user_id)
  )`,
  `CREATE INDEX team_members_of_user ON team_members (user_id, organization_id) INCLUDE (team_id)`,
  `CREATE INDEX team_members_in ON team_members (organization_id)`,

  // Exactly one place and one holder; the index is on the ids, whichever column has them.
  `ALTER TABLE grants
    DROP CONSTRAINT grants_user_unique,
    ALTER COLUMN space_id DROP NOT NULL, ALTER COLUMN user_id DROP NOT NULL,
    ADD COLUMN collection_id ${ID} REFERENCES collections ON DELETE CASCADE,
    ADD COLUMN team_id ${ID} REFERENCES teams ON DELETE CASCADE`,
  `ALTER TABLE grants
    ADD CONSTRAINT grants_one_place CHECK (num_nonnulls(space_id, collection_id) = 1),
    ADD CONSTRAINT grants_one_holder CHECK (num_nonnulls(user_id, team_id) = 1),
    ADD COLUMN place_id ${ID} GENERATED ALWAYS AS (coalesce(space_id, collection_id)) STORED,
    ADD COLUMN holder_id ${ID} GENERATED ALWAYS AS (coalesce(user_id, team_id)) STORED,
    ADD CONSTRAINT grants_holder_unique UNIQUE (place_id, holder_id)`,
  `CREATE INDEX grants_of_holder ON grants (holder_id, place_id) INCLUDE (level)`,
  // Indexes for foreign keys that a deletion follows.
  `CREATE INDEX grants_on_space ON grants (space_id) WHERE space_id IS NOT NULL`,
  `CREATE INDEX grants_on_collection ON grants (collection_id) WHERE collection_id IS NOT NULL`,
  `CREATE INDEX grants_of_team ON grants (team_id) WHERE team_id IS NOT NULL`,

  // Teams can be asked for a review too.
  `ALTER TABLE review_requests
    ALTER COLUMN user_id DROP NOT NULL,
    ADD COLUMN team_id ${ID} REFERENCES teams ON DELETE CASCADE,
    ADD CONSTRAINT review_requests_one CHECK (num_nonnulls(user_id, team_id) = 1),
    ADD CONSTRAINT review_requests_team_unique UNIQUE (change_request_id, team_id)`,
  `CREATE INDEX review_requests_of_team ON review_requests (team_id, change_request_id) WHERE team_id IS NOT NULL`,
];
