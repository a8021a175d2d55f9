import type { Level, Role } from './permissions/level.ts';
import { Aggregate, type State } from './kernel/aggregate.ts';
import type { Id, CollectionId, OrganizationId, SpaceId, UserId, InviteId } from './kernel/id.ts';
import { addMilliseconds, DAY_MS } from './kernel/time.ts';

export interface InviteState extends State {
  readonly id: InviteId;
  readonly organizationId: OrganizationId;
  /** `email`: for one address, used once; `link`: for anybody who has the link. */
  readonly kind: 'email' | 'link';
  /** Role in the organization; null for guests, and for invites to one space or collection. */
  readonly role: Role;
  /** Level on that space or collection. */
  readonly level: Level | null;
  readonly spaceId: SpaceId | null;
  readonly collectionId: CollectionId | null;
  /** E-mail address in lower case. */
  readonly email: string | null;
  /** Tells whether the invite can only be accepted by a sign-in through the organization's identity provider. */
  readonly sso: boolean;
  /** SHA-256 of the secret in the mailed link. */
  readonly hash: string | null;
  readonly createdBy: UserId;
  readonly createdAt: string;
  /** Null if the invite is valid until it is deleted. */
  readonly expiresAt: string | null;
  /** Time at which it was mailed; null before. */
  readonly sentAt: string | null;
  /** Status with which the mail server refused the mail for good; null unless it did. */
  readonly refusal: string | null;
}

/** Grant of a link: a role in the organization, or a level on a space or a collection. */
export type InviteGrant =
  | { readonly role: Role }
  | { readonly level: Level; readonly spaceId: SpaceId }
  | { readonly level: Level; readonly collectionId: CollectionId };

/** Tells whether `text` has the format of a link's id; old links have ids of the ordinary format. */
export const isInviteLinkId = (text: string): text is Id => /^[0-9A-Za-z]{20}(?:[0-9A-Za-z]{2})?$/.test(text);

/** Tells whether an event is about an invite link, whose id admits everybody who has it; other invites are by e-mail. */
export const isInviteLinkEvent = (type: string, data: Readonly<Record<string, unknown>> | null): boolean =>
  type.startsWith('invite.') &&
  type !== 'invite.stopped' &&
  data?.['kind'] !== 'email' &&
  typeof data?.['email'] !== 'string';

/** Validity of an invitation by e-mail, in milliseconds. */
const INVITATION_LIFETIME_MS = 7 * DAY_MS;

/** Invitation to an organization. */
export class Invite extends Aggregate<InviteState> {
  static readonly kind = 'invite';
  static restore = (state: InviteState) => new Invite(state);

  static createForEmail(of: {
    id: Id;
    organizationId: OrganizationId;
    email: string;
    role: Role;
    sso: boolean;
    hash: string;
    by: Id;
    at: string;
  }): Invite {
    const { id, organizationId, email, role, sso, hash, by, at } = of;
    const invite = new Invite({
      id,
      organizationId,
      kind: 'email',
      role,
      level: null,
      spaceId: null,
      collectionId: null,
      email: email.toLowerCase(),
      sso,
      hash,
      createdBy: by,
      createdAt: at,
      expiresAt: expiryOf(at),
      sentAt: null,
      refusal: null,
    });
    invite.record('invite.created', { kind: 'email', email: invite.state.email, role, sso });
    return invite;
  }

  static createLink(of: { id: Id; organizationId: OrganizationId; grant: InviteGrant; by: Id; at: string }): Invite {
    const { id, organizationId, grant, by, at } = of;
    const invite = new Invite({
      id,
      organizationId,
      kind: 'link',
      role: null,
      level: null,
      spaceId: null,
      collectionId: null,
      ...grant,
      email: null,
      sso: false,
      hash: null,
      createdBy: by,
      createdAt: at,
      expiresAt: null,
      sentAt: null,
      refusal: null,
    });
    invite.record('invite.created', { kind: 'link', ...grant });
    return invite;
  }

  /** Renews the invitation of the same address; the link that was sent before becomes invalid. */
  renew(of: { role: Role; sso: boolean; hash: string; by: Id; at: string }): void {
    const { role, sso, hash, by, at } = of;
    this.apply(
      { role, sso, hash, createdBy: by, createdAt: at, expiresAt: expiryOf(at), sentAt: null, refusal: null },
      'invite.renewed',
      { email: this.state.email, role, sso },
    );
  }

  markSent(at: string): void {
    this.apply({ sentAt: at, refusal: null }, 'invite.sent', { email: this.state.email });
  }

  /** Records that the mail server refused the invitation for good. */
  markRefused(status: string): void {
    this.apply({ refusal: status }, 'invite.refused', { email: this.state.email, status });
  }

  /** Changes the grant of a link; the link depends on the permissions of whoever changed it last. */
  change(grant: { readonly role: Role } | { readonly level: Level }, by: Id): void {
    this.apply({ ...grant, createdBy: by }, 'invite.changed', { ...grant });
  }

  /** Records that a user accepted the invite. */
  accept(userId: UserId): void {
    this.record('invite.accepted', { kind: this.state.kind, userId });
  }
  delete(): void {
    this.record('invite.deleted', { kind: this.state.kind, email: this.state.email });
  }

  isExpired(at: string): boolean {
    return this.state.expiresAt !== null && this.state.expiresAt <= at;
  }
}

const expiryOf = (at: string): string => addMilliseconds(at, INVITATION_LIFETIME_MS);
