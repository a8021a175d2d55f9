import { Migration } from './migration.ts';

const ID = 'text COLLATE "C"';

/** Reviews of change requests, requested reviewers, and merge rules of spaces. */
export class Migration004Reviews extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `CREATE TABLE reviews (
    id ${ID} PRIMARY KEY, version int NOT NULL DEFAULT 1,
    space_id ${ID} NOT NULL REFERENCES spaces ON DELETE CASCADE,
    change_request_id ${ID} NOT NULL REFERENCES change_requests ON DELETE CASCADE,
    revision ${ID} NOT NULL, reviewer_id ${ID} NOT NULL REFERENCES users, requested_by ${ID} REFERENCES users,
    status text NOT NULL, comment_id ${ID}, created_at timestamptz(3) NOT NULL
  )`,
  `CREATE INDEX reviews_of_change_request ON reviews (change_request_id, id)`,
  `CREATE TABLE review_requests (
    id ${ID} PRIMARY KEY, version int NOT NULL DEFAULT 1,
    space_id ${ID} NOT NULL REFERENCES spaces ON DELETE CASCADE,
    change_request_id ${ID} NOT NULL REFERENCES change_requests ON DELETE CASCADE,
    user_id ${ID} NOT NULL REFERENCES users, requested_by ${ID} NOT NULL REFERENCES users,
    revision ${ID} NOT NULL, created_at timestamptz(3) NOT NULL,
    CONSTRAINT review_requests_user_unique UNIQUE (change_request_id, user_id)
  )`,
  // Indexes for foreign keys that a deletion follows, and for the inboxes of users.
  `CREATE INDEX reviews_of_space ON reviews (space_id)`,
  `CREATE INDEX review_requests_of_space ON review_requests (space_id)`,
  `CREATE INDEX review_requests_of_user ON review_requests (user_id, change_request_id)`,
  `CREATE INDEX change_requests_of_author ON change_requests (created_by, status)`,

  // Contributors of a branch with the number and time of their revisions, without reading the revisions.
  `DROP INDEX revisions_by_author`,
  `CREATE INDEX revisions_by_author ON revisions (branch_id, created_by, created_at)`,

  `ALTER TABLE spaces ADD COLUMN merge_rules jsonb`,
];
