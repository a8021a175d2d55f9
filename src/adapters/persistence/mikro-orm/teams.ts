import type pg from 'pg';
import type { OrganizationUser } from '../../../ports/kernel/viewer.ts';
import type { Page, PageRequest } from '../../../ports/kernel/repository.ts';
import type { TeamRow, TeamFilter, TeamReads } from '../../../ports/teams.ts';
import { MEMBER, MEMBER_FROM, memberRow } from './members.ts';
import { listing } from './kernel/listing.ts';
import { contains } from './kernel/contains.ts';
import { rows, statement } from './kernel/sql.ts';
import { selectList, stateFrom } from './kernel/state-mapping.ts';
import { TABLES } from './kernel/tables.ts';

/** Spaces of team `t`: granted directly, or inside a granted collection. */
const SPACES = `(
  WITH RECURSIVE inside AS (
    SELECT g.collection_id AS id FROM grants g WHERE g.team_id = t.id AND g.collection_id IS NOT NULL
    UNION SELECT c.id FROM inside JOIN collections c ON c.parent_id = inside.id
  ) SELECT count(*) FROM (
    SELECT s.id FROM inside JOIN spaces s ON s.parent_id = inside.id AND s.deleted_at IS NULL
    UNION SELECT s.id FROM grants g JOIN spaces s ON s.id = g.space_id AND s.deleted_at IS NULL WHERE g.team_id = t.id
  ) reached)`;
/** Columns of a team: $1 organization, $2 viewer. */
export const TEAM = `${selectList(TABLES.teams, 't')}, (SELECT count(*) FROM team_members x WHERE x.team_id = t.id) AS members, ${SPACES} AS spaces, own.role`;
export const TEAM_FROM = 'teams t LEFT JOIN team_members own ON own.team_id = t.id AND own.user_id = $2';
const FIND = statement(`SELECT ${TEAM} FROM ${TEAM_FROM} WHERE t.organization_id = $1 AND t.id = $3`);

/** Converts the columns of a team, its counts and the role of the viewer in it. */
export const teamFacts = (row: any): TeamRow => ({
  team: stateFrom(TABLES.teams, row),
  members: row.members,
  spaces: row.spaces,
  role: row.role,
});

/** Reads teams and their members. */
export class PgTeamReads implements TeamReads {
  constructor(private readonly pool: pg.Pool) {}

  list(viewer: OrganizationUser, { title, owner }: TeamFilter, page: PageRequest): Promise<Page<TeamRow>> {
    const values: unknown[] = [viewer.organizationId, viewer.userId];
    const owned =
      owner === undefined
        ? ''
        : ` JOIN team_members o ON o.team_id = t.id AND o.role = 'owner' AND o.user_id = $${values.push(owner)}`;
    return listing(
      this.pool,
      { select: TEAM, from: TEAM_FROM + owned, where: `t.organization_id = $1${titled(title, values)}`, values },
      page,
      teamFacts,
    );
  }

  async find({ organizationId, userId }: OrganizationUser, teamId: string): Promise<TeamRow | undefined> {
    const [row] = await rows(this.pool, FIND, [organizationId, userId, teamId]);
    return row && teamFacts(row);
  }

  listOfMember(
    viewer: OrganizationUser,
    userId: string,
    { title }: Pick<TeamFilter, 'title'>,
    page: PageRequest,
  ): ReturnType<TeamReads['listOfMember']> {
    const values: unknown[] = [viewer.organizationId, viewer.userId, userId];
    const of = {
      select: `${TEAM}, theirs.role AS "memberRole"`,
      from: `${TEAM_FROM} JOIN team_members theirs ON theirs.team_id = t.id AND theirs.user_id = $3`,
      where: `t.organization_id = $1${titled(title, values)}`,
      values,
    };
    return listing(this.pool, of, page, (row) => ({ ...teamFacts(row), memberRole: row.memberRole }));
  }

  listMembers(teamId: string, page: PageRequest): ReturnType<TeamReads['listMembers']> {
    const of = {
      select: `${MEMBER}, x.role AS "teamRole"`,
      from: `team_members x JOIN (${MEMBER_FROM}) ON t.organization_id = x.organization_id AND t.user_id = x.user_id`,
      where: 'x.team_id = $1',
      values: [teamId],
    };
    return listing(this.pool, of, page, (row) => ({ ...memberRow(row), role: row.teamRole }));
  }
}

function titled(title: string | undefined, values: unknown[]): string {
  return title === undefined ? '' : ` AND ${contains(['t.title'], `$${values.push(title)}`)}`;
}
