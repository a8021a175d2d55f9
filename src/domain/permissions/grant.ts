import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { Id, CollectionId, OrganizationId, SiteId, SpaceId, TeamId, UserId } from '../kernel/id.ts';
import { isAtLeast, type Level } from './level.ts';

/** Scope of a grant: one space, a collection with everything in it, or one site without the content of its spaces. */
export type GrantScope =
  | { readonly spaceId: SpaceId; readonly collectionId: null; readonly siteId: null }
  | { readonly spaceId: null; readonly collectionId: CollectionId; readonly siteId: null }
  | { readonly spaceId: null; readonly collectionId: null; readonly siteId: SiteId };
/** Recipient of a grant: one user, or all members of a team. */
export type Grantee =
  { readonly userId: UserId; readonly teamId: null } | { readonly userId: null; readonly teamId: TeamId };

/** State of a grant; exactly one scope and one grantee are set. */
export interface GrantState extends State {
  readonly organizationId: OrganizationId;
  readonly spaceId: SpaceId | null;
  readonly collectionId: CollectionId | null;
  readonly siteId: SiteId | null;
  readonly userId: UserId | null;
  readonly teamId: TeamId | null;
  readonly level: Level;
  /**
   * Grant of the source space that it was copied from and is revoked with; null for a grant made on the scope itself.
   */
  readonly copiedFrom: Id | null;
}

/** Scope of a grant on a space. */
export const spaceScope = (spaceId: SpaceId): GrantScope => ({ spaceId, collectionId: null, siteId: null });
/** Scope of a grant on a collection. */
export const collectionScope = (collectionId: CollectionId): GrantScope => ({
  spaceId: null,
  collectionId,
  siteId: null,
});
/** Scope of a grant on a site. */
export const siteScope = (siteId: SiteId): GrantScope => ({ spaceId: null, collectionId: null, siteId });
/** Returns the id of the space, collection or site of a grant. */
export const scopeId = ({
  spaceId,
  collectionId,
  siteId,
}: Pick<GrantState, 'spaceId' | 'collectionId' | 'siteId'>): SpaceId | CollectionId | SiteId =>
  (spaceId ?? collectionId ?? siteId)!;
/** Grantee of a grant to a member. */
export const userGrantee = (userId: UserId): Grantee => ({ userId, teamId: null });
/** Grantee of a grant to a team. */
export const teamGrantee = (teamId: TeamId): Grantee => ({ userId: null, teamId });

/** Level granted to a member or a team on a space, collection or site, independent of the default level. */
export class Grant extends Aggregate<GrantState> {
  static readonly kind = 'permission';
  static restore = (state: GrantState) => new Grant(state);

  static create(of: {
    readonly id: Id;
    readonly organizationId: OrganizationId;
    readonly scope: GrantScope;
    readonly grantee: Grantee;
    readonly level: Level;
    readonly copiedFrom?: Id;
  }): Grant {
    const { id, organizationId, scope, grantee, level, copiedFrom = null } = of;
    const grant = new Grant({ id, organizationId, ...scope, ...grantee, level, copiedFrom });
    grant.record('grant.given', { ...grant.#eventData(), level });
    return grant;
  }

  /** Changes the level; a copied grant becomes independent of its source. */
  changeLevel(level: Level): void {
    if (this.state.copiedFrom !== null) this.applySilently({ copiedFrom: null });
    this.#setLevel(level);
  }

  /**
   * Lowers a copied grant with its source; it stays a copy.
   * @returns whether the level was lowered
   */
  lowerTo(level: Level): boolean {
    if (isAtLeast(level, this.state.level)) return false;
    this.#setLevel(level);
    return true;
  }

  #setLevel(level: Level): void {
    if (level === this.state.level) return;
    this.apply({ level }, 'grant.changed', { ...this.#eventData(), before: this.state.level, after: level });
  }

  /** Transfers the grant with its scope to another organization of which the grantee is a member. */
  transfer(organizationId: OrganizationId): void {
    this.applySilently({ organizationId, copiedFrom: null });
  }

  revoke(): void {
    this.record('grant.withdrawn', { ...this.#eventData(), level: this.state.level });
  }

  /** Returns the scope and the grantee as events name them. */
  #eventData(): Readonly<Record<string, Id>> {
    const { spaceId, collectionId, siteId, userId, teamId } = this.state;
    return {
      ...(spaceId !== null && { space: spaceId }),
      ...(collectionId !== null && { collection: collectionId }),
      ...(siteId !== null && { site: siteId }),
      ...(userId !== null && { userId }),
      ...(teamId !== null && { team: teamId }),
    };
  }
}
