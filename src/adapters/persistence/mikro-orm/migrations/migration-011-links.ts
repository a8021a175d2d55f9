import { Migration } from './migration.ts';

const ID = 'text COLLATE "C"';

/**
 * Links of pages of primary content, their targets, and the paths in repositories. Existing spaces get theirs from the
 * backlog.
 */
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

  // Targets are counted as they are written, so that no query counts all targets of a space.
  `CREATE TABLE link_counts (
    space_id ${ID} PRIMARY KEY REFERENCES spaces ON DELETE CASCADE,
    targets int NOT NULL, broken int NOT NULL
  )`,
  `CREATE FUNCTION count_link_targets() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF TG_OP = 'INSERT' THEN
       INSERT INTO link_counts AS c (space_id, targets, broken) SELECT space_id, count(*), count(*) FILTER (WHERE broken) FROM came GROUP BY space_id
       ON CONFLICT (space_id) DO UPDATE SET targets = c.targets + EXCLUDED.targets, broken = c.broken + EXCLUDED.broken;
     ELSIF TG_OP = 'UPDATE' THEN
       UPDATE link_counts c SET broken = c.broken + d.broken FROM (
         SELECT space_id, sum(n) AS broken FROM (SELECT space_id, 1 AS n FROM came WHERE broken UNION ALL SELECT space_id, -1 FROM went WHERE broken) b GROUP BY space_id
       ) d WHERE c.space_id = d.space_id AND d.broken <> 0;
     ELSE
       UPDATE link_counts c SET targets = c.targets - d.targets, broken = c.broken - d.broken FROM (
         SELECT space_id, count(*) AS targets, count(*) FILTER (WHERE broken) AS broken FROM went GROUP BY space_id
       ) d WHERE c.space_id = d.space_id;
     END IF;
     RETURN NULL;
   END $$`,
  'CREATE TRIGGER count_new_link_targets AFTER INSERT ON link_targets REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION count_link_targets()',
  'CREATE TRIGGER count_changed_link_targets AFTER UPDATE ON link_targets REFERENCING OLD TABLE AS went NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION count_link_targets()',
  'CREATE TRIGGER count_gone_link_targets AFTER DELETE ON link_targets REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION count_link_targets()',

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
