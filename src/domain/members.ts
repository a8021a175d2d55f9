import type { Role } from './permissions/level.ts';
import { Aggregate, type State } from './kernel/aggregate.ts';
import type { Id, OrganizationId, UserId } from './kernel/id.ts';

export interface MemberState extends State {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly role: Role;
  readonly joinedAt: string;
  /** Null if the member was never active. */
  readonly lastSeenAt: string | null;
  /** Tells whether the member signs in through the organization's identity provider. */
  readonly sso: boolean;
}

/** Precision of the time of last activity, in milliseconds. */
const LAST_SEEN_PRECISION_MS = 60_000;

/** Membership of a user in an organization. */
export class Member extends Aggregate<MemberState> {
  static readonly kind = 'member';
  static restore = (state: MemberState) => new Member(state);

  static join(of: {
    id: Id;
    organizationId: OrganizationId;
    userId: UserId;
    role: Role;
    sso?: boolean;
    at: string;
  }): Member {
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

  /** Tells whether changing this member to `role` removes an administrator. */
  isAdminDemotion(role: Role): boolean {
    return this.state.role === 'admin' && role !== 'admin';
  }

  changeRole(role: Role): void {
    if (role === this.state.role) return;
    this.apply({ role }, 'member.role-changed', { userId: this.state.userId, before: this.state.role, after: role });
  }

  /** Requires the member to sign in through the organization's identity provider from now on. */
  enableSso(): void {
    if (!this.state.sso) this.apply({ sso: true }, 'member.sso-set', { userId: this.state.userId });
  }

  /**
   * Records activity, to the minute.
   * @returns whether the change must be stored
   */
  recordActivity(at: string): boolean {
    const { lastSeenAt } = this.state;
    if (lastSeenAt !== null && Date.parse(at) - Date.parse(lastSeenAt) < LAST_SEEN_PRECISION_MS) return false;
    this.applySilently({ lastSeenAt: at });
    return true;
  }

  /** Ends the membership; the caller removes the member's grants. */
  leave(): void {
    this.record('member.removed', { userId: this.state.userId, role: this.state.role });
  }
}
