import { Migration } from './migration.ts';

const ID = 'text COLLATE "C"';

/** Progress of derived data after a large move, and heads that are ahead of it. */
export class Migration014DeferredProjections extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  'ALTER TABLE branches ADD COLUMN ahead boolean NOT NULL DEFAULT false',
  // The content that a space's links were made from, null where that is unknown, and the content that they are being
  // made from.
  'ALTER TABLE projection_backlog ADD COLUMN links_from bytea, ADD COLUMN links_to bytea',
  `CREATE TABLE unsearched_pages (
    space_id ${ID} NOT NULL REFERENCES spaces ON DELETE CASCADE,
    page_id ${ID} NOT NULL,
    PRIMARY KEY (space_id, page_id)
  )`,
];
