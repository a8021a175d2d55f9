import type { MemberFilter, MemberReads, MemberSort, PeopleSearch } from '../../../ports/members.ts';
import type { MemberRow } from '../../../ports/members.ts';
import type { Page, PageRequest } from '../../../ports/kernel/repository.ts';
import { pageOf, afterSorted, sortedKey } from '../list-keys.ts';
import { containsText } from './kernel/pages.ts';
import type { MemoryStore } from './store.ts';

const SORTED_BY: Readonly<Record<MemberSort, (row: Pick<MemberRow, 'member' | 'user'>) => string>> = {
  joinedAt: ({ member }) => member.joinedAt,
  lastSeenAt: ({ member }) => member.lastSeenAt!,
  name: ({ user }) => user.displayName.toLowerCase(),
};

/** Compares bytewise, as the database does. */
const compare = (a: readonly [string, string], b: readonly [string, string]): number =>
  Buffer.compare(Buffer.from(a[0]), Buffer.from(b[0])) || Buffer.compare(Buffer.from(a[1]), Buffer.from(b[1]));

/** Makes a page of members that match a part of their name or address, sorted. */
export function sortedMembers<M extends Pick<MemberRow, 'member' | 'user'>>(
  all: readonly M[],
  { search, namesOnly = false }: PeopleSearch,
  sort: MemberSort,
  { limit, after, order = 'asc' }: PageRequest,
): Page<M> {
  const matching = all
    .filter(
      ({ user }) =>
        search === undefined || containsText([user.displayName, ...(namesOnly ? [] : [user.email])], search),
    )
    .filter(({ member, user }) => sort !== 'lastSeenAt' || (member.lastSeenAt !== null && !user.disabled));
  const direction = order === 'desc' ? -1 : 1;
  const keyOf = (row: M): readonly [string, string] => [SORTED_BY[sort](row), row.member.id];
  const from = afterSorted(after);
  const rest = matching
    .sort((a, b) => direction * compare(keyOf(a), keyOf(b)))
    .filter((row) => from === undefined || direction * compare(keyOf(row), from) > 0);
  return structuredClone(pageOf(rest, limit, matching.length, (row) => sortedKey(...keyOf(row))));
}

/** Reads of members over the maps. */
export class MemoryMemberReads implements MemberReads {
  constructor(private readonly store: MemoryStore) {}

  async list(
    organizationId: string,
    { role, ...search }: MemberFilter,
    sort: MemberSort,
    page: PageRequest,
  ): Promise<Page<MemberRow>> {
    const all = this.store
      .all('members')
      .filter((member) => member.organizationId === organizationId && (role === undefined || member.role === role))
      .map((member) => this.#row(member));
    return sortedMembers(all, search, sort, page);
  }

  async find(organizationId: string, userId: string): Promise<MemberRow | undefined> {
    const [row] = await this.findByUsers(organizationId, [userId]);
    return row;
  }

  async findByUsers(organizationId: string, userIds: readonly string[]): Promise<readonly MemberRow[]> {
    const found = this.store
      .all('members')
      .filter((member) => member.organizationId === organizationId && userIds.includes(member.userId));
    return found.map((member) => structuredClone(this.#row(member)));
  }

  #row(member: MemberRow['member']): MemberRow {
    const { organizationId, userId } = member;
    const mine = (of: { organizationId: string; userId: string | null }) =>
      of.organizationId === organizationId && of.userId === userId;
    return {
      member,
      user: this.store.state('users', userId)!,
      spaces: this.store
        .all('grants')
        .filter((grant) => mine(grant) && this.store.state('spaces', grant.spaceId)?.deletedAt === null).length,
      teams: this.store.all('teamMembers').filter(mine).length,
      sites: this.store.all('grants').filter((grant) => mine(grant) && grant.siteId !== null).length,
    };
  }
}
