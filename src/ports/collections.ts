import type { Id, OrganizationId } from '../domain/kernel/id.ts';
import type { Sibling } from '../domain/kernel/order/siblings.ts';

/** Reads of the items of a collection within a unit of work. */
export interface SiblingReads {
  /**
   * Lists every item directly in a collection, or at the root (null) of its organization, in order; includes deleted
   * spaces.
   */
  list(organizationId: OrganizationId, parentId: Id | null): Promise<readonly Sibling[]>;
}
