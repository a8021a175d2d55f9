import type pg from 'pg';
import type {
  ChangeRequestFilter,
  ChangeRequestReads,
  ChangeRequestRow,
} from '../../../../ports/change-requests/change-request-reads.ts';
import type { Page, PageRequest } from '../../../../ports/kernel/repository.ts';
import { isNumber } from '../../change-request-key.ts';
import { listing } from '../kernel/listing.ts';
import { rows, statement } from '../kernel/sql.ts';
import { selectList, stateFrom } from '../kernel/state-mapping.ts';
import { TABLES } from '../kernel/tables.ts';
import { MERGER, MERGER_FROM, mergerFrom } from './merger.ts';

const { users, changeRequests } = TABLES;

/** Columns of a change request with its author, merger, heads and counts, from `CHANGE_REQUEST_FROM`. */
export const CHANGE_REQUEST = `${selectList(changeRequests, 't', 'cr.')}, ${selectList(users, 'u', 'user.')}, ${MERGER},
  b.revision_id AS "revisionId", encode(b.content, 'hex') AS content, p.revision_id AS "primary", t.comments`;
export const CHANGE_REQUEST_FROM = `change_requests t JOIN users u ON u.id = t.created_by JOIN branches b ON b.id = t.id JOIN branches p ON p.id = t.space_id ${MERGER_FROM('t')}`;
export const changeRequestFacts = (row: any): ChangeRequestRow => ({
  state: stateFrom(changeRequests, row, 'cr.'),
  author: stateFrom(users, row, 'user.'),
  merger: mergerFrom(row),
  head: { revisionId: row.revisionId, content: row.content },
  primary: row.primary,
  comments: row.comments,
});

/** Condition: the user, or a team of the user, was asked to review change request `t`. */
export const hasReviewRequestFor = (user: string): string =>
  `EXISTS (SELECT 1 FROM review_requests r WHERE r.change_request_id = t.id AND (r.user_id = ${user} OR r.team_id IN (SELECT tm.team_id FROM team_members tm WHERE tm.user_id = ${user})))`;

/** Condition: the user created change request `t` or one of its revisions. */
export const contributedBy = (user: string): string =>
  `(t.created_by = ${user} OR EXISTS (SELECT 1 FROM revisions r WHERE r.branch_id = t.id AND r.created_by = ${user}))`;

const BY_NUMBER = statement(
  `SELECT ${CHANGE_REQUEST} FROM ${CHANGE_REQUEST_FROM} WHERE t.space_id = $1 AND t.number = $2`,
);
const BY_ID = statement(`SELECT ${CHANGE_REQUEST} FROM ${CHANGE_REQUEST_FROM} WHERE t.space_id = $1 AND t.id = $2`);
const NAMED = statement(
  `SELECT ${CHANGE_REQUEST} FROM ${CHANGE_REQUEST_FROM} WHERE t.space_id = $1 AND t.id = ANY($2::text[])`,
);

/** Reads change requests with the facts that lists and answers show. */
export class PgChangeRequestReads implements ChangeRequestReads {
  constructor(private readonly pool: pg.Pool) {}

  async find(spaceId: string, key: string): Promise<ChangeRequestRow | undefined> {
    const [row] = isNumber(key)
      ? await rows(this.pool, BY_NUMBER, [spaceId, Number(key)])
      : await rows(this.pool, BY_ID, [spaceId, key]);
    return row && changeRequestFacts(row);
  }

  async findMany(spaceId: string, ids: readonly string[]): Promise<readonly ChangeRequestRow[]> {
    return ids.length === 0 ? [] : (await rows(this.pool, NAMED, [spaceId, ids])).map(changeRequestFacts);
  }

  list(
    spaceId: string,
    { status, creator, contributor, requestedReviewer }: ChangeRequestFilter,
    page: PageRequest,
  ): Promise<Page<ChangeRequestRow>> {
    const values: unknown[] = [spaceId];
    const where = ['t.space_id = $1'];
    if (status !== undefined) where.push(`t.status = $${values.push(status)}`);
    if (creator !== undefined) where.push(`t.created_by = $${values.push(creator)}`);
    if (contributor !== undefined) where.push(contributedBy(`$${values.push(contributor)}`));
    if (requestedReviewer !== undefined) where.push(hasReviewRequestFor(`$${values.push(requestedReviewer)}`));
    return listing(
      this.pool,
      { select: CHANGE_REQUEST, from: CHANGE_REQUEST_FROM, where: where.join(' AND '), values },
      page,
      changeRequestFacts,
    );
  }
}
