import type pg from 'pg';
import {
  collectionScope,
  scopeId,
  siteScope,
  spaceScope,
  type GrantScope,
} from '../../../../domain/permissions/grant.ts';
import { LEVELS, type Level } from '../../../../domain/permissions/level.ts';
import type { AccessSources } from '../../../../domain/permissions/access-reasons.ts';
import type { MemberSort } from '../../../../ports/members.ts';
import type { GrantReads, SiteUserFilter } from '../../../../ports/permissions.ts';
import type { OrganizationUser } from '../../../../ports/kernel/viewer.ts';
import type { PageRequest } from '../../../../ports/kernel/repository.ts';
import { pageOf } from '../../list-keys.ts';
import { listSortedMembers } from '../members.ts';
import { listing } from '../kernel/listing.ts';
import { rows, statement } from '../kernel/sql.ts';
import { selectList, stateFrom } from '../kernel/state-mapping.ts';
import { TABLES } from '../kernel/tables.ts';
import { TEAM, TEAM_FROM, teamFacts } from '../teams.ts';

const { grants, users } = TABLES;
const GRANT = selectList(grants, 'g', 'grant.');

const LEVEL_ARRAY = `ARRAY[${LEVELS.map((level) => `'${level}'`).join(',')}]`;
const RANK = (level: string): string => `array_position(${LEVEL_ARRAY}, ${level})`;

/** Common table expressions for the levels that the grants in `place_grants` give to each user. */
const HELD = `held AS (
      SELECT g.user_id, g.level, g.place_id, g.id, NULL::text AS team_id, NULL::text AS title FROM place_grants g WHERE g.user_id IS NOT NULL
      UNION ALL SELECT tm.user_id, g.level, g.place_id, g.id, t.id, t.title FROM place_grants g JOIN teams t ON t.id = g.team_id JOIN team_members tm ON tm.team_id = t.id
    ), of_people AS MATERIALIZED (
      SELECT user_id, max(${RANK('level')}) AS best, jsonb_agg(jsonb_build_object('level', level, 'place', place_id, 'team', team_id, 'title', title) ORDER BY id) AS held FROM held GROUP BY user_id
    )`;

/** Reads the levels that `HELD` lists for a user. */
const grantsFrom = (held: readonly any[] | null, at: (id: string) => GrantScope): AccessSources['grants'] =>
  (held ?? []).map((one) => ({
    level: one.level,
    scope: at(one.place),
    team: one.team === null ? null : { id: one.team, title: one.title },
  }));

/** Rank of the level of member `t` on a site. */
const SITE_RANK = `greatest(h.best, ${RANK('t.role')})`;
/** Members with a level on a site: $1 organization, $2 site. */
const SITE_USERS = {
  ctes: `WITH place_grants AS MATERIALIZED (SELECT g.user_id, g.team_id, g.level, g.place_id, g.id FROM grants g WHERE g.place_id = $2), ${HELD}`,
  select: `t.role, t.last_seen_at AS "lastSeenAt", h.held, ${selectList(users, 'u', 'user.')}`,
  from: 'members t JOIN users u ON u.id = t.user_id AND NOT u.disabled LEFT JOIN of_people h ON h.user_id = t.user_id',
  where: `t.organization_id = $1 AND ${SITE_RANK} IS NOT NULL`,
};

/**
 * Statement for users with access: $1 organization, $2 place, $3 levels or null, $4 the last user of the page before
 * or null, $5 limit.
 */
const peopleOn = (table: 'spaces' | 'collections') =>
  statement(`WITH RECURSIVE chain AS (
      SELECT p.id, p.parent_id, p.default_level, 0 AS depth FROM ${table} p WHERE p.id = $2 AND p.organization_id = $1
      UNION ALL SELECT c.id, c.parent_id, c.default_level, chain.depth + 1 FROM chain JOIN collections c ON c.id = chain.parent_id
    ), stated AS MATERIALIZED (SELECT id, default_level FROM chain WHERE default_level IS DISTINCT FROM 'inherit' ORDER BY depth LIMIT 1),
    place_grants AS MATERIALIZED (SELECT g.user_id, g.team_id, g.level, g.place_id, g.id FROM chain JOIN grants g ON g.place_id = chain.id),
    ${HELD}, people AS MATERIALIZED (
      SELECT m.id, m.user_id, m.role, h.held,
        greatest(h.best, ${RANK(`CASE WHEN m.role = 'admin' OR m.role IS NULL OR NOT EXISTS (SELECT 1 FROM stated) THEN m.role ELSE (SELECT default_level FROM stated) END`)}) AS rank
      FROM members m JOIN users u ON u.id = m.user_id AND NOT u.disabled LEFT JOIN of_people h ON h.user_id = m.user_id WHERE m.organization_id = $1
    ), matching AS MATERIALIZED (SELECT * FROM people WHERE rank IS NOT NULL AND ($3::text[] IS NULL OR (${LEVEL_ARRAY})[rank] = ANY ($3::text[])))
    SELECT (SELECT count(*) FROM matching) AS total, (SELECT id FROM stated) AS "statedAt", (SELECT default_level FROM stated) AS stated, f.* FROM (SELECT 1) one LEFT JOIN (
      SELECT p.id AS listed, p.role, p.held, ${selectList(users, 'u', 'user.')} FROM matching p JOIN users u ON u.id = p.user_id WHERE $4::text IS NULL OR p.id > $4 ORDER BY p.id LIMIT $5
    ) f ON true ORDER BY f.listed`);
const PEOPLE = { space: peopleOn('spaces'), collection: peopleOn('collections') };

/** Reads grants, and the people with access to a space or collection. */
export class PgGrantReads implements GrantReads {
  constructor(private readonly pool: pg.Pool) {}

  listUsers(place: GrantScope, page: PageRequest): ReturnType<GrantReads['listUsers']> {
    return listing(
      this.pool,
      {
        select: `${selectList(grants, 't', 'grant.')}, ${selectList(users, 'u', 'user.')}`,
        from: 'grants t JOIN users u ON u.id = t.user_id',
        where: 't.place_id = $1',
        values: [scopeId(place)],
      },
      page,
      (row) => ({ grant: stateFrom(grants, row, 'grant.'), user: stateFrom(users, row, 'user.') }),
    );
  }

  listTeams(
    { organizationId, userId }: OrganizationUser,
    place: GrantScope,
    page: PageRequest,
  ): ReturnType<GrantReads['listTeams']> {
    return listing(
      this.pool,
      {
        select: `${TEAM}, ${GRANT}`,
        from: `grants g JOIN (${TEAM_FROM}) ON t.id = g.team_id`,
        where: 't.organization_id = $1 AND g.place_id = $3',
        values: [organizationId, userId, scopeId(place)],
      },
      page,
      (row) => ({ grant: stateFrom(grants, row, 'grant.'), team: teamFacts(row) }),
    );
  }

  async listEffectiveUsers(
    organizationId: string,
    place: GrantScope,
    levels: readonly Level[] | undefined,
    { limit, after }: PageRequest,
  ): ReturnType<GrantReads['listEffectiveUsers']> {
    const found = await rows(this.pool, PEOPLE[place.spaceId === null ? 'collection' : 'space'], [
      organizationId,
      scopeId(place),
      levels ?? null,
      after ?? null,
      limit + 1,
    ]);
    const at = (id: string): GrantScope => (id === place.spaceId ? spaceScope(id) : collectionScope(id));
    const { total, statedAt, stated: statedLevel } = found[0]!;
    const stated = statedAt === null ? null : { level: statedLevel, scope: at(statedAt) };
    const page = pageOf(
      found.filter(({ listed }) => listed !== null),
      limit,
      total,
      ({ listed }) => listed,
    );
    return {
      ...page,
      items: page.items.map((row) => ({
        user: stateFrom(users, row, 'user.'),
        sources: {
          role: row.role,
          statedDefault: stated,
          grants: grantsFrom(row.held, at),
        },
      })),
    };
  }

  async listEffectiveSiteUsers(
    organizationId: string,
    siteId: string,
    { role, team, ...search }: SiteUserFilter,
    sort: MemberSort,
    page: PageRequest,
  ): ReturnType<GrantReads['listEffectiveSiteUsers']> {
    const values: unknown[] = [organizationId, siteId];
    let { where } = SITE_USERS;
    if (role === 'guest') where += ' AND t.role IS NULL';
    else if (role !== undefined) where += ` AND ${SITE_RANK} = ${RANK(`$${values.push(role)}::text`)}`;
    if (team !== undefined)
      where += ` AND EXISTS (SELECT 1 FROM team_members tm WHERE tm.organization_id = $1 AND tm.user_id = t.user_id AND tm.team_id = $${values.push(team)})`;
    return listSortedMembers(this.pool, { ...SITE_USERS, where, values }, search, sort, page, (row) => ({
      user: stateFrom(users, row, 'user.'),
      lastSeenAt: row.lastSeenAt,
      sources: { role: row.role, statedDefault: null, grants: grantsFrom(row.held, () => siteScope(siteId)) },
    }));
  }
}
