import type { Id, UserId } from '../../../domain/kernel/id.ts';
import type { MemberState } from '../../../domain/members.ts';
import type { AccountPurger, EndedMembership } from '../../../ports/users.ts';
import type { Overlay } from './kernel/overlay.ts';

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
