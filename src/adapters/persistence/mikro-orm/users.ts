import type pg from 'pg';
import type { UserId } from '../../../domain/kernel/id.ts';
import type { UserState } from '../../../domain/users.ts';
import type { PageRequest } from '../../../ports/kernel/repository.ts';
import type { AccountPurger, EndedMembership, UserReads } from '../../../ports/users.ts';
import { contains } from './kernel/contains.ts';
import { listing } from './kernel/listing.ts';
import { rows, statement } from './kernel/sql.ts';
import { selectList, stateFrom } from './kernel/state-mapping.ts';
import { TABLES } from './kernel/tables.ts';
import type { Transaction } from './kernel/transaction.ts';
import { SSO_REQUIRED } from './permissions/access-facts.ts';

const { users, organizations } = TABLES;

const OWNS_TEAM = `EXISTS (SELECT 1 FROM team_members tm WHERE tm.user_id = m.user_id AND tm.organization_id = t.id AND tm.role = 'owner')`;
const OF_DOMAIN = statement(
  `SELECT ${selectList(organizations, 't')} FROM email_domains d JOIN organizations t ON t.id = d.organization_id WHERE d.proven_domain = $1`,
);

const USERS_BY_ID = statement(`SELECT ${selectList(users, 't')} FROM users t WHERE t.id = ANY($1::text[])`);

/** Reads user accounts. */
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

const TABLES_OF_USERS = ['review_requests', 'team_members', 'grants', 'saml_identities'];
const DELETIONS = TABLES_OF_USERS.map((table) => statement(`DELETE FROM ${table} WHERE user_id = $1`));
const MEMBERS = statement(
  `WITH gone AS (DELETE FROM members WHERE user_id = $1 RETURNING id, organization_id AS "organizationId", role)
   SELECT * FROM gone ORDER BY "organizationId"`,
);

export class PgAccountPurger implements AccountPurger {
  constructor(private readonly transaction: Transaction) {}

  async purge(userId: UserId): Promise<readonly EndedMembership[]> {
    for (const deletion of DELETIONS) await this.transaction.rows(deletion, [userId]);
    return this.transaction.rows<EndedMembership>(MEMBERS, [userId]);
  }
}
