import type { Role } from './permissions/level.ts';
import { Aggregate, type State } from './kernel/aggregate.ts';
import type { Id } from './kernel/id.ts';

export interface MemberState extends State {
  readonly organizationId: Id;
  readonly userId: Id;
  readonly role: Role;
  readonly joinedAt: string;
  /** Null as long as the member was never seen. */
  readonly lastSeenAt: string | null;
  /** Whether the member signs in through the organization's identity provider. */
  readonly sso: boolean;
}

/** How exactly is kept when a member was last seen, in milliseconds. */
const LAST_SEEN_PRECISION_MS = 60_000;

/** A user's place in an organization. */
export class Member extends Aggregate<MemberState> {
  static readonly kind = 'member';
  static restore = (state: MemberState) => new Member(state);

  static join(of: { id: Id; organizationId: Id; userId: Id; role: Role; sso?: boolean; at: string }): Member {
    const member = new Member({
      id: of.id,
      organizationId: of.organizationId,
      userId: of.userId,
      role: of.role,
      joinedAt: of.at,
      lastSeenAt: null,
      sso: of.sso ?? false,
    });
    member.record('member.joined', { userId: of.userId, role: of.role, ...(of.sso === true && { sso: true }) });
    return member;
  }

  /** Whether changing this member to `role` takes an administrator away. */
  isAdminDemotion(role: Role): boolean {
    return this.state.role === 'admin' && role !== 'admin';
  }

  changeRole(role: Role): void {
    if (role === this.state.role) return;
    this.apply({ role }, 'member.role-changed', { userId: this.state.userId, before: this.state.role, after: role });
  }

  /** The member signs in through the organization's identity provider from now on. */
  enableSso(): void {
    if (!this.state.sso) this.apply({ sso: true }, 'member.sso-set', { userId: this.state.userId });
  }

  /** @returns whether that is worth storing: it is kept to the minute */
  recordActivity(at: string): boolean {
    const { lastSeenAt } = this.state;
    if (lastSeenAt !== null && Date.parse(at) - Date.parse(lastSeenAt) < LAST_SEEN_PRECISION_MS) return false;
    this.applySilently({ lastSeenAt: at });
    return true;
  }

  /** Leaves, or is removed; what the member was given goes too, by whoever calls. */
  leave(): void {
    this.record('member.removed', { userId: this.state.userId, role: this.state.role });
  }
}
