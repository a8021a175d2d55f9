import type { DefaultLevel } from '../access/level.ts';
import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { Id } from '../kernel/id.ts';

export interface CollectionState extends State {
  readonly organizationId: Id;
  readonly parentId: Id | null;
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
    this.become({ ...to, updatedAt: at }, 'collection.changed', to);
  }
}
