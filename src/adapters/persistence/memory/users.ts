import type { Id, UserId } from '../../../domain/kernel/id.ts';
import type { MemberState } from '../../../domain/members.ts';
import type { UserState } from '../../../domain/users.ts';
import type { PageRequest } from '../../../ports/kernel/repository.ts';
import type { AccountPurger, EndedMembership, UserReads } from '../../../ports/users.ts';
import type { Overlay } from './kernel/overlay.ts';
import { containsText, paged } from './kernel/pages.ts';
import type { MemoryReads } from './reads.ts';
import type { MemoryStore } from './store.ts';

/** Reads of users and organizations over the maps. */
export class MemoryUserReads implements UserReads {
  constructor(
    private readonly store: MemoryStore,
    private readonly access: Pick<MemoryReads, 'isSsoRequired'>,
  ) {}

  async listUsers(search: string | undefined, page: PageRequest): ReturnType<UserReads['listUsers']> {
    const found = this.store
      .all('users')
      .filter(({ displayName, email }) => search === undefined || containsText([displayName, email], search));
    return paged(found, ({ id }) => id, page);
  }
  async listOrganizations(search: string | undefined, page: PageRequest): ReturnType<UserReads['listOrganizations']> {
    const found = this.store
      .all('organizations')
      .filter(({ title }) => search === undefined || containsText([title], search));
    const members = this.store.all('members');
    return paged(
      found.map((organization) => ({
        organization,
        members: members.filter(({ organizationId }) => organizationId === organization.id).length,
      })),
      ({ organization }) => organization.id,
      page,
    );
  }
  async organizationsOf(userId: string, page: PageRequest): ReturnType<UserReads['organizationsOf']> {
    const all = this.store.all('members').filter((member) => member.userId === userId);
    return paged(
      all.map(({ organizationId, role }) => ({
        organization: this.store.state('organizations', organizationId)!,
        role,
        ownsTeam: this.store
          .all('teamMembers')
          .some((one) => one.organizationId === organizationId && one.userId === userId && one.role === 'owner'),
      })),
      ({ organization }) => organization.id,
      page,
    );
  }
  async organizationsOfDomain(domain: string): ReturnType<UserReads['organizationsOfDomain']> {
    const owners = new Set(
      this.store
        .all('emailDomains')
        .flatMap(({ provenDomain, organizationId }) => (provenDomain === domain ? organizationId : [])),
    );
    const all = this.store.all('organizations').filter(({ id }) => owners.has(id));
    return paged(all, ({ id }) => id, { limit: 100 }).items;
  }
  async usersById(ids: readonly string[]): Promise<readonly UserState[]> {
    return structuredClone(ids.flatMap((id) => this.store.state('users', id) ?? []));
  }
  async canSee({ userId, via }: Parameters<UserReads['canSee']>[0], other: string): Promise<boolean> {
    const members = this.store.all('members');
    const own = members.filter(
      (a) => a.userId === userId && a.role !== null && !this.access.isSsoRequired(a.organizationId, via),
    );
    return own.some(({ organizationId }) =>
      members.some((b) => b.userId === other && b.organizationId === organizationId),
    );
  }
}

export class MemoryAccountPurger implements AccountPurger {
  constructor(private readonly overlay: Overlay) {}

  async purge(userId: UserId): Promise<readonly EndedMembership[]> {
    for (const table of ['reviewRequests', 'teamMembers', 'grants', 'samlIdentities'] as const)
      this.#delete(table, userId);
    const gone = this.#delete<MemberState>('members', userId).map(({ id, organizationId, role }) => ({
      id,
      organizationId,
      role,
    }));
    return gone.sort((a, b) => (a.organizationId < b.organizationId ? -1 : 1));
  }

  #delete<S extends { readonly id: Id; readonly userId: UserId | null }>(
    table: 'reviewRequests' | 'teamMembers' | 'grants' | 'samlIdentities' | 'members',
    userId: UserId,
  ): S[] {
    const rows = this.overlay.rows<S>(table).filter(({ state }) => state.userId === userId);
    for (const { version, state } of rows) this.overlay.write(table, version, state.id, undefined);
    return rows.map(({ state }) => state);
  }
}
