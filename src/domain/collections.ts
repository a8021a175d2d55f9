import { resolveDefaultLevel, type DefaultLevel } from './permissions/level.ts';
import { Aggregate, type State } from './kernel/aggregate.ts';
import { changedFields } from './kernel/changed-fields.ts';
import type { Id, OrganizationId, CollectionId } from './kernel/id.ts';
import { rankFromInstant } from './kernel/order/rank.ts';

export interface CollectionState extends State {
  readonly id: CollectionId;
  readonly organizationId: OrganizationId;
  readonly parentId: Id | null;
  /** Sort key among the items of the same collection; new items come last. */
  readonly rank: string;
  readonly title: string;
  readonly description: string | null;
  readonly defaultLevel: DefaultLevel;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Group of spaces and further collections that can define a default level for them. */
export class Collection extends Aggregate<CollectionState> {
  static readonly kind = 'collection';
  static restore = (state: CollectionState) => new Collection(state);

  static create(of: {
    id: Id;
    organizationId: OrganizationId;
    parentId: Id | null;
    title: string;
    at: string;
  }): Collection {
    const collection = new Collection({
      id: of.id,
      organizationId: of.organizationId,
      parentId: of.parentId,
      rank: rankFromInstant(of.at),
      title: of.title,
      description: null,
      defaultLevel: 'inherit',
      createdAt: of.at,
      updatedAt: of.at,
    });
    collection.record('collection.created');
    return collection;
  }

  change(to: { title?: string; description?: string; defaultLevel?: DefaultLevel }, at: string): void {
    const changed = changedFields(this.state, to);
    if (Object.keys(changed).length > 0) this.apply({ ...changed, updatedAt: at }, 'collection.changed', to);
  }

  /** Moves the collection with its content within the organization, or changes its position among its siblings. */
  move(to: { readonly parentId: Id | null; readonly rank: string }, at: string): void {
    this.apply({ ...to, updatedAt: at }, 'collection.moved', { before: this.state.parentId, after: to.parentId });
  }
  /**
   * Moves the collection into the parent of its deleted collection, and keeps the default level that it inherited from
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
  /** Records the deletion; requires the collection to be empty. */
  delete(): void {
    this.record('collection.deleted', { title: this.state.title });
  }
  /**
   * Transfers the collection to another organization; the caller transfers its content. Recorded in the audit logs of
   * both.
   */
  transfer(
    to: { readonly organizationId: OrganizationId; readonly parentId: Id | null; readonly rank: string },
    at: string,
  ): void {
    const { organizationId: from } = this.state;
    const ways = { from, to: to.organizationId };
    this.apply({ ...to, updatedAt: at }, 'collection.transferred', ways);
    this.record('collection.transferred', ways, from);
  }
  /** Changes the rank without an event, to make room for another item. */
  rerank(rank: string): void {
    this.applySilently({ rank });
  }
}
