import type pg from 'pg';
import type { Revision } from '../../../domain/content/revision.ts';
import type {
  ChangeRequestRow,
  ChangeRequestFilter,
  ChangeRequestReads,
} from '../../../ports/change-requests/change-request-reads.ts';
import type { UserState } from '../../../domain/users.ts';
import type { UserReads } from '../../../ports/users.ts';
import type { Page, PageRequest } from '../../../ports/kernel/repository.ts';
import type { RevisionWithAuthor, Revisions } from '../../../ports/content/revisions.ts';
import { isNumber } from '../change-request-key.ts';
import { MERGER, MERGER_FROM, mergerFrom } from './change-requests/merger.ts';
import { contains } from './kernel/contains.ts';
import { listing } from './kernel/listing.ts';
import { rows, statement } from './kernel/sql.ts';
import { selectList, stateFrom } from './kernel/state-mapping.ts';
import { TABLES } from './kernel/tables.ts';
import { SSO_REQUIRED } from './permissions/access-facts.ts';

const { users, organizations, changeRequests } = TABLES;

const OWNS_TEAM = `EXISTS (SELECT 1 FROM team_members tm WHERE tm.user_id = m.user_id AND tm.organization_id = t.id AND tm.role = 'owner')`;
const OF_DOMAIN = statement(
  `SELECT ${selectList(organizations, 't')} FROM email_domains d JOIN organizations t ON t.id = d.organization_id WHERE d.proven_domain = $1`,
);

const USERS_BY_ID = statement(`SELECT ${selectList(users, 't')} FROM users t WHERE t.id = ANY($1::text[])`);

export class PgUserReads implements UserReads {
  constructor(private readonly pool: pg.Pool) {}

  listUsers(search: string | undefined, page: PageRequest): ReturnType<UserReads['listUsers']> {
    return listing(
      this.pool,
      { select: selectList(users, 't'), from: 'users t', ...matching(['t.display_name', 't.email'], search) },
      page,
      (row) => stateFrom(users, row),
    );
  }

  listOrganizations(search: string | undefined, page: PageRequest): ReturnType<UserReads['listOrganizations']> {
    return listing(
      this.pool,
      {
        select: `${selectList(organizations, 't')}, (SELECT count(*) FROM members m WHERE m.organization_id = t.id) AS members`,
        from: 'organizations t',
        ...matching(['t.title'], search),
      },
      page,
      (row) => ({ organization: stateFrom(organizations, row), members: row.members }),
    );
  }

  organizationsOf(userId: string, page: PageRequest): ReturnType<UserReads['organizationsOf']> {
    return listing(
      this.pool,
      {
        select: `${selectList(organizations, 't')}, m.role, ${OWNS_TEAM} AS "ownsTeam"`,
        from: 'organizations t JOIN members m ON m.organization_id = t.id',
        where: 'm.user_id = $1',
        values: [userId],
      },
      page,
      (row) => ({ organization: stateFrom(organizations, row), role: row.role, ownsTeam: row.ownsTeam }),
    );
  }

  async organizationsOfDomain(domain: string): ReturnType<UserReads['organizationsOfDomain']> {
    return (await rows(this.pool, OF_DOMAIN, [domain])).map((row) => stateFrom(organizations, row));
  }

  async usersById(ids: readonly string[]): Promise<readonly UserState[]> {
    if (ids.length === 0) return [];
    return (await rows(this.pool, USERS_BY_ID, [ids])).map((row) => stateFrom(users, row));
  }

  async canSee({ userId, via }: Parameters<UserReads['canSee']>[0], other: string): Promise<boolean> {
    return (await rows(this.pool, SHARES_ORGANIZATION, [userId, other, via])).length > 0;
  }
}

/** Condition and parameters of a list that shows all, or what contains `search` in one of some columns. */
const matching = (columns: readonly string[], search: string | undefined) =>
  search === undefined ? { where: 'TRUE', values: [] } : { where: contains(columns, '$1'), values: [search] };

const SHARES_ORGANIZATION = statement(
  `SELECT 1 FROM members a JOIN members b ON b.organization_id = a.organization_id JOIN organizations o ON o.id = a.organization_id
   WHERE a.user_id = $1 AND a.role IS NOT NULL AND b.user_id = $2 AND NOT ${SSO_REQUIRED('$3::text')} LIMIT 1`,
);

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

const REVISION_COLUMNS = `t.id, t.space_id AS "spaceId", t.parents, encode(t.content, 'hex') AS content, t.type, t.created_at AS "createdAt", t.created_by AS "createdBy", t.merged_from AS "mergedFrom", t.git`;
const REVISION = statement(`SELECT ${REVISION_COLUMNS} FROM revisions t WHERE t.space_id = $1 AND t.id = $2`);
const revisionFrom = ({
  id,
  spaceId,
  parents,
  content,
  type,
  createdAt,
  createdBy,
  mergedFrom,
  git,
}: any): Revision => ({
  id,
  spaceId,
  parents,
  content,
  type,
  createdAt,
  createdBy,
  ...(mergedFrom !== null && { mergedFrom }),
  ...(git !== null && { git }),
});

export class PgRevisions implements Revisions {
  constructor(private readonly pool: pg.Pool) {}

  async find(spaceId: string, id: string): Promise<Revision | undefined> {
    const [row] = await rows(this.pool, REVISION, [spaceId, id]);
    return row && revisionFrom(row);
  }

  list(spaceId: string, branchId: string, page: PageRequest): Promise<Page<RevisionWithAuthor>> {
    return listing(
      this.pool,
      {
        select: `${REVISION_COLUMNS}, ${selectList(users, 'u', 'user.')}`,
        from: 'revisions t LEFT JOIN users u ON u.id = t.created_by',
        where: 't.space_id = $1 AND t.branch_id = $2',
        values: [spaceId, branchId],
        numbered: 'revisions',
      },
      page,
      (row) => ({
        revision: revisionFrom(row),
        author: row['user.id'] === null ? null : stateFrom(users, row, 'user.'),
      }),
    );
  }
}
