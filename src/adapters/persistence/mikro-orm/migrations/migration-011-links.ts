import { Migration } from '@mikro-orm/migrations';

const ID = 'text COLLATE "C"';

/** What pages of primary content name, where that leads, and what lies where in the repositories. Spaces that were there before get theirs from the backlog. */
export class Migration011Links extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `CREATE TABLE link_targets (
    space_id ${ID} NOT NULL REFERENCES spaces ON DELETE CASCADE,
    key ${ID} NOT NULL,
    target_id ${ID}, kin ${ID}, broken boolean NOT NULL,
    PRIMARY KEY (space_id, key)
  )`,
  'CREATE INDEX link_targets_led_to ON link_targets (space_id, target_id) WHERE target_id IS NOT NULL',
  'CREATE INDEX link_targets_kin ON link_targets (space_id, kin) WHERE kin IS NOT NULL',
  'CREATE INDEX link_targets_broken ON link_targets (space_id, key) WHERE broken',

  `CREATE TABLE page_links (
    space_id ${ID} NOT NULL REFERENCES spaces ON DELETE CASCADE,
    page_id ${ID} NOT NULL, key ${ID} NOT NULL,
    PRIMARY KEY (space_id, page_id, key)
  )`,
  'CREATE INDEX page_links_key ON page_links (space_id, key, page_id)',

  `CREATE TABLE git_places (
    space_id ${ID} NOT NULL REFERENCES spaces ON DELETE CASCADE,
    kind text NOT NULL, id ${ID} NOT NULL, path ${ID} NOT NULL,
    PRIMARY KEY (space_id, kind, id)
  )`,
  'CREATE INDEX git_places_path ON git_places (space_id, path)',

  'INSERT INTO projection_backlog (space_id) SELECT s.id FROM spaces s JOIN branches b ON b.id = s.id ON CONFLICT DO NOTHING',
];
