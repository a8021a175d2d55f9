import type pg from 'pg';
import type { UserState } from '../../../../domain/users.ts';
import type { Page, PageRequest } from '../../../../ports/kernel/repository.ts';
import type {
  Contributor,
  ReviewRow,
  ReviewReads,
  ReviewRequestRow,
} from '../../../../ports/change-requests/review-reads.ts';
import { afterInstant, instantKey, pageOf } from '../../list-keys.ts';
import { listing } from '../kernel/listing.ts';
import { rows, statement } from '../kernel/sql.ts';
import { selectList, stateFrom } from '../kernel/state-mapping.ts';
import { accessFactsFrom, ACCESS_FACTS, ACCESS_FACTS_FROM } from '../permissions/access-facts.ts';
import { TABLES } from '../kernel/tables.ts';

const { reviews, reviewRequests, teams, users } = TABLES;

const CONTRIBUTORS = statement(
  `WITH contributions AS MATERIALIZED (
     SELECT created_by AS user_id, max(created_at) AS updated_at, count(*) AS count FROM revisions WHERE branch_id = $1 AND created_by IS NOT NULL GROUP BY created_by
   ), page AS (
     SELECT * FROM contributions WHERE $2::timestamptz IS NULL OR (updated_at, user_id) < ($2, $3) ORDER BY updated_at DESC, user_id DESC LIMIT $4
   )
   SELECT (SELECT count(*) FROM contributions) AS total, p.updated_at AS "updatedAt", p.count, ${selectList(users, 'u', 'user.')}
   FROM (SELECT 1) one LEFT JOIN (page p JOIN users u ON u.id = p.user_id) ON true ORDER BY p.updated_at DESC, p.user_id DESC`,
);
const REVIEWERS_ACCESS = statement(
  `SELECT ${selectList(users, 'u', 'user.')}, ${ACCESS_FACTS('s', 'u.id')}
   FROM spaces s JOIN users u ON u.id = ANY($2::text[]) ${ACCESS_FACTS_FROM('s', 'u.id', 'NOT u.disabled')} WHERE s.id = $1 AND m.id IS NOT NULL`,
);
const userFrom = (row: any, prefix: string): UserState => stateFrom(users, row, prefix);

/** Reads reviews and requested reviewers of change requests, with their users. */
export class PgReviewReads implements ReviewReads {
  constructor(private readonly pool: pg.Pool) {}

  reviews(changeRequestId: string, page: PageRequest): Promise<Page<ReviewRow>> {
    return listing(
      this.pool,
      {
        select: `${selectList(reviews, 't', 'review.')}, ${selectList(users, 'u', 'reviewer.')}, ${selectList(users, 'q', 'requester.')}`,
        from: 'reviews t JOIN users u ON u.id = t.reviewer_id LEFT JOIN users q ON q.id = t.requested_by',
        where: 't.change_request_id = $1',
        values: [changeRequestId],
        numbered: 'reviews',
      },
      { ...page, order: 'desc' },
      (row) => ({
        review: stateFrom(reviews, row, 'review.'),
        reviewer: userFrom(row, 'reviewer.'),
        requestedBy: row['requester.id'] === null ? null : userFrom(row, 'requester.'),
      }),
    );
  }

  requests(changeRequestId: string, page: PageRequest): Promise<Page<ReviewRequestRow>> {
    return listing(
      this.pool,
      {
        select: `${selectList(reviewRequests, 't', 'request.')}, ${selectList(users, 'u', 'user.')}, ${selectList(teams, 'e', 'team.')}, ${selectList(users, 'q', 'requester.')}`,
        from: 'review_requests t LEFT JOIN users u ON u.id = t.user_id LEFT JOIN teams e ON e.id = t.team_id JOIN users q ON q.id = t.requested_by',
        where: 't.change_request_id = $1',
        values: [changeRequestId],
      },
      page,
      (row) => ({
        request: stateFrom(reviewRequests, row, 'request.'),
        reviewer:
          row['team.id'] === null
            ? { kind: 'user', user: userFrom(row, 'user.') }
            : { kind: 'team', team: stateFrom(teams, row, 'team.') },
        requestedBy: userFrom(row, 'requester.'),
      }),
    );
  }

  async contributors(changeRequestId: string, { limit, after }: PageRequest): Promise<Page<Contributor>> {
    const [at, userId] = afterInstant(after);
    const found = await rows(this.pool, CONTRIBUTORS, [changeRequestId, at, userId, limit + 1]);
    const items = found
      .filter((row) => row['user.id'] !== null)
      .map((row): Contributor => ({ user: userFrom(row, 'user.'), updatedAt: row.updatedAt, count: row.count }));
    return pageOf(items, limit, found[0]!.total, ({ user, updatedAt }) => instantKey(updatedAt, user.id));
  }

  async accessFacts(spaceId: string, userIds: readonly string[]): ReturnType<ReviewReads['accessFacts']> {
    const found = await rows(this.pool, REVIEWERS_ACCESS, [spaceId, userIds]);
    return found.map((row) => ({ user: userFrom(row, 'user.'), access: accessFactsFrom(row) }));
  }
}
