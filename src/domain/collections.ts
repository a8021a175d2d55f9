import { resolveDefaultLevel, type DefaultLevel } from './permissions/level.ts';
import { Aggregate, type State } from './kernel/aggregate.ts';
import type { Id } from './kernel/id.ts';
import { rankFromInstant } from './kernel/order/rank.ts';

export interface CollectionState extends State {
  readonly organizationId: Id;
  readonly parentId: Id | null;
  /** Orders it among what is in the same collection; what is new comes last. */
  readonly rank: string;
  readonly title: string;
  readonly description: string | null;
  readonly defaultLevel: DefaultLevel;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Groups spaces and further collections, and can state a default level for them. */
export class Collection extends Aggregate<CollectionState> {
  static readonly kind = 'collection';
  static restore = (state: CollectionState) => new Collection(state);

  static create(of: { id: Id; organizationId: Id; parentId: Id | null; title: string; at: string }): Collection {
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
    this.apply({ ...to, updatedAt: at }, 'collection.changed', to);
  }

  /** Puts it, with everything inside, somewhere else in its organization, or elsewhere among what it is with. */
  move(to: { readonly parentId: Id | null; readonly rank: string }, at: string): void {
    this.apply({ ...to, updatedAt: at }, 'collection.moved', { before: this.state.parentId, after: to.parentId });
  }
  /** Comes to where the collection around it was, which goes: the default that it had from there is its own from now on. */
  detachFromCollection(
    of: { readonly defaultLevel: DefaultLevel },
    to: { readonly parentId: Id | null; readonly rank: string },
    at: string,
  ): void {
    this.applySilently({ defaultLevel: resolveDefaultLevel(this.state.defaultLevel, of.defaultLevel) });
    this.move(to, at);
  }
  /** Is about to go; what was in it has come out. */
  delete(): void {
    this.record('collection.deleted', { title: this.state.title });
  }
  /** Becomes another organization's; what is inside has to follow. The logs of both say so. */
  transfer(to: { readonly organizationId: Id; readonly parentId: Id | null; readonly rank: string }, at: string): void {
    const { organizationId: from } = this.state;
    const ways = { from, to: to.organizationId };
    this.apply({ ...to, updatedAt: at }, 'collection.transferred', ways);
    this.record('collection.transferred', ways, from);
  }
  /** Makes room for another one. */
  rerank(rank: string): void {
    this.applySilently({ rank });
  }
}
