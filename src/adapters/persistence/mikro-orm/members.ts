import type pg from 'pg';
import type { MemberFilter, MemberReads, MemberSort, PeopleSearch } from '../../../ports/members.ts';
import type { MemberRow } from '../../../ports/members.ts';
import type { Page, PageRequest } from '../../../ports/kernel/repository.ts';
import { contains, lower } from './kernel/contains.ts';
import { sortedListing, type RowList } from './kernel/listing.ts';
import { rows, statement } from './kernel/sql.ts';
import { selectList, stateFrom } from './kernel/state-mapping.ts';
import { TABLES } from './kernel/tables.ts';

const { members, users } = TABLES;

/** Columns of member `t` with its user `u` and counts. */
export const MEMBER = `${selectList(members, 't', 'member.')}, ${selectList(users, 'u', 'user.')},
  (SELECT count(*) FROM grants g JOIN spaces s ON s.id = g.space_id AND s.deleted_at IS NULL WHERE g.organization_id = t.organization_id AND g.user_id = t.user_id) AS spaces,
  (SELECT count(*) FROM grants g WHERE g.organization_id = t.organization_id AND g.user_id = t.user_id AND g.site_id IS NOT NULL) AS sites,
  (SELECT count(*) FROM team_members tm WHERE tm.organization_id = t.organization_id AND tm.user_id = t.user_id) AS teams`;
export const MEMBER_FROM = 'members t JOIN users u ON u.id = t.user_id';
export const memberRow = (row: any): MemberRow => ({
  member: stateFrom(members, row, 'member.'),
  user: stateFrom(users, row, 'user.'),
  spaces: row.spaces,
  teams: row.teams,
  sites: row.sites,
});

/** Expression, type and condition of each sort order. */
const SORTS: Readonly<Record<MemberSort, { readonly by: string; readonly type: string; readonly who: string }>> = {
  joinedAt: { by: 't.joined_at', type: 'timestamptz', who: '' },
  lastSeenAt: { by: 't.last_seen_at', type: 'timestamptz', who: ' AND t.last_seen_at IS NOT NULL AND NOT u.disabled' },
  name: { by: `${lower('u.display_name')} COLLATE "C"`, type: 'text COLLATE "C"', who: '' },
};

const FIND = statement(`SELECT ${MEMBER} FROM ${MEMBER_FROM} WHERE t.organization_id = $1 AND t.user_id = ANY($2)`);

/** Lists members `t` with their users `u` that match a part of their name or address, sorted. */
export function listSortedMembers<T>(
  pool: pg.Pool,
  list: RowList,
  { search, namesOnly = false }: PeopleSearch,
  sort: MemberSort,
  page: PageRequest,
  read: (row: any) => T,
): Promise<Page<T>> {
  const { by, type, who } = SORTS[sort];
  const values = [...list.values];
  let where = `${list.where}${who}`;
  if (search !== undefined)
    where += ` AND ${contains(['u.display_name', ...(namesOnly ? [] : ['u.email'])], `$${values.push(search)}`)}`;
  const direction = page.order === 'desc' ? 'DESC' : 'ASC';
  return sortedListing(pool, { ...list, where, values }, { by, type, direction }, page, read);
}

/** Reads the members of organizations. */
export class PgMemberReads implements MemberReads {
  constructor(private readonly pool: pg.Pool) {}

  async list(
    organizationId: string,
    { role, ...search }: MemberFilter,
    sort: MemberSort,
    page: PageRequest,
  ): Promise<Page<MemberRow>> {
    const values: unknown[] = [organizationId];
    let where = 't.organization_id = $1';
    if (role !== undefined) where += role === null ? ' AND t.role IS NULL' : ` AND t.role = $${values.push(role)}`;
    const list = { select: MEMBER, from: MEMBER_FROM, where, values };
    return listSortedMembers(this.pool, list, search, sort, page, memberRow);
  }

  async find(organizationId: string, userId: string): Promise<MemberRow | undefined> {
    const [row] = await this.findByUsers(organizationId, [userId]);
    return row;
  }

  async findByUsers(organizationId: string, userIds: readonly string[]): Promise<readonly MemberRow[]> {
    return (await rows(this.pool, FIND, [organizationId, userIds])).map(memberRow);
  }
}
