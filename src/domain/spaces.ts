import { capDefaultLevel, resolveDefaultLevel, type DefaultLevel, type Level } from './permissions/level.ts';
import { withoutUsers, type SpaceMergeRules } from './change-requests/merge-rules.ts';
import type { Revision } from './content/revision.ts';
import { Aggregate, type DomainEvent, type State } from './kernel/aggregate.ts';
import { changedFields } from './kernel/changed-fields.ts';
import { Conflict, NotFound } from './kernel/errors.ts';
import type { Id, OrganizationId, SpaceId, UserId } from './kernel/id.ts';
import { rankFromInstant } from './kernel/order/rank.ts';
import { shortenTitle } from './kernel/title.ts';
import { DAY_MS } from './kernel/time.ts';

export const SPACE_VISIBILITIES = [
  'public',
  'unlisted',
  'share-link',
  'visitor-auth',
  'in-collection',
  'private',
] as const;
export type SpaceVisibility = (typeof SPACE_VISIBILITIES)[number];
export const EDIT_MODES = ['live', 'locked'] as const;
export type EditMode = (typeof EDIT_MODES)[number];

/** Time for which a deleted space can be restored, in milliseconds. */
export const RESTORE_PERIOD_MS = 7 * DAY_MS;

/** Tells whether an item deleted at one time can still be restored. Both times are ISO 8601. */
export const isRestorable = (deletedAt: string, now: string): boolean =>
  Date.parse(now) - Date.parse(deletedAt) <= RESTORE_PERIOD_MS;

export interface SpaceState extends State {
  readonly id: SpaceId;
  readonly organizationId: OrganizationId;
  readonly parentId: Id | null;
  /** Sort key among the items of the same collection; new items come last. */
  readonly rank: string;
  readonly title: string;
  readonly emoji: string | null;
  /** URL of an image; null for none. A space has an emoji or an icon, not both. */
  readonly icon: string | null;
  readonly visibility: SpaceVisibility;
  readonly editMode: EditMode;
  readonly defaultLevel: DefaultLevel;
  /**
   * Space that it was copied from and whose default level limits its own; null once a default was set on the space
   * itself.
   */
  readonly defaultFrom: Id | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly deletedAt: string | null;
  /** Conditions for merging change requests; null for none. */
  readonly mergeRules: SpaceMergeRules | null;
}

/** Maximum length of a title, in characters. */
export const MAX_SPACE_TITLE_LENGTH = 50;

/** Returns the visibility below a parent: without a collection, `in-collection` becomes `private`. */
const effectiveVisibility = (parentId: Id | null, visibility: SpaceVisibility): SpaceVisibility =>
  parentId === null && visibility === 'in-collection' ? 'private' : visibility;

/** Makes the event of a new revision of the primary content, which changes nothing else of the space. */
export const contentEdited = ({ id, spaceId }: Pick<Revision, 'id' | 'spaceId'>): DomainEvent => ({
  type: 'space.content-edited',
  aggregateId: spaceId,
  data: { revision: id },
});

/** Space with versioned content; its primary branch has the space's own id. */
export class Space extends Aggregate<SpaceState> {
  static readonly kind = 'space';
  static restore = (state: SpaceState) => new Space(state);

  static create(of: {
    id: Id;
    organizationId: OrganizationId;
    parentId: Id | null;
    title: string;
    emoji?: string | null;
    editMode?: EditMode;
    at: string;
  }): Space {
    const space = new Space({
      id: of.id,
      organizationId: of.organizationId,
      parentId: of.parentId,
      rank: rankFromInstant(of.at),
      title: of.title,
      emoji: of.emoji ?? null,
      icon: null,
      visibility: 'private',
      editMode: of.editMode ?? 'live',
      defaultLevel: 'inherit',
      defaultFrom: null,
      createdAt: of.at,
      updatedAt: of.at,
      deletedAt: null,
      mergeRules: null,
    });
    space.record('space.created');
    return space;
  }

  /**
   * Changes the space; equal values are no change. An emoji replaces the icon, and an icon the emoji.
   * @throws Conflict for the visibility `in-collection` without a collection
   */
  change(
    to: {
      title?: string;
      emoji?: string | null;
      icon?: string | null;
      editMode?: EditMode;
      visibility?: SpaceVisibility;
      defaultLevel?: DefaultLevel;
      mergeRules?: SpaceMergeRules | null;
    },
    at: string,
  ): void {
    if (to.visibility === 'in-collection' && this.state.parentId === null)
      throw new Conflict('the space is not in a collection; its visibility cannot be in-collection');
    const own = to.defaultLevel === undefined ? {} : { defaultFrom: null };
    const replaced = { ...(to.emoji && { icon: null }), ...(to.icon && { emoji: null }) };
    const changed = changedFields(this.state, { ...to, ...replaced, ...own });
    if (Object.keys(changed).length > 0) this.apply({ ...changed, updatedAt: at }, 'space.changed', to);
  }

  /** Removes users who do not belong to the organization from the merge rules, and makes none of these laxer. */
  removeFromMergeRules(users: ReadonlySet<UserId>, at: string): void {
    const { mergeRules: before } = this.state;
    const mergeRules = before && withoutUsers(before, users);
    if (mergeRules !== before) this.change({ mergeRules }, at);
  }

  /**
   * Creates a space with equal settings that nobody outside sees yet.
   * @param level highest level that its creator may grant
   */
  duplicate({
    id,
    rank,
    level,
    at,
  }: {
    readonly id: Id;
    readonly rank: string;
    readonly level: Level;
    readonly at: string;
  }): Space {
    const { visibility, title, defaultLevel } = this.state;
    const copy = new Space({
      ...this.state,
      id,
      rank,
      title: shortenTitle(`Copy of ${title}`, MAX_SPACE_TITLE_LENGTH),
      defaultLevel: capDefaultLevel(defaultLevel, level),
      defaultFrom: this.id,
      visibility: visibility === 'in-collection' ? visibility : 'private',
      createdAt: at,
      updatedAt: at,
    });
    copy.record('space.created', { from: this.id });
    return copy;
  }

  /** Adopts a narrower default level from the space that it was copied from. */
  narrowDefault(defaultLevel: DefaultLevel, at: string): void {
    this.apply({ defaultLevel, updatedAt: at }, 'space.changed', { defaultLevel, from: this.state.defaultFrom });
  }

  /** Moves the space within its organization, or changes its position among its siblings. */
  move(to: { readonly parentId: Id | null; readonly rank: string }, at: string): void {
    const { parentId: before, visibility } = this.state;
    this.apply({ ...to, visibility: effectiveVisibility(to.parentId, visibility), updatedAt: at }, 'space.moved', {
      before,
      after: to.parentId,
    });
  }
  /**
   * Moves the space into the parent of its deleted collection, and keeps the default level that it inherited from
   * there.
   */
  detachFromCollection(
    of: { readonly defaultLevel: DefaultLevel },
    to: { readonly parentId: Id | null; readonly rank: string },
    at: string,
  ): void {
    this.applySilently({ defaultLevel: resolveDefaultLevel(this.state.defaultLevel, of.defaultLevel) });
    this.move(to, at);
  }
  /** Transfers the space with its content to another organization. Recorded in the audit logs of both. */
  transfer(
    to: { readonly organizationId: OrganizationId; readonly parentId: Id | null; readonly rank: string },
    at: string,
  ): void {
    const { organizationId: from, visibility } = this.state;
    const ways = { from, to: to.organizationId };
    const state = { ...to, defaultFrom: null, visibility: effectiveVisibility(to.parentId, visibility), updatedAt: at };
    this.apply(state, 'space.transferred', ways);
    this.record('space.transferred', ways, from);
  }
  /** Changes the rank without an event, to make room for another item. */
  rerank(rank: string): void {
    this.applySilently({ rank });
  }

  /**
   * Hides the space; it is purged after a week. A deleted space keeps its time of deletion.
   * @returns false if it was deleted already
   */
  delete(at: string): boolean {
    if (this.state.deletedAt !== null) return false;
    this.apply({ deletedAt: at }, 'space.deleted');
    return true;
  }

  /**
   * Restores a deleted space into a collection, or at the root.
   * @throws Conflict if it is not deleted, NotFound after the restore period
   */
  restore(parentId: Id | null, at: string): void {
    const { deletedAt, visibility } = this.state;
    if (deletedAt === null) throw new Conflict('the space is not deleted');
    if (!isRestorable(deletedAt, at)) throw new NotFound('space');
    this.apply(
      { parentId, visibility: effectiveVisibility(parentId, visibility), deletedAt: null, updatedAt: at },
      'space.restored',
    );
  }

  /** Records the permanent deletion. */
  purge(): void {
    this.record('space.purged', { title: this.state.title });
  }

  /**
   * Checks that the content may be changed without a change request.
   * @throws Conflict if the space is locked
   */
  requireLive(): void {
    if (this.state.editMode === 'locked')
      throw new Conflict('the space is locked; merge a change request to change its content');
  }

  /** Records that the content of an earlier revision was restored as a new revision. */
  recordContentRestored(of: { readonly revision: Id; readonly from: Id }): void {
    this.record('space.content-restored', of);
  }
}
