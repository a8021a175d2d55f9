import type { Id, OrganizationId } from '../../../domain/kernel/id.ts';
import type { Sibling } from '../../../domain/kernel/order/siblings.ts';
import type { SiblingReads } from '../../../ports/collections.ts';
import { statement } from './kernel/sql.ts';
import type { Transaction } from './kernel/transaction.ts';

const INSIDE = (parent: string) =>
  statement(
    `SELECT 'space' AS kind, id, rank, deleted_at IS NOT NULL AS deleted FROM spaces WHERE organization_id = $1 AND parent_id ${parent}
     UNION ALL SELECT 'collection', id, rank, false FROM collections WHERE organization_id = $1 AND parent_id ${parent}
     ORDER BY rank, id`,
  );
const IN_COLLECTION = INSIDE('= $2');
const AT_ROOT = INSIDE('IS NULL');

export class PgSiblings implements SiblingReads {
  constructor(private readonly transaction: Transaction) {}

  list(organizationId: OrganizationId, parentId: Id | null): Promise<readonly Sibling[]> {
    return parentId === null
      ? this.transaction.rows<Sibling>(AT_ROOT, [organizationId])
      : this.transaction.rows<Sibling>(IN_COLLECTION, [organizationId, parentId]);
  }
}
