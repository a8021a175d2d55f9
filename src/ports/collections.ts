import type { Id } from '../domain/kernel/id.ts';
import type { Sibling } from '../domain/kernel/order/siblings.ts';

/** What is where in the library, as the unit of work sees it. */
export interface SiblingReads {
  /** All that is directly in a collection, or at the root (null) of its organization: deleted spaces too, in order. */
  list(organizationId: Id, parentId: Id | null): Promise<readonly Sibling[]>;
}
