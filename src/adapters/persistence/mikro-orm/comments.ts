import type pg from 'pg';
import type { Commenter, CommentReads, CommentScope } from '../../../ports/comments.ts';
import type { Page, PageRequest } from '../../../ports/kernel/repository.ts';
import { listing } from './reads.ts';
import { selectList, stateFrom } from './kernel/state-mapping.ts';
import { TABLES } from './kernel/tables.ts';

const { users } = TABLES;

/** Authors in the threads that `where` finds as `c`; greatest() ignores nulls. */
const COMMENTERS = (where: string): string => `users t JOIN (
    SELECT posted_by, max(at) AS updated_at, count(*) AS count FROM (
      SELECT c.posted_by, greatest(c.posted_at, c.edited_at) AS at FROM comments c WHERE ${where}
      UNION ALL
      SELECT r.posted_by, greatest(r.posted_at, r.edited_at) FROM comment_replies r JOIN comments c ON c.id = r.comment_id WHERE ${where}
    ) said GROUP BY posted_by
  ) w ON w.posted_by = t.id`;
const ON_SPACE = COMMENTERS('c.space_id = $1 AND c.change_request_id IS NULL');
const ON_CHANGE_REQUEST = COMMENTERS('c.space_id = $1 AND c.change_request_id = $2');

export class PgCommentReads implements CommentReads {
  constructor(private readonly pool: pg.Pool) {}

  commenters({ spaceId, changeRequestId }: CommentScope, page: PageRequest): Promise<Page<Commenter>> {
    const of =
      changeRequestId === null
        ? { from: ON_SPACE, values: [spaceId] }
        : { from: ON_CHANGE_REQUEST, values: [spaceId, changeRequestId] };
    return listing(
      this.pool,
      { select: `${selectList(users, 't')}, w.updated_at AS "updatedAt", w.count`, where: 'true', ...of },
      page,
      (row) => ({ user: stateFrom(users, row), updatedAt: row.updatedAt, count: row.count }),
    );
  }
}
