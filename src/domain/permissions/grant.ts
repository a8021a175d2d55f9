import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { Id } from '../kernel/id.ts';
import { isAtLeast, type Level } from './level.ts';

/** What a level is given on: one space, or a collection with everything inside it. */
export type GrantScope =
  { readonly spaceId: Id; readonly collectionId: null } | { readonly spaceId: null; readonly collectionId: Id };
/** Whom it is given to: one person, or all members of a team. */
export type Grantee = { readonly userId: Id; readonly teamId: null } | { readonly userId: null; readonly teamId: Id };

/** One of the two places and one of the two holders is null. */
export interface GrantState extends State {
  readonly organizationId: Id;
  readonly spaceId: Id | null;
  readonly collectionId: Id | null;
  readonly userId: Id | null;
  readonly teamId: Id | null;
  readonly level: Level;
  /** Grant of the source that it was copied from and is taken back with; null for one given on the place itself. */
  readonly copiedFrom: Id | null;
}

export const spaceScope = (spaceId: Id): GrantScope => ({ spaceId, collectionId: null });
export const collectionScope = (collectionId: Id): GrantScope => ({ spaceId: null, collectionId });
export const userGrantee = (userId: Id): Grantee => ({ userId, teamId: null });
export const teamGrantee = (teamId: Id): Grantee => ({ userId: null, teamId });

/** A level given to a member or a team on a space or a collection, whatever the default there. */
export class Grant extends Aggregate<GrantState> {
  static readonly kind = 'permission';
  static restore = (state: GrantState) => new Grant(state);

  static create(of: {
    readonly id: Id;
    readonly organizationId: Id;
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

  /** Gives this level on the place itself: from then on it is no copy. */
  changeLevel(level: Level): void {
    if (this.state.copiedFrom !== null) this.applySilently({ copiedFrom: null });
    this.#setLevel(level);
  }

  /** Follows the grant that it was copied from down; still a copy. @returns whether it gave more */
  lowerTo(level: Level): boolean {
    if (isAtLeast(level, this.state.level)) return false;
    this.#setLevel(level);
    return true;
  }

  #setLevel(level: Level): void {
    if (level === this.state.level) return;
    this.apply({ level }, 'grant.changed', { ...this.#eventData(), before: this.state.level, after: level });
  }

  /** Goes with its place to another organization, where the grantee is a member too. */
  transfer(organizationId: Id): void {
    this.applySilently({ organizationId, copiedFrom: null });
  }

  revoke(): void {
    this.record('grant.withdrawn', { ...this.#eventData(), level: this.state.level });
  }

  /** Whom it is given to and on what, as events name it. */
  #eventData(): Readonly<Record<string, Id>> {
    const { spaceId, collectionId, userId, teamId } = this.state;
    return {
      ...(spaceId !== null && { space: spaceId }),
      ...(collectionId !== null && { collection: collectionId }),
      ...(userId !== null && { userId }),
      ...(teamId !== null && { team: teamId }),
    };
  }
}
