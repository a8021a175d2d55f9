import type pg from 'pg';
import type { Id } from '../../../domain/kernel/id.ts';
import type { Commenter, CommentReads, CommentScope } from '../../../ports/comments.ts';
import type { Page, PageRequest } from '../../../ports/kernel/repository.ts';
import { rows, statement } from './kernel/sql.ts';
import { listing } from './kernel/listing.ts';
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

const REPLIERS =
  statement(`SELECT ${selectList(users, 't')}, w.comment_id AS "commentId", w.updated_at AS "updatedAt", w.count::int
  FROM (
    SELECT comment_id, posted_by, max(greatest(posted_at, edited_at)) AS updated_at, count(*) AS count
    FROM comment_replies WHERE comment_id = ANY($1) GROUP BY comment_id, posted_by
  ) w JOIN users t ON t.id = w.posted_by ORDER BY w.comment_id, t.id`);

interface CommenterRow extends Record<string, unknown> {
  readonly updatedAt: string;
  readonly count: number;
}
const commenterFrom = (row: CommenterRow): Commenter => ({
  user: stateFrom(users, row),
  updatedAt: row.updatedAt,
  count: row.count,
});

/** Reads comments and replies, with their authors and reactions. */
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
      commenterFrom,
    );
  }

  async repliers(commentIds: readonly Id[]): Promise<ReadonlyMap<Id, readonly Commenter[]>> {
    if (commentIds.length === 0) return new Map();
    const found = await rows<CommenterRow & { commentId: Id }>(this.pool, REPLIERS, [commentIds]);
    const repliers = new Map<Id, Commenter[]>();
    for (const row of found) repliers.set(row.commentId, [...(repliers.get(row.commentId) ?? []), commenterFrom(row)]);
    return repliers;
  }
}
