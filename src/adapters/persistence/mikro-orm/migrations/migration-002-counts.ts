import { Migration } from './migration.ts';

/**
 * Counts of spaces and change requests, as columns that triggers update in the same transaction. They leave `version`
 * unchanged, so that no concurrent save of the space or change request fails.
 */
export class Migration002Counts extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  // Free space lets frequently updated rows stay on the same page.
  `ALTER TABLE spaces SET (fillfactor = 80)`,
  `ALTER TABLE change_requests SET (fillfactor = 80)`,
  `ALTER TABLE spaces
    ADD COLUMN change_requests int NOT NULL DEFAULT 0,
    ADD COLUMN change_requests_open int NOT NULL DEFAULT 0,
    ADD COLUMN change_requests_draft int NOT NULL DEFAULT 0,
    ADD COLUMN comments int NOT NULL DEFAULT 0`,
  `ALTER TABLE change_requests ADD COLUMN comments int NOT NULL DEFAULT 0`,

  `UPDATE spaces s SET change_requests = c.all_of_them, change_requests_open = c.open, change_requests_draft = c.draft
   FROM (
     SELECT space_id, count(*) AS all_of_them, count(*) FILTER (WHERE status = 'open') AS open, count(*) FILTER (WHERE status = 'draft') AS draft
     FROM change_requests GROUP BY space_id
   ) c WHERE c.space_id = s.id`,

  // The old and the new row; null where there is none.
  `CREATE FUNCTION count_change_requests() RETURNS trigger LANGUAGE plpgsql AS $$
   DECLARE
     was text := CASE WHEN TG_OP <> 'INSERT' THEN OLD.status END;
     becomes text := CASE WHEN TG_OP <> 'DELETE' THEN NEW.status END;
   BEGIN
     UPDATE spaces SET
       change_requests = change_requests + (becomes IS NOT NULL)::int - (was IS NOT NULL)::int,
       change_requests_open = change_requests_open + coalesce((becomes = 'open')::int, 0) - coalesce((was = 'open')::int, 0),
       change_requests_draft = change_requests_draft + coalesce((becomes = 'draft')::int, 0) - coalesce((was = 'draft')::int, 0)
     WHERE id = CASE WHEN TG_OP = 'DELETE' THEN OLD.space_id ELSE NEW.space_id END;
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER count_change_requests AFTER INSERT OR DELETE ON change_requests FOR EACH ROW EXECUTE FUNCTION count_change_requests()`,
  `CREATE TRIGGER count_change_requests_by_status AFTER UPDATE OF status ON change_requests
   FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION count_change_requests()`,
];
