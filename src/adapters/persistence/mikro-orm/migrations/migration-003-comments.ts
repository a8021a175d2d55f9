import { Migration } from './migration.ts';

const ID = 'text COLLATE "C"';

/** Comment threads on spaces and change requests, and the counts of open ones. */
export class Migration003Comments extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const REMARK = `posted_by ${ID} NOT NULL REFERENCES users, posted_at timestamptz(3) NOT NULL, edited_at timestamptz(3),
    body text NOT NULL, reactions jsonb NOT NULL`;

const STATEMENTS = [
  `CREATE TABLE comments (
    id ${ID} PRIMARY KEY, version int NOT NULL DEFAULT 1,
    space_id ${ID} NOT NULL REFERENCES spaces ON DELETE CASCADE,
    change_request_id ${ID} REFERENCES change_requests ON DELETE CASCADE,
    review_id ${ID}, revision_id ${ID} NOT NULL,
    page_id ${ID}, page jsonb,
    status text NOT NULL, resolved_at timestamptz(3), resolved_by ${ID} REFERENCES users,
    replies int NOT NULL,
    ${REMARK}
  )`,
  `CREATE INDEX comments_in ON comments (space_id, change_request_id, id)`,
  `CREATE INDEX comments_on_page ON comments (page_id, id) WHERE page_id IS NOT NULL`,
  `CREATE INDEX comments_of_change_request ON comments (change_request_id) WHERE change_request_id IS NOT NULL`,
  `CREATE TABLE comment_replies (
    id ${ID} PRIMARY KEY, version int NOT NULL DEFAULT 1,
    comment_id ${ID} NOT NULL REFERENCES comments ON DELETE CASCADE,
    ${REMARK}
  )`,
  `CREATE INDEX comment_replies_to ON comment_replies (comment_id, id)`,

  // A count that stays the same is not written; the place of a comment never changes.
  `CREATE FUNCTION count_comments() RETURNS trigger LANGUAGE plpgsql AS $$
   DECLARE
     was int := CASE WHEN TG_OP <> 'INSERT' AND OLD.status = 'open' THEN 1 ELSE 0 END;
     becomes int := CASE WHEN TG_OP <> 'DELETE' AND NEW.status = 'open' THEN 1 ELSE 0 END;
     place comments := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
   BEGIN
     IF was = becomes THEN
       RETURN NULL;
     ELSIF place.change_request_id IS NULL THEN
       UPDATE spaces SET comments = comments + becomes - was WHERE id = place.space_id;
     ELSE
       UPDATE change_requests SET comments = comments + becomes - was WHERE id = place.change_request_id;
     END IF;
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER count_comments AFTER INSERT OR DELETE ON comments FOR EACH ROW EXECUTE FUNCTION count_comments()`,
  `CREATE TRIGGER count_comments_by_status AFTER UPDATE OF status ON comments
   FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION count_comments()`,
];
