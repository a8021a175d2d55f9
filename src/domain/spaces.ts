import { capDefaultLevel, resolveDefaultLevel, type DefaultLevel, type Level } from './permissions/level.ts';
import type { MergeRules } from './change-requests/merge-rules.ts';
import { Aggregate, type State } from './kernel/aggregate.ts';
import { Conflict, NotFound } from './kernel/errors.ts';
import type { Id } from './kernel/id.ts';
import { rankFromInstant } from './kernel/order/rank.ts';

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

/** For so long a deleted space can be restored, to the millisecond. */
export const RESTORE_PERIOD_MS = 7 * 24 * 60 * 60 * 1000;

/** Whether what was deleted then can be restored now. Both ISO 8601. */
export const isRestorable = (deletedAt: string, now: string): boolean =>
  Date.parse(now) - Date.parse(deletedAt) <= RESTORE_PERIOD_MS;

export interface SpaceState extends State {
  readonly organizationId: Id;
  readonly parentId: Id | null;
  /** Orders it among what is in the same collection; what is new comes last. */
  readonly rank: string;
  readonly title: string;
  readonly emoji: string | null;
  readonly visibility: SpaceVisibility;
  readonly editMode: EditMode;
  readonly defaultLevel: DefaultLevel;
  /** Space that it is a copy of and whose default it follows down; null once a default was stated on the space itself. */
  readonly defaultFrom: Id | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly deletedAt: string | null;
  /** What is asked of a change request before it is merged; null is nothing. */
  readonly mergeRules: MergeRules | null;
}

/** In UTF-16 code units. */
export const MAX_SPACE_TITLE_LENGTH = 50;
/** As much of it as there is room for; no character is cut in two. */
function copyTitle(title: string): string {
  let copy = 'Copy of ';
  for (const { segment } of new Intl.Segmenter().segment(title)) {
    if (copy.length + segment.length > MAX_SPACE_TITLE_LENGTH) break;
    copy += segment;
  }
  return copy.trimEnd();
}

/** Where there is no collection, nobody can get at a space through it. */
export const effectiveVisibility = (parentId: Id | null, visibility: SpaceVisibility): SpaceVisibility =>
  parentId === null && visibility === 'in-collection' ? 'private' : visibility;

/** Holds versioned content; its primary branch has the space's own id. */
export class Space extends Aggregate<SpaceState> {
  static readonly kind = 'space';
  static restore = (state: SpaceState) => new Space(state);

  static create(of: {
    id: Id;
    organizationId: Id;
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

  /** @throws Conflict where those of a collection should see it and it is in none */
  change(
    to: {
      title?: string;
      emoji?: string | null;
      editMode?: EditMode;
      visibility?: SpaceVisibility;
      defaultLevel?: DefaultLevel;
      mergeRules?: MergeRules | null;
    },
    at: string,
  ): void {
    if (to.visibility === 'in-collection' && this.state.parentId === null)
      throw new Conflict('the space is not in a collection; its visibility cannot be in-collection');
    const own = to.defaultLevel === undefined ? {} : { defaultFrom: null };
    this.apply({ ...to, ...own, updatedAt: at }, 'space.changed', to);
  }

  /** A space beside it that is set up alike, and that nobody outside sees yet. @param level what its creator may give at most */
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
      title: copyTitle(title),
      defaultLevel: capDefaultLevel(defaultLevel, level),
      defaultFrom: this.id,
      visibility: visibility === 'in-collection' ? visibility : 'private',
      createdAt: at,
      updatedAt: at,
    });
    copy.record('space.created', { from: this.id });
    return copy;
  }

  /** Takes a narrower default from the space that it is a copy of. */
  narrowDefault(defaultLevel: DefaultLevel, at: string): void {
    this.apply({ defaultLevel, updatedAt: at }, 'space.changed', { defaultLevel, from: this.state.defaultFrom });
  }

  /** Puts it somewhere else in its organization, or elsewhere among what it is with. */
  move(to: { readonly parentId: Id | null; readonly rank: string }, at: string): void {
    const { parentId: before, visibility } = this.state;
    this.apply({ ...to, visibility: effectiveVisibility(to.parentId, visibility), updatedAt: at }, 'space.moved', {
      before,
      after: to.parentId,
    });
  }
  /** Comes to where its collection was, which goes: the default that it had from there is its own from now on. */
  detachFromCollection(
    of: { readonly defaultLevel: DefaultLevel },
    to: { readonly parentId: Id | null; readonly rank: string },
    at: string,
  ): void {
    this.applySilently({ defaultLevel: resolveDefaultLevel(this.state.defaultLevel, of.defaultLevel) });
    this.move(to, at);
  }
  /** Becomes another organization's with everything in it; the logs of both say so. */
  transfer(to: { readonly organizationId: Id; readonly parentId: Id | null; readonly rank: string }, at: string): void {
    const { organizationId: from, visibility } = this.state;
    const ways = { from, to: to.organizationId };
    const state = { ...to, defaultFrom: null, visibility: effectiveVisibility(to.parentId, visibility), updatedAt: at };
    this.apply(state, 'space.transferred', ways);
    this.record('space.transferred', ways, from);
  }
  /** Makes room for another one. */
  rerank(rank: string): void {
    this.applySilently({ rank });
  }

  /** Hides it, to be removed for good after a week. What is deleted already stays as it was deleted. @returns whether it was there */
  delete(at: string): boolean {
    if (this.state.deletedAt !== null) return false;
    this.apply({ deletedAt: at }, 'space.deleted');
    return true;
  }

  /**
   * Puts it back into a collection, or at the root.
   * @throws Conflict for one that is not deleted, NotFound for one whose week is over
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

  /** Is about to be removed for good. */
  purge(): void {
    this.record('space.purged', { title: this.state.title });
  }

  /** Whether its content may be changed without a change request. @throws Conflict when it is locked. */
  requireLive(): void {
    if (this.state.editMode === 'locked')
      throw new Conflict('the space is locked; merge a change request to change its content');
  }

  /** Its content is that of an earlier revision again, as a new one. */
  recordContentRestored(of: { readonly revision: Id; readonly from: Id }): void {
    this.record('space.content-restored', of);
  }
}
